import { Anchor, Group } from '@mantine/core';
import type { Project } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { sibyl } from '../shared/client.ts';
import { CreateButton } from '../shared/create-button.tsx';
import { ago } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Page } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { projects as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';
import { DeletedProjects } from './deleted-projects.tsx';

const columns: RecordColumn<Project>[] = [
  {
    accessorKey: 'name',
    header: shared.name,
    cell: ({ row: { original } }) => (
      <Anchor
        component={Link}
        to="/p/$project"
        params={{ project: original.name } as never}
        fw={500}
        className="anywhere"
      >
        {original.name}
      </Anchor>
    ),
  },
  { accessorKey: 'description', header: shared.description },
  { accessorKey: 'updated_at', header: shared.changed, cell: ({ row }) => ago(row.original.updated_at) },
  {
    id: 'remove',
    header: shared.actions,
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Group justify="flex-end">
        <RemoveButton
          to="projects.delete"
          small
          name={original.name}
          loss={words.loss}
          work={() => sibyl.project(original.name).delete({ cascade: true })}
          changes={['listProjects', 'listDeletedProjects']}
          trash
          typed
        />
      </Group>
    ),
  },
];

export function ProjectsPage() {
  const navigate = useNavigate();
  const projects = useQuery(sibyl.query('listProjects', { query: { sort: 'name' } }));
  const create = (
    <CreateButton
      to="projects.create"
      label={words.create}
      work={(body) => sibyl.projects.create(body)}
      changes={['listProjects']}
      onDone={(project) => navigate({ to: '/p/$project', params: { project } })}
    />
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Loaded query={projects}>{(items) => <RecordTable items={items} columns={columns} label={words.title} />}</Loaded>
      <DeletedProjects />
    </Page>
  );
}
