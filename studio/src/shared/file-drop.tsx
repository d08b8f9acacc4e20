import { Button, FileButton, Text, ThemeIcon } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { words } from '../words/shared.ts';
import { tell } from './tell.ts';

interface Props {
  onFiles: (files: File[]) => void;
  label: string;
  icon: LucideIcon;
  title: string;
  lead: string;
  isBusy?: boolean;
  multiple?: boolean;
  children?: ReactNode;
}

/** Accepts dropped files, or files chosen with the button. */
export function FileDrop({
  onFiles,
  label,
  icon: Icon,
  title,
  lead,
  isBusy = false,
  multiple = false,
  children,
}: Props) {
  const [isOver, setOver] = useState(false);
  const reset = useRef<() => void>(null);
  const take = (files: File[]) => {
    if (files.length === 0 || isBusy) return;
    if (files.length > 1 && !multiple)
      tell({ message: words.oneFile(files[0].name, files.length - 1), color: 'yellow' });
    onFiles(multiple ? files : files.slice(0, 1));
  };
  const choose = (chosen: File | File[] | null) => {
    take([chosen].flat().filter((file) => file !== null));
    // The same file can be chosen once more.
    reset.current?.();
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped here; the button does the same by keyboard
    <div
      className="drop"
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ThemeIcon variant="light" size={36} radius="xl">
        <Icon size={20} />
      </ThemeIcon>
      <Text fw={600} mt="xs">
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {lead}
      </Text>
      {!isBusy && (
        <FileButton resetRef={reset} multiple={multiple} onChange={choose}>
          {(props) => (
            <Button {...props} mt="sm">
              {label}
            </Button>
          )}
        </FileButton>
      )}
      {children}
    </div>
  );
}
