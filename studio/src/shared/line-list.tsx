import { ActionIcon, Button, Stack, Text } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  hint: string;
  /** What its button adds. */
  add: string;
  onAdd: () => void;
  children: ReactNode;
}

/** Lines of fields below a title, with a button that adds one. */
export function LineList({ label, hint, add, onAdd, children }: Props) {
  return (
    <Stack gap="xs" component="fieldset" className="plain-fieldset">
      <Text component="legend" size="sm" fw={600}>
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
      {children}
      <div>
        <Button variant="default" size="compact-sm" leftSection={<Plus size={14} />} onClick={onAdd}>
          {add}
        </Button>
      </div>
    </Stack>
  );
}

/** Takes a line away; it stands at the end of the line. */
export function RemoveLine({
  label,
  disabled = false,
  onRemove,
}: {
  label: string;
  disabled?: boolean;
  onRemove: () => void;
}) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onRemove}>
      <X size={16} />
    </ActionIcon>
  );
}
