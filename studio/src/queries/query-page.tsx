import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { Editor } from '../shared/editor.tsx';
import { Page } from '../shared/page.tsx';
import { ProblemNote } from '../shared/problem.tsx';
import { words } from '../words/queries.ts';
import { QueryAnswer } from './query-answer.tsx';

const route = getRouteApi('/p/$project/query');

/** SQL with its rows and a chart; the query is in the address. */
export function QueryPage() {
  const { project } = route.useParams();
  const { sql = '', connection } = route.useSearch();
  const navigate = route.useNavigate();
  const path = { projectName: project };
  const tables = useQuery(sibyl.query('listTables', { path }));
  const connections = useQuery(sibyl.query('listConnections', { path }));
  const first = tables.data?.[0]?.name;
  const [text, setText] = useState<string>();
  const written = text ?? (sql || (first ? `select *\nfrom ${JSON.stringify(first)}\nlimit 100` : ''));
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
  const known = Object.fromEntries(
    (tables.data ?? []).map(({ name, columns }) => [name, columns.map((column) => column.name)]),
  );
  return (
    <Page title={words.title} lead={words.lead}>
      <Stack gap="sm">
        <Editor value={written} onChange={setText} label={words.sql} language="sql" onRun={run} tables={known} />
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
      </Stack>
      {answer.error && <ProblemNote error={answer.error} />}
      {answer.data && !answer.error && <QueryAnswer answer={answer.data} />}
    </Page>
  );
}
