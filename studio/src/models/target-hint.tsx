import { Alert, Button, Text } from '@mantine/core';
import type { ModelOptions, Table } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { words } from '../words/closer.ts';
import { telling } from './telling-columns.ts';

interface Props {
  table: Table;
  target: string;
  options: ModelOptions;
  onChange: (options: ModelOptions) => void;
}

/** Columns that hold nearly all of the target, before anything is learned: they may be known only afterwards. */
export function TargetHint({ table, target, options, onChange }: Props) {
  const { data = [] } = useQuery({
    queryKey: ['runQuery', 'telling', table.id, table.updated_at, target],
    queryFn: ({ signal }) => telling(table, target, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const ignored = options.ignore ?? [];
  const found = data.filter(({ column }) => !ignored.includes(column));
  if (found.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Info size={18} />} title={words.hint}>
      {found.map(({ column, share, isPart }) => (
        <Text size="sm" key={column} className="anywhere">
          {words.explains(share, target, column)} {isPart && words.partOf(column, target)}{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onChange({ ...options, ignore: [...ignored, column] })}
          >
            {words.leaveOut(column)}
          </Button>
        </Text>
      ))}
    </Alert>
  );
}
