import { ActionIcon, Modal, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Key } from '@sibyl/sdk';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useFormAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { Form } from '../shared/form.tsx';
import { keys as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';

interface Props {
  apiKey: Key;
  onSecret: (secret: string) => void;
}

/** Gives a key a new secret; the former one may stay valid until every program has the new one. */
export function NewSecret(props: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const label = words.rotate(props.apiKey.name);
  return (
    <>
      <ActionIcon variant="subtle" color="gray" onClick={open} aria-label={label}>
        <RefreshCw size={16} />
      </ActionIcon>
      <Modal opened={opened} onClose={close} title={label} closeButtonProps={{ 'aria-label': shared.close }}>
        <SecretForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

function SecretForm({ apiKey, onSecret, onClose }: Props & { onClose: () => void }) {
  const [overlap, setOverlap] = useState(Object.keys(words.overlaps)[0]);
  const rotate = async () => {
    const { actor } = await sibyl.session.get();
    const made = await sibyl.keys.rotate(apiKey.name, { overlap_seconds: Number(overlap) });
    // The session of this page ends with the secret that it began with.
    if (actor === apiKey.id) await sibyl.session.create(made.secret);
    return made;
  };
  const make = useFormAction(rotate, {
    changes: ['listKeys'],
    onDone: ({ secret }) => {
      onClose();
      onSecret(secret);
    },
  });
  return (
    <Form action={make} submit={words.makeSecret} onCancel={onClose}>
      <Text size="sm">{words.rotateLead}</Text>
      <Select
        label={words.overlap}
        allowDeselect={false}
        error={make.faults.at('/overlap_seconds')}
        value={overlap}
        onChange={(next) => setOverlap(next ?? overlap)}
        data={Object.entries(words.overlaps).map(([value, label]) => ({ value, label }))}
      />
    </Form>
  );
}
