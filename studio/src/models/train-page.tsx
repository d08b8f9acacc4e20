import { Button } from '@mantine/core';
import type { Model, Table } from '@sibyl/sdk';
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
  const { model } = route.useSearch();
  return (
    <Page title={model ? words.againTitle(model) : words.trainTitle} lead={model ? words.againLead : words.trainLead}>
      {model ? <Again project={project} model={model} /> : <Source project={project} />}
    </Page>
  );
}

/** The form of an earlier training, filled as it was. */
function Again({ project, model }: { project: string; model: string }) {
  const former = useQuery(sibyl.query('getModel', { path: { projectName: project, modelName: model } }));
  return <Loaded query={former}>{(record) => <Source project={project} former={record} />}</Loaded>;
}

interface SourceProps {
  project: string;
  former?: Model;
}

function Source({ project, ...rest }: SourceProps) {
  const search = route.useSearch();
  const source = (rest.former?.source ?? {}) as { sql?: string; connection?: string };
  const { sql, connection } = search.sql ? search : source;
  if (!sql) return <FromTable project={project} {...rest} />;
  return <FromQuery project={project} query={connection ? { sql, connection } : { sql }} {...rest} />;
}

/** One row of the query says what its columns are. */
function FromQuery({ project, query, ...rest }: SourceProps & { query: { sql: string; connection?: string } }) {
  const { sql, ...where } = query;
  const answer = useQuery({
    queryKey: ['runQuery', 'columns', project, query],
    queryFn: ({ signal }) => sibyl.project(project).query(sql, { ...where, limit: 1 }, { signal }),
  });
  return (
    <Loaded query={answer}>
      {({ columns }) => (
        <TrainForm
          project={project}
          sources={[{ name: query.connection ?? 'query', columns }]}
          query={query}
          {...rest}
        />
      )}
    </Loaded>
  );
}

function FromTable({ project, ...rest }: SourceProps) {
  const tables = useQuery(sibyl.query('listTables', { path: { projectName: project } }));
  return (
    <Loaded query={tables}>
      {(items) =>
        items.length > 0 ? (
          <TrainForm project={project} sources={formerFirst(items, rest.former)} {...rest} />
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

/** The first table is chosen. */
function formerFirst(tables: readonly Table[], former: Model | undefined): readonly Table[] {
  const { table } = (former?.source ?? {}) as { table?: string };
  return tables.toSorted((one, other) => Number(other.name === table) - Number(one.name === table));
}
