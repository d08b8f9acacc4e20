import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Action, SibylError } from '@sibyl/sdk';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { words } from '../words/shared.ts';
import { useAction } from './action.ts';
import { May } from './may.tsx';

/** Somebody else was faster: what was wanted is done. */
function passOverGone(error: unknown): void {
  if (!SibylError.is(error) || error.status !== 404) throw error;
}

/** What may lack something when a record goes into the trash, or have it again. */
export const changedByTrash = [
  ...[
    'listTrash',
    'listTables',
    'listModels',
    'listKnowledgeBases',
    'listSkills',
    'getSkill',
    'listAgents',
    'getAgent',
  ],
  ...['listChatbots', 'getChatbot'],
];

interface Props {
  /** The action that it takes; who may not do it does not see the button. */
  to: Action;
  name: string;
  /** What is lost with it. */
  loss: string;
  work: () => Promise<unknown>;
  changes: readonly string[];
  onDone?: () => void;
  /** Shows only the icon, for lists. */
  small?: boolean;
  /** Whether it can be restored. */
  trash?: boolean;
  /** Whether its name is to be typed first. */
  typed?: boolean;
  /** What is shown of its users, while the dialog is open. */
  children?: ReactNode;
  /** Why it cannot be deleted; shown in place of the question. */
  kept?: string | undefined;
}

/** Deletes after a confirmation that names what is lost. */
export function RemoveButton({ to, ...props }: Props) {
  return (
    <May to={to}>
      <Remove {...props} />
    </May>
  );
}

function Remove({ name, loss, work, changes, onDone, small, trash, typed, children, kept }: Omit<Props, 'to'>) {
  const [opened, { open, close }] = useDisclosure(false);
  const [said, say] = useState('');
  const remove = useAction(() => work().catch(passOverGone), {
    done: words.deleted(name),
    changes: trash ? [...changes, ...changedByTrash] : changes,
    onDone: () => {
      close();
      say('');
      onDone?.();
    },
  });
  return (
    <>
      {small ? (
        <ActionIcon variant="subtle" color="gray" onClick={open} aria-label={words.removeNamed(name)}>
          <Trash2 size={16} />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<Trash2 size={16} />} onClick={open}>
          {words.remove}
        </Button>
      )}
      <Modal
        opened={opened}
        onClose={close}
        title={kept === undefined ? words.deleteTitle(name) : words.keptTitle(name)}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Stack gap="sm">
          <Text size="sm">{kept ?? [loss, trash && words.inTrash].filter(Boolean).join(' ')}</Text>
          {kept === undefined && children}
          {kept === undefined && typed && (
            <TextInput
              label={words.typeName(name)}
              value={said}
              onChange={(event) => say(event.currentTarget.value)}
              autoComplete="off"
            />
          )}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close} data-autofocus>
            {kept === undefined ? words.cancel : words.understood}
          </Button>
          {kept === undefined && (
            <Button
              color="red"
              loading={remove.isPending}
              disabled={typed === true && said !== name}
              onClick={() => remove.mutate()}
            >
              {words.remove}
            </Button>
          )}
        </Group>
      </Modal>
    </>
  );
}
