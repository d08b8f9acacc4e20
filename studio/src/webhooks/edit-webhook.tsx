import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Webhook } from '@sibyl/sdk';
import { Pencil } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { webhooks as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';
import { sentOf, WebhookFields, type WebhookValues } from './webhook-fields.tsx';

/** Changes where events go and which; what was not delivered yet goes to the new address too. */
export function EditWebhook({ webhook }: { webhook: Webhook }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<Pencil size={16} />} onClick={open}>
        {words.edit}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={words.editTitle(webhook.name)}
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <EditForm webhook={webhook} onClose={close} />
      </Modal>
    </>
  );
}

function EditForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { project, name, url, types } = webhook;
  const [values, setValues] = useState<WebhookValues>({ url, types: types ?? [] });
  const path = { projectName: project, webhookName: name };
  const save = useAction(() => sibyl.call('updateWebhook', { path, body: sentOf(values) }), {
    done: values.url === url ? words.saved : words.changed,
    changes: ['getWebhook', 'listWebhooks'],
    onDone: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Stack component="form" onSubmit={submit}>
      <WebhookFields values={values} onChange={setValues} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {shared.cancel}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {shared.save}
        </Button>
      </Group>
    </Stack>
  );
}
