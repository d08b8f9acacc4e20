import { Alert, Button, Text } from '@mantine/core';
import type { ModelOptions, Table } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { words } from '../words/closer.ts';

const shown = 3;
/** Columns that the service looks at. */
const looked = 100;

/** What holds less may well be a good input: of 79 tables of the field, eleven have such a column, and nearly all are. */
const isLoud = ({ code, share }: { code: string; share: number }) => code !== 'in_one_column' || share >= 0.95;

interface Props {
  table: Table;
  target: string;
  options: ModelOptions;
  onChange: (options: ModelOptions) => void;
}

/** Columns that hold nearly all of the target, before anything is learned: they may be known only afterwards. */
export function TargetHint({ table, target, options, onChange }: Props) {
  const { data = [] } = useQuery({
    queryKey: ['runQuery', 'hints', table.id, table.updated_at, target],
    queryFn: ({ signal }) => sibyl.project(table.project).table(table.name).hints(target, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const ignored = options.ignore ?? [];
  // What tells series apart or orders them is no input of a forecast.
  const without = [...ignored, ...(options.group_by ?? []), options.order_by ?? ''];
  const found = data.filter(({ column }) => !without.includes(column));
  if (found.length === 0) return table.columns.length > looked + 1 ? <Text size="sm">{words.firstLooked}</Text> : null;
  return (
    <Alert color="yellow" icon={<Info size={18} />} title={found.some(isLoud) ? words.hint : words.strong}>
      {found.slice(0, shown).map(({ code, column, detail }) => (
        <Text size="sm" key={code + column} className="anywhere">
          {detail}{' '}
          <Button
            size="compact-xs"
            variant="default"
            className="wraps"
            onClick={() => onChange({ ...options, ignore: [...ignored, column] })}
          >
            {words.leaveOut(column)}
          </Button>
        </Text>
      ))}
    </Alert>
  );
}
