import { Anchor, Select } from '@mantine/core';
import type { Skill } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Wrench } from 'lucide-react';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { CreateButton } from '../shared/create-button.tsx';
import { Empty } from '../shared/empty.tsx';
import { ago } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Page } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { words as shared } from '../words/shared.ts';
import { words } from '../words/skills.ts';

const route = getRouteApi('/p/$project/skills');

const columns: RecordColumn<Skill>[] = [
  {
    accessorKey: 'name',
    header: shared.name,
    cell: ({ row: { original } }) => (
      <Anchor
        component={Link}
        to="/p/$project/skills/$skill"
        params={{ project: original.project, skill: original.name } as never}
        fw={500}
        className="anywhere"
      >
        {original.name}
      </Anchor>
    ),
  },
  { accessorKey: 'type', header: words.kind, cell: ({ row }) => words.kinds[row.original.type] },
  { accessorKey: 'description', header: shared.description },
  { id: 'agents', accessorFn: ({ agents }) => agents.join(', ') || words.nobody, header: words.usedBy },
  { accessorKey: 'updated_at', header: shared.changed, cell: ({ row }) => ago(row.original.updated_at) },
];

/** Required params of each kind; others are set on its page. */
const firstParams: Record<string, object> = {
  http: { base_url: 'https://api.example.com', requests: [{ name: 'status', path: '/status' }] },
  mcp: { url: 'https://mcp.example.com/mcp', tools: ['search'] },
};

export function SkillsPage() {
  const { project } = route.useParams();
  const navigate = route.useNavigate();
  const [type, setType] = useState<string>('sql');
  const skills = useQuery(sibyl.query('listSkills', { path: { projectName: project } }));
  const path = { projectName: project };
  const models = useQuery(sibyl.query('listModels', { path }));
  const bases = useQuery(sibyl.query('listKnowledgeBases', { path }));
  const agents = useQuery(sibyl.query('listAgents', { path }));
  const params: Record<string, object> = {
    ...firstParams,
    predict: { models: models.data?.slice(0, 1).map(({ name }) => name) },
    knowledge: { knowledge_bases: bases.data?.slice(0, 1).map(({ name }) => name) },
    agent: { agent: agents.data?.[0]?.name },
  };
  const create = (
    <CreateButton
      label={words.create}
      work={(body) => sibyl.project(project).skills.create({ ...body, type, params: params[type] ?? {} } as never)}
      changes={['listSkills']}
      onDone={(skill) => navigate({ to: '/p/$project/skills/$skill', params: { project, skill } })}
    >
      <Select
        label={words.kind}
        allowDeselect={false}
        value={type}
        onChange={(next) => setType(next ?? 'sql')}
        data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
      />
    </CreateButton>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Loaded query={skills}>
        {(items) =>
          items.length > 0 ? (
            <RecordTable items={items} columns={columns} label={words.title} />
          ) : (
            <Empty icon={Wrench} title={words.empty}>
              {words.emptyLead}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
