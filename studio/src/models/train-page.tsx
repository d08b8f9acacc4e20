import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Table2 } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { Empty } from '../shared/empty.tsx';
import { Loaded } from '../shared/loaded.tsx';
import { Page } from '../shared/page.tsx';
import { words } from '../words/models.ts';
import { words as tableWords } from '../words/tables.ts';
import { TrainForm } from './train-form.tsx';

const route = getRouteApi('/p/$project/train');

export function TrainPage() {
  const { project } = route.useParams();
  const { sql, connection } = route.useSearch();
  return (
    <Page title={words.trainTitle} lead={words.trainLead}>
      {sql ? (
        <FromQuery project={project} query={connection ? { sql, connection } : { sql }} />
      ) : (
        <FromTable project={project} />
      )}
    </Page>
  );
}

/** One row of the query says what its columns are. */
function FromQuery({ project, query }: { project: string; query: { sql: string; connection?: string } }) {
  const { sql, ...where } = query;
  const answer = useQuery({
    queryKey: ['runQuery', 'columns', project, query],
    queryFn: ({ signal }) => sibyl.project(project).query(sql, { ...where, limit: 1 }, { signal }),
  });
  return (
    <Loaded query={answer}>
      {({ columns }) => (
        <TrainForm project={project} sources={[{ name: query.connection ?? 'query', columns }]} query={query} />
      )}
    </Loaded>
  );
}

function FromTable({ project }: { project: string }) {
  const tables = useQuery(sibyl.query('listTables', { path: { projectName: project } }));
  return (
    <Loaded query={tables}>
      {(items) =>
        items.length > 0 ? (
          <TrainForm project={project} sources={items} />
        ) : (
          <Empty
            icon={Table2}
            title={words.noTables}
            action={
              <Button component={Link} to="/p/$project/tables" params={{ project } as never}>
                {tableWords.add}
              </Button>
            }
          >
            {words.noTablesLead}
          </Empty>
        )
      }
    </Loaded>
  );
}
