import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import type { Table } from '@sibyl/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Info, Search } from 'lucide-react';
import { useState } from 'react';
import { useKept } from '../shared/use-kept.ts';
import { words as shared } from '../words/shared.ts';
import { words } from '../words/tables.ts';
import type { Column } from './column.ts';
import { ColumnCard } from './column-card.tsx';
import { readOtherwise } from './read-otherwise.ts';

/** More are searched and ordered. */
const seenAtOnce = 12;
/** Thousands of columns would take seconds to draw. */
const shownAtOnce = 25;

const orders: Record<string, ((a: Column, b: Column) => number) | undefined> = {
  table: undefined,
  name: (a, b) => a.name.localeCompare(b.name),
  missing: (a, b) => b.nulls - a.nulls,
  distinct: (a, b) => b.distinct - a.distinct,
};

/** The content of each column, with a link to predict it. */
export function ColumnList({ table }: { table: Table }) {
  const navigate = useNavigate();
  const [find = '', setFind] = useKept('find');
  const [order = 'table', setOrder] = useKept('order');
  const [most, setMost] = useState(shownAtOnce);
  const named = table.columns.filter(({ name }) => name.toLowerCase().includes(find.toLowerCase()));
  const found = orders[order] ? named.toSorted(orders[order]) : named;
  const readAgain = () => navigate({ to: '.', search: { tab: 'reading' } as never });
  return (
    <Stack gap="sm">
      {table.warnings.length > 0 && <Warnings table={table} onChoose={readAgain} />}
      <Text c="dimmed">{words.predictLead}</Text>
      {table.columns.length > seenAtOnce && (
        <Group gap="sm">
          <TextInput
            aria-label={shared.filter}
            placeholder={shared.filter}
            leftSection={<Search size={16} />}
            w="20rem"
            maw="100%"
            value={find}
            onChange={(event) => setFind(event.currentTarget.value)}
          />
          <NativeSelect
            aria-label={words.orderOfColumns}
            data={Object.entries(words.orders).map(([value, label]) => ({ value, label }))}
            value={order}
            onChange={(event) => setOrder(event.currentTarget.value)}
          />
        </Group>
      )}
      {found.slice(0, most).map((column) => (
        <ColumnCard key={column.name} table={table} column={column} />
      ))}
      {found.length > most && (
        <UnstyledButton fz="sm" fw={500} onClick={() => setMost(most + 4 * shownAtOnce)}>
          {shared.moreOf(most, found.length)}
        </UnstyledButton>
      )}
    </Stack>
  );
}

interface WarningsProps {
  table: Pick<Table, 'warnings'>;
  /** Reads the file in another way. */
  onChoose?: (choice: keyof typeof words.otherwise) => void;
}

/** What was noticed while reading, each with the choice that reads it otherwise. */
export function Warnings({ table: { warnings }, onChoose }: WarningsProps) {
  return (
    <Alert color="yellow" icon={<Info size={18} />} title={words.warnings(warnings.length)}>
      {warnings.slice(0, 20).map(({ code, detail, line }) => {
        const [text, choice] = readOtherwise(detail);
        return (
          <Text size="sm" key={code + detail + line} className="anywhere">
            {text} {line !== undefined && !detail.includes(String(line)) && `(${words.line(line)})`}
            {choice && onChoose && (
              <Button size="compact-xs" variant="default" mx="xs" onClick={() => onChoose(choice)}>
                {words.otherwise[choice]}
              </Button>
            )}
          </Text>
        );
      })}
    </Alert>
  );
}
