import { Button, MultiSelect } from '@mantine/core';
import type { Agent } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Columns2, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { CreateButton } from '../shared/create-button.tsx';
import { Empty } from '../shared/empty.tsx';
import { ago } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { nameColumn } from '../shared/name-column.tsx';
import { Page } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { words } from '../words/agents.ts';
import { words as shared } from '../words/shared.ts';

const route = getRouteApi('/p/$project/agents');

const columns: RecordColumn<Agent>[] = [
  nameColumn('/p/$project/agents/$agent'),
  {
    accessorKey: 'model_name',
    header: words.answersBy,
    cell: ({ row: { original } }) =>
      original.provider === 'builtin' ? words.rules : `${original.provider}/${original.model_name}`,
  },
  { id: 'skills', accessorFn: ({ skills }) => skills.map(({ name }) => name).join(', '), header: words.skills },
  { accessorKey: 'updated_at', header: shared.changed, cell: ({ row }) => ago(row.original.updated_at) },
];

export function AgentsPage() {
  const { project } = route.useParams();
  const navigate = route.useNavigate();
  const agents = useQuery(sibyl.query('listAgents', { path: { projectName: project } }));
  const tables = useQuery(sibyl.query('listTables', { path: { projectName: project } }));
  const [answersFrom, setAnswersFrom] = useState<string[]>([]);
  const create = (
    <CreateButton
      to="agents.create"
      label={words.create}
      work={(body) =>
        sibyl.project(project).agents.create({ ...body, ...(answersFrom.length > 0 ? { tables: answersFrom } : {}) })
      }
      changes={['listAgents', 'listSkills']}
      onDone={(name) =>
        navigate({ to: '/p/$project/agents/$agent', params: { project, agent: name }, search: { tab: 'settings' } })
      }
    >
      {(faults) => (
        <MultiSelect
          label={words.tables}
          description={words.tablesHint}
          data={tables.data?.map(({ name }) => name) ?? []}
          value={answersFrom}
          error={faults.at('/tables')}
          onChange={setAnswersFrom}
          searchable
          limit={200}
        />
      )}
    </CreateButton>
  );
  const compare = (
    <Button
      component={Link}
      to="/p/$project/compare"
      params={{ project } as never}
      variant="default"
      leftSection={<Columns2 size={16} />}
    >
      {words.compare}
    </Button>
  );
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          {compare}
          {create}
        </>
      }
    >
      <Loaded query={agents}>
        {(items) =>
          items.length > 0 ? (
            <RecordTable items={items} columns={columns} label={words.title} />
          ) : (
            <Empty icon={MessagesSquare} title={words.empty} action={create}>
              {words.emptyLead}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
