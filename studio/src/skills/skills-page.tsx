import type { Skill } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Wrench } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { Empty } from '../shared/empty.tsx';
import { ago } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { nameColumn } from '../shared/name-column.tsx';
import { Page } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { words as shared } from '../words/shared.ts';
import { words } from '../words/skills.ts';
import { NewSkill } from './new-skill.tsx';

const route = getRouteApi('/p/$project/skills');

const columns: RecordColumn<Skill>[] = [
  nameColumn('/p/$project/skills/$skill'),
  { accessorKey: 'type', header: words.kind, cell: ({ row }) => words.kinds[row.original.type] },
  { accessorKey: 'description', header: shared.description },
  { id: 'agents', accessorFn: ({ agents }) => agents.join(', ') || words.nobody, header: words.usedBy },
  { accessorKey: 'updated_at', header: shared.changed, cell: ({ row }) => ago(row.original.updated_at) },
];

export function SkillsPage() {
  const { project } = route.useParams();
  const skills = useQuery(sibyl.query('listSkills', { path: { projectName: project } }));
  const create = <NewSkill project={project} />;
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Loaded query={skills}>
        {(items) =>
          items.length > 0 ? (
            <RecordTable items={items} columns={columns} label={words.title} />
          ) : (
            <Empty icon={Wrench} title={words.empty} action={create}>
              {words.emptyLead}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
