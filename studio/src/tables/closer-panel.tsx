import { Grid, Table as Rows, Select, Stack, Text } from '@mantine/core';
import type { Result, Table } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { Chart } from '../shared/chart.tsx';
import { sibyl } from '../shared/client.ts';
import { cell, count } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { Scroll } from '../shared/scroll.tsx';
import { Term } from '../shared/term.tsx';
import { useKept } from '../shared/use-kept.ts';
import { words } from '../words/closer.ts';

const shownSets = 5;
const mostPairs = 20;
const mostCells = 20;
/** More columns than this are correlated with one that is chosen. */
const mostCorrelated = 60;

/** What takes a look at all rows: those that repeat, and columns that go together. */
export function CloserPanel({ table }: { table: Table }) {
  return (
    <Stack gap="lg">
      <Duplicates table={table} />
      <Correlations table={table} />
    </Stack>
  );
}

type Pair = Result<'correlateTable'>[number];
type Handle = ReturnType<ReturnType<typeof sibyl.project>['table']>;

function useLook<Answer>(
  { id, project, name, updated_at }: Table,
  what: string,
  look: (table: Handle, signal: AbortSignal) => Promise<Answer>,
) {
  return useQuery({
    queryKey: ['runQuery', what, id, updated_at],
    queryFn: ({ signal }) => look(sibyl.project(project).table(name), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function Duplicates({ table }: { table: Table }) {
  const found = useLook(table, 'duplicates', (handle, signal) => handle.duplicates(undefined, { signal }));
  return (
    <Section title={words.duplicates}>
      <Loaded query={found}>
        {({ duplicate_rows, rows, examples }) =>
          duplicate_rows === 0 ? (
            <Text>{words.noDuplicates}</Text>
          ) : (
            <>
              <Text>{words.someDuplicates(duplicate_rows, duplicate_rows / rows)}</Text>
              <Repeated examples={examples.slice(0, shownSets)} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function Repeated({ examples }: { examples: Result<'findDuplicates'>['examples'] }) {
  const names = Object.keys(examples[0].row).slice(0, mostCells);
  const cellOf = (row: object, name: string) => cell((row as Record<string, unknown>)[name]).slice(0, 60);
  return (
    <Scroll label={words.mostRepeated}>
      <Rows fz="sm" verticalSpacing={4}>
        <Rows.Thead>
          <Rows.Tr>
            <Rows.Th>{words.times}</Rows.Th>
            {names.map((name) => (
              <Rows.Th key={name} className="nowrap" dir="auto">
                {name}
              </Rows.Th>
            ))}
          </Rows.Tr>
        </Rows.Thead>
        <Rows.Tbody>
          {examples.map(({ copies, row }) => (
            <Rows.Tr key={JSON.stringify(row)}>
              <Rows.Td>{count(copies)}</Rows.Td>
              {names.map((name) => (
                <Rows.Td key={name} className="nowrap" dir="auto">
                  {cellOf(row, name)}
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
  const [target, choose] = useKept('near');
  const found = useLook(table, `correlations ${target ?? ''}`, (handle, signal) =>
    handle.correlations(undefined, { signal, target }),
  );
  const numbers = table.columns.filter(({ type }) => type === 'integer' || type === 'number');
  const all = numbers.length;
  return (
    <Section title={<Term of="correlation">{words.correlations}</Term>}>
      {all > mostCorrelated && (
        <Select
          label={words.near}
          description={words.nearHint(mostCorrelated)}
          maw={360}
          data={numbers.map(({ name }) => name)}
          value={target ?? null}
          onChange={choose}
          searchable
          clearable
        />
      )}
      {all < 2 ? (
        <Text>{words.tooFew}</Text>
      ) : (
        <Loaded query={found}>
          {(pairs) =>
            pairs.length === 0 ? <Text>{words.noPairs}</Text> : <Pairs pairs={pairs} all={all} target={target} />
          }
        </Loaded>
      )}
    </Section>
  );
}

function Pairs({ pairs, all, target }: { pairs: Pair[]; all: number; target: string | undefined }) {
  const names = [...new Set(pairs.flatMap((pair) => [pair.column, pair.with]))];
  const width = { base: 12, lg: 6 };
  return (
    <>
      <Text size="sm" c="dimmed">
        {words.correlationsLead(names.length, all, target)}
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
                {pairs.slice(0, mostPairs).map(({ column: one, with: other, correlation }) => (
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
  const values = pairs.flatMap(({ column: one, with: other, correlation }) => [
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
