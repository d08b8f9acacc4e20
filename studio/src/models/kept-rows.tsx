import { NativeSelect, Table, Text } from '@mantine/core';
import type { Model, Monitoring } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { Scroll } from '../shared/scroll.tsx';
import { words } from '../words/monitoring.ts';
import { nameOf } from './monitoring-specs.ts';

type Window = Monitoring['windows'][number];

const shown = 100;

/** Rows of a window as they were sent; they are read once somebody chooses a window, because they hold personal data. */
export function KeptRows({ model, windows }: { model: Model; windows: Monitoring['windows'] }) {
  const [start, setStart] = useState('');
  const window = windows.find((one) => one.start === start);
  const choices = windows.toReversed().map((one) => ({ value: one.start, label: words.utc(nameOf(one)) }));
  return (
    <Section title={words.rows}>
      <NativeSelect
        label={words.rowsOf}
        maw="20rem"
        value={start}
        onChange={({ currentTarget }) => setStart(currentTarget.value)}
        data={[{ value: '', label: words.chooseWindow }, ...choices]}
      />
      {window && <RowsOf model={model} window={window} />}
    </Section>
  );
}

function RowsOf({ model, window }: { model: Model; window: Window }) {
  const path = { projectName: model.project, modelName: model.name };
  const rows = useQuery(
    sibyl.query('getModelSample', { path, query: { from: window.start, to: window.end, limit: shown } }),
  );
  return (
    <Loaded query={rows}>
      {({ rows: kept }) =>
        kept.length === 0 ? <Text>{words.noRows}</Text> : <RowTable rows={kept} target={model.target} />
      }
    </Loaded>
  );
}

interface Kept {
  prediction: unknown;
  row: Readonly<Record<string, unknown>>;
}

function RowTable({ rows, target }: { rows: readonly Kept[]; target: string }) {
  const columns = [...new Set(rows.flatMap(({ row }) => Object.keys(row)))];
  return (
    <Scroll label={words.rows}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.predicted(target)}</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column}>{column}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ prediction, row }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal rows are kept too, and their order never changes
            <Table.Tr key={place}>
              <Table.Td>{String(prediction)}</Table.Td>
              {columns.map((column) => (
                <Table.Td key={column}>{String(row[column] ?? '')}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroll>
  );
}
