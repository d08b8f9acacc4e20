import { ActionIcon, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Key } from '@sibyl/sdk';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useFormAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { Form } from '../shared/form.tsx';
import { keys as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';
import { KeyFields, keyOf, settingsOf } from './key-fields.tsx';

/** Gives a key another role, other projects or another end; its secret stays. */
export function ChangeKey({ apiKey }: { apiKey: Key }) {
  const [opened, { open, close }] = useDisclosure(false);
  const label = words.change(apiKey.name);
  return (
    <>
      <ActionIcon variant="subtle" color="gray" onClick={open} aria-label={label}>
        <Pencil size={16} />
      </ActionIcon>
      <Modal opened={opened} onClose={close} title={label} closeButtonProps={{ 'aria-label': shared.close }}>
        <ChangeForm apiKey={apiKey} onClose={close} />
      </Modal>
    </>
  );
}

function ChangeForm({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const [settings, setSettings] = useState(() => settingsOf(apiKey));
  const save = useFormAction(() => sibyl.keys.update(apiKey.name, keyOf(settings, apiKey.expires_at) as never), {
    done: words.changed,
    changes: ['listKeys', 'getSession'],
    onDone: onClose,
  });
  return (
    <Form action={save} submit={shared.save} onCancel={onClose}>
      <KeyFields faults={save.faults} settings={settings} onChange={setSettings} />
    </Form>
  );
}
