import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { words } from '../words/shared.ts';
import { useAction } from './action.ts';

interface Props<Answer> {
  label: string;
  work: (body: { name: string; description?: string }) => Promise<Answer>;
  changes: readonly string[];
  onDone?: (name: string, answer: Answer) => void;
  withDescription?: boolean;
  /** Fields beyond name and description. */
  children?: ReactNode;
}

/** Creates a record with a name; other fields are set on its page. */
export function CreateButton<Answer>({
  label,
  work,
  changes,
  onDone,
  withDescription = true,
  children,
}: Props<Answer>) {
  const [opened, { open, close }] = useDisclosure(false);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const create = useAction(() => work({ name, ...(description ? { description } : {}) }), {
    done: words.made(name),
    changes,
    onDone: (answer) => {
      close();
      setName('');
      onDone?.(name, answer);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <>
      <Button leftSection={<Plus size={16} />} onClick={open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={label} closeButtonProps={{ 'aria-label': words.close }}>
        <Stack component="form" onSubmit={submit}>
          <TextInput
            label={words.name}
            description={words.nameRule}
            value={name}
            required
            maxLength={128}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {withDescription && (
            <Textarea
              label={words.description}
              value={description}
              autosize
              minRows={2}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
          )}
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {words.create}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
