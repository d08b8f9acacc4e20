import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Action } from '@sibyl/sdk';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { words } from '../words/shared.ts';
import { useFormAction } from './action.ts';
import type { Faults } from './faults.ts';
import { Form } from './form.tsx';
import { May } from './may.tsx';

interface Props<Answer> {
  /** The action that it takes; who may not do it does not see the button. */
  to: Action;
  label: string;
  work: (body: { name: string; description?: string }) => Promise<Answer>;
  changes: readonly string[];
  onDone?: (name: string, answer: Answer) => void;
  withDescription?: boolean;
  /** Fields beyond name and description. */
  children?: (faults: Faults) => ReactNode;
}

/** Creates a record with a name; other fields are set on its page. */
export function CreateButton<Answer>({ to, ...props }: Props<Answer>) {
  return (
    <May to={to}>
      <Create {...props} />
    </May>
  );
}

function Create<Answer>({ label, work, changes, onDone, withDescription = true, children }: Omit<Props<Answer>, 'to'>) {
  const [opened, { open, close }] = useDisclosure(false);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const create = useFormAction(() => work({ name, ...(description ? { description } : {}) }), {
    done: words.made(name),
    changes,
    onDone: (answer) => {
      close();
      setName('');
      onDone?.(name, answer);
    },
  });
  const begin = () => {
    create.reset();
    open();
  };
  return (
    <>
      <Button leftSection={<Plus size={16} />} onClick={begin}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={label} closeButtonProps={{ 'aria-label': words.close }}>
        <Form action={create} submit={words.create} onCancel={close}>
          <TextInput
            label={words.name}
            description={words.nameRule}
            value={name}
            error={create.faults.at('/name')}
            required
            maxLength={128}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {withDescription && (
            <Textarea
              label={words.description}
              value={description}
              error={create.faults.at('/description')}
              autosize
              minRows={2}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
          )}
          {children?.(create.faults)}
        </Form>
      </Modal>
    </>
  );
}
