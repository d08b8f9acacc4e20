import { Button, type ButtonProps, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { words } from '../words/shared.ts';

interface Props extends ButtonProps {
  /** What the button does, also the title of the question. */
  label: string;
  /** What is lost. */
  loss: string;
  isRunning: boolean;
  onConfirm: () => void;
  leftSection?: ReactNode;
}

/** Does something after a confirmation that says what is lost. */
export function ConfirmButton({ label, loss, isRunning, onConfirm, ...looks }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const confirm = () => {
    close();
    onConfirm();
  };
  return (
    <>
      <Button variant="default" {...looks} loading={isRunning} onClick={open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={label} closeButtonProps={{ 'aria-label': words.close }}>
        <Text size="sm">{loss}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close} data-autofocus>
            {words.goBack}
          </Button>
          <Button color="red" onClick={confirm}>
            {label}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
