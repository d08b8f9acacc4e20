import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Webhook } from '@sibyl/sdk';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useFormAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { Form } from '../shared/form.tsx';
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
  const save = useFormAction(() => sibyl.call('updateWebhook', { path, body: sentOf(values) }), {
    done: values.url === url ? words.saved : words.changed,
    changes: ['getWebhook', 'listWebhooks'],
    onDone: onClose,
  });
  return (
    <Form action={save} submit={shared.save} onCancel={onClose}>
      <WebhookFields values={values} onChange={setValues} />
    </Form>
  );
}
