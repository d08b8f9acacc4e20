import { ActionIcon, Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { SibylError } from '@sibyl/sdk';
import { Trash2 } from 'lucide-react';
import { words } from '../words/shared.ts';
import { useAction } from './action.ts';

/** Somebody else was faster: what was wanted is done. */
function passOverGone(error: unknown): void {
  if (!SibylError.is(error) || error.status !== 404) throw error;
}

interface Props {
  name: string;
  /** What is lost with it. */
  loss: string;
  work: () => Promise<unknown>;
  changes: readonly string[];
  onDone?: () => void;
  /** Shows only the icon, for lists. */
  small?: boolean;
  /** Why it cannot be deleted; shown in place of the question. */
  kept?: string | undefined;
}

/** Deletes after a confirmation that names what is lost. */
export function RemoveButton({ name, loss, work, changes, onDone, small = false, kept }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const remove = useAction(() => work().catch(passOverGone), {
    done: words.deleted(name),
    changes,
    onDone: () => {
      close();
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
        <Text size="sm">{kept ?? loss}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close} data-autofocus>
            {kept === undefined ? words.cancel : words.understood}
          </Button>
          {kept === undefined && (
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {words.remove}
            </Button>
          )}
        </Group>
      </Modal>
    </>
  );
}
