import { Button, Group, Select, Stack, Text } from '@mantine/core';
import type { Result } from '@sibyl/sdk';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { Editor } from '../shared/editor.tsx';
import { Loaded } from '../shared/loaded.tsx';
import { Page } from '../shared/page.tsx';
import { ProblemNote } from '../shared/problem.tsx';
import { words } from '../words/queries.ts';
import { QueryAnswer } from './query-answer.tsx';
import { SavedQueries } from './saved-queries.tsx';

const route = getRouteApi('/p/$project/query');

/** SQL with its rows and a chart; the query is in the address. */
export function QueryPage() {
  const { project } = route.useParams();
  const { sql = '', connection } = route.useSearch();
  const navigate = route.useNavigate();
  const path = { projectName: project };
  const tables = useQuery(sibyl.query('listTables', { path }));
  const connections = useQuery(sibyl.query('listConnections', { path }));
  const outside = useQuery({
    queryKey: ['testConnection', project, connection],
    queryFn: ({ signal }) => sibyl.project(project).connection(String(connection)).test({ signal }),
    enabled: connection !== undefined,
    staleTime: 300_000,
  });
  const own = (tables.data ?? []).map(({ name, columns }) => [name, columns.map((column) => column.name)] as const);
  const known = connection ? (outside.data?.tables ?? []).map((name) => [name, []] as const) : own;
  const engine = connections.data?.find(({ name }) => name === connection)?.engine;
  const [text, setText] = useState<string>();
  const written = text ?? (sql || (known.length > 0 ? firstRows(known[0][0], engine) : ''));
  const answer = useQuery({
    queryKey: ['runQuery', project, connection, sql],
    queryFn: async ({ signal }) => {
      const started = performance.now();
      const found = await sibyl.project(project).query(sql, connection ? { connection } : {}, { signal });
      return { ...found, milliseconds: performance.now() - started };
    },
    enabled: sql !== '',
  });
  const run = () => {
    if (written === sql) answer.refetch();
    else navigate({ search: (old: object) => ({ ...old, sql: written }) as never });
  };
  return (
    <Page title={words.title} lead={words.lead}>
      <Stack gap="sm">
        <Editor
          value={written}
          onChange={setText}
          label={words.sql}
          language="sql"
          onRun={run}
          tables={Object.fromEntries(known)}
        />
        <Group>
          <Button
            leftSection={<Play size={16} />}
            loading={answer.isFetching}
            onClick={run}
            disabled={written.trim() === ''}
          >
            {words.run}
          </Button>
          {(connections.data?.length ?? 0) > 0 && (
            <Select
              aria-label={words.where}
              placeholder={words.here}
              clearable
              data={connections.data?.map(({ name }) => name) ?? []}
              value={connection ?? null}
              onChange={(next) => navigate({ search: { sql, connection: next ?? undefined } as never })}
            />
          )}
          <Text size="sm" c="dimmed">
            {words.runHint}
          </Text>
        </Group>
        <SavedQueries project={project} onOpen={() => setText(undefined)} />
        {connection && <Outside answer={outside} onChoose={(name) => setText(firstRows(name, engine))} />}
      </Stack>
      {answer.error && <ProblemNote error={answer.error} />}
      {answer.data && !answer.error && (
        <QueryAnswer answer={answer.data} learn={{ sql: withoutLimit(sql), ...(connection ? { connection } : {}) }} />
      )}
    </Page>
  );
}

const mostTables = 40;

/** What a connection has, to be chosen. */
function Outside({
  answer,
  onChoose,
}: {
  answer: UseQueryResult<Result<'testConnection'>>;
  onChoose: (table: string) => void;
}) {
  return (
    <Loaded query={answer} lines={1}>
      {({ last_error, tables }) => (
        <Group gap={6}>
          <Text size="sm">{last_error ?? (tables.length > 0 ? words.itsTables : words.noTables)}</Text>
          {tables.slice(0, mostTables).map((table) => (
            <Button key={table} size="compact-xs" variant="default" onClick={() => onChoose(table)}>
              {table}
            </Button>
          ))}
          {tables.length > mostTables && <Text size="sm">{words.moreTables(tables.length - mostTables)}</Text>}
        </Group>
      )}
    </Loaded>
  );
}

/** A limit is for looking; a model learns from all rows. */
function withoutLimit(sql: string): string {
  return sql.replace(/\s+limit\s+\d+[\s;]*$/i, '');
}

/** A query in the SQL of the database. */
function firstRows(table: string, engine = ''): string {
  const quote = /mysql|bigquery/.test(engine) ? '`' : '"';
  const isPlain = /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/.test(table);
  return `select *\nfrom ${isPlain ? table : quote + table.replaceAll(quote, quote + quote) + quote}\nlimit 100`;
}
