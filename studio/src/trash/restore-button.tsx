import { Button, Modal, Text, TextInput } from '@mantine/core';
import { SibylError, type TrashEntry } from '@sibyl/sdk';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useAction, useFormAction } from '../shared/action.ts';
import { Form } from '../shared/form.tsx';
import { changedByTrash } from '../shared/remove-button.tsx';
import { tell } from '../shared/tell.ts';
import { trash as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';
import type { TrashPlace } from './trash-place.ts';

/** Restores at once; where the name is taken by now, it asks for another. */
export function RestoreButton({ entry: { id, name }, place }: { entry: TrashEntry; place: TrashPlace }) {
  const [isTaken, setTaken] = useState(false);
  const changes = [...place.changes, ...changedByTrash];
  const restore = useAction(
    () =>
      place.restore(id, {}).catch((error) => {
        if (!SibylError.is(error) || error.code !== 'name_taken') throw error;
        setTaken(true);
        return undefined;
      }),
    { changes, onDone: (entry) => entry && tell({ message: words.restored(entry.name), color: 'teal' }) },
  );
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<RotateCcw size={14} />}
        loading={restore.isPending}
        onClick={() => restore.mutate()}
      >
        {words.restore}
      </Button>
      <Modal
        opened={isTaken}
        onClose={() => setTaken(false)}
        title={words.taken(name)}
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <NewName id={id} name={name} place={place} changes={changes} onDone={() => setTaken(false)} />
      </Modal>
    </>
  );
}

interface NewNameProps extends Pick<TrashEntry, 'id' | 'name'> {
  place: TrashPlace;
  changes: readonly string[];
  onDone: () => void;
}

function NewName({ id, name: before, place, changes, onDone }: NewNameProps) {
  const [name, setName] = useState(`${before}_restored`);
  const action = useFormAction(() => place.restore(id, { name }), {
    done: words.restored(name),
    changes,
    onDone,
  });
  return (
    <Form action={action} submit={words.restore} onCancel={onDone} isDisabled={name === ''}>
      <Text size="sm">{words.takenLead}</Text>
      <TextInput
        label={words.newName}
        description={shared.nameRule}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </Form>
  );
}
