import { Grid, Table as Rows, Stack, Text } from '@mantine/core';
import type { Table } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { Chart } from '../shared/chart.tsx';
import { cell, count } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { Scroll } from '../shared/scroll.tsx';
import { Term } from '../shared/term.tsx';
import { words } from '../words/closer.ts';
import { correlationsOf, duplicatesOf, numbersOf, type Pair, times } from './closer-query.ts';

const mostPairs = 20;
const mostCells = 20;

/** What takes a look at all rows: those that repeat, and columns that go together. */
export function CloserPanel({ table }: { table: Table }) {
  return (
    <Stack gap="lg">
      <Duplicates table={table} />
      <Correlations table={table} />
    </Stack>
  );
}

function useLook<Answer>(table: Table, name: string, look: (table: Table, signal: AbortSignal) => Promise<Answer>) {
  return useQuery({
    queryKey: ['runQuery', name, table.id, table.updated_at],
    queryFn: ({ signal }) => look(table, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function Duplicates({ table }: { table: Table }) {
  const found = useLook(table, 'duplicates', duplicatesOf);
  return (
    <Section title={words.duplicates}>
      <Loaded query={found}>
        {({ repeated, most }) =>
          repeated === 0 ? (
            <Text>{words.noDuplicates}</Text>
          ) : (
            <>
              <Text>{words.someDuplicates(repeated, repeated / table.row_count)}</Text>
              <Repeated rows={most} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function Repeated({ rows }: { rows: Record<string, unknown>[] }) {
  const names = Object.keys(rows[0]).slice(0, mostCells);
  return (
    <Scroll label={words.mostRepeated}>
      <Rows fz="sm" verticalSpacing={4}>
        <Rows.Thead>
          <Rows.Tr>
            {names.map((name) => (
              <Rows.Th key={name} className="nowrap" dir="auto">
                {name === times ? words.times : name}
              </Rows.Th>
            ))}
          </Rows.Tr>
        </Rows.Thead>
        <Rows.Tbody>
          {rows.map((row) => (
            <Rows.Tr key={JSON.stringify(row)}>
              {names.map((name) => (
                <Rows.Td key={name} className="nowrap" dir="auto">
                  {name === times ? count(Number(row[name])) : cell(row[name]).slice(0, 60)}
                </Rows.Td>
              ))}
            </Rows.Tr>
          ))}
        </Rows.Tbody>
      </Rows>
    </Scroll>
  );
}

function Correlations({ table }: { table: Table }) {
  const found = useLook(table, 'correlations', correlationsOf);
  const all = numbersOf(table).length;
  return (
    <Section title={<Term of="correlation">{words.correlations}</Term>}>
      {all < 2 ? (
        <Text>{words.tooFew}</Text>
      ) : (
        <Loaded query={found}>
          {(pairs) => (pairs.length === 0 ? <Text>{words.noPairs}</Text> : <Pairs pairs={pairs} all={all} />)}
        </Loaded>
      )}
    </Section>
  );
}

function Pairs({ pairs, all }: { pairs: Pair[]; all: number }) {
  const names = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))];
  const width = { base: 12, lg: 6 };
  return (
    <>
      <Text size="sm" c="dimmed">
        {words.correlationsLead(names.length, all)}
      </Text>
      <Grid gap="lg">
        <Grid.Col span={width}>
          <Scroll label={words.correlations}>
            <Rows>
              <Rows.Thead>
                <Rows.Tr>
                  <Rows.Th>{words.one}</Rows.Th>
                  <Rows.Th>{words.other}</Rows.Th>
                  <Rows.Th ta="end">{words.correlation}</Rows.Th>
                </Rows.Tr>
              </Rows.Thead>
              <Rows.Tbody>
                {pairs.slice(0, mostPairs).map(({ one, other, correlation }) => (
                  <Rows.Tr key={JSON.stringify([one, other])}>
                    <Rows.Td className="anywhere">{one}</Rows.Td>
                    <Rows.Td className="anywhere">{other}</Rows.Td>
                    <Rows.Td className="number">{words.figure(correlation)}</Rows.Td>
                  </Rows.Tr>
                ))}
              </Rows.Tbody>
            </Rows>
          </Scroll>
        </Grid.Col>
        <Grid.Col span={width}>
          <Chart label={words.heat(names.length)} height={380} spec={heatOf(pairs, names)} />
        </Grid.Col>
      </Grid>
    </>
  );
}

/** A cell for each pair, both ways. */
function heatOf(pairs: Pair[], names: string[]): object {
  const values = pairs.flatMap(({ one, other, correlation }) => [
    { x: one, y: other, correlation },
    { x: other, y: one, correlation },
  ]);
  const axis = { type: 'nominal', title: null, sort: names, axis: { labelLimit: 90, labelOverlap: true } };
  return {
    data: { values },
    mark: { type: 'rect', tooltip: true },
    encoding: {
      x: { ...axis, field: 'x' },
      y: { ...axis, field: 'y' },
      color: {
        field: 'correlation',
        type: 'quantitative',
        title: words.correlation,
        scale: { domain: [-1, 1], scheme: 'purpleorange', reverse: true },
      },
    },
  };
}
