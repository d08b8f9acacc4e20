import { Badge } from '@mantine/core';

const colors: Record<string, string> = {
  complete: 'teal',
  running: 'teal',
  ok: 'teal',
  delivered: 'teal',
  training: 'blue',
  queued: 'gray',
  starting: 'blue',
  pending: 'gray',
  failed: 'red',
  error: 'red',
  cancelled: 'gray',
  stopped: 'gray',
};

/** A one-word status. */
export function Status({ value, color = colors[value] ?? 'gray' }: { value: string; color?: string }) {
  return (
    <Badge variant="light" color={color} tt="none" fw={500} className="status">
      {value.replaceAll('_', ' ')}
    </Badge>
  );
}
