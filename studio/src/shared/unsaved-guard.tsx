import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { words } from '../words/shared.ts';
import { useNoteChange } from './opened.tsx';

/** Asks before changes that are not saved are lost by going elsewhere. */
export function UnsavedGuard({ isChanged }: { isChanged: boolean }) {
  useNoteChange(isChanged);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && viewOf(current) !== viewOf(next),
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={words.unsavedTitle}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Text size="sm">{words.unsaved}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={() => reset?.()}>
          {words.stay}
        </Button>
        <Button color="red" onClick={() => proceed?.()}>
          {words.leave}
        </Button>
      </Group>
    </Modal>
  );
}

/** A form is left with its page, and with its tab. */
function viewOf({ pathname, search }: { pathname: string; search: object }): string {
  return `${pathname} ${(search as { tab?: string }).tab ?? ''}`;
}
