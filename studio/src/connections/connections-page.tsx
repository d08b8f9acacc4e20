import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Connection } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Database, Pencil, Plus } from 'lucide-react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { Empty } from '../shared/empty.tsx';
import { ago } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { May } from '../shared/may.tsx';
import { Page } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { Status } from '../shared/status.tsx';
import { connections as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';
import { ConnectionDialog } from './connection-dialog.tsx';
import { placeOf } from './engines.ts';

const route = getRouteApi('/p/$project/connections');

const columns: RecordColumn<Connection>[] = [
  { accessorKey: 'name', header: shared.name },
  { id: 'place', accessorFn: placeOf, header: words.place },
  { accessorKey: 'status', header: shared.status, cell: ({ row }) => <Tested connection={row.original} /> },
  { accessorKey: 'tested_at', header: words.tested, cell: ({ row }) => ago(row.original.tested_at) },
  {
    id: 'actions',
    header: shared.actions,
    enableSorting: false,
    cell: ({ row }) => <Actions connection={row.original} />,
  },
];

export function ConnectionsPage() {
  const { project } = route.useParams();
  const connections = useQuery(sibyl.query('listConnections', { path: { projectName: project } }));
  const create = (
    <May to="connections.create">
      <CreateConnection project={project} />
    </May>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Loaded query={connections}>
        {(items) =>
          items.length > 0 ? (
            <RecordTable items={items} columns={columns} label={words.title} />
          ) : (
            <Empty icon={Database} title={words.empty} action={create}>
              {words.emptyLead}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

function CreateConnection({ project }: { project: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button leftSection={<Plus size={16} />} onClick={open}>
        {words.create}
      </Button>
      <ConnectionDialog opened={opened} project={project} onClose={close} />
    </>
  );
}

function Tested({ connection: { status, last_error } }: { connection: Connection }) {
  return (
    <>
      <Status value={status} />
      {last_error && (
        <Text size="sm" className="anywhere">
          {last_error}
        </Text>
      )}
    </>
  );
}

function Actions({ connection }: { connection: Connection }) {
  const { project, name } = connection;
  const [edits, { open, close }] = useDisclosure(false);
  const handle = sibyl.project(project).connection(name);
  const test = useAction(() => handle.test(), {
    done: ({ status, last_error, server_version, tables }) =>
      status === 'ok' ? words.works(server_version ?? '', tables.length) : words.fails(last_error ?? ''),
    changes: ['listConnections'],
  });
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        component={Link}
        to="/p/$project/query"
        params={{ project } as never}
        search={{ connection: name } as never}
        size="xs"
        variant="light"
        aria-label={words.queryOf(name)}
      >
        {words.query}
      </Button>
      <May to="connections.test">
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {words.test}
        </Button>
      </May>
      <May to="connections.update">
        <ActionIcon variant="subtle" color="gray" onClick={open} aria-label={words.edit(name)}>
          <Pencil size={16} />
        </ActionIcon>
      </May>
      <ConnectionDialog opened={edits} project={project} connection={connection} onClose={close} />
      <RemoveButton
        to="connections.delete"
        small
        name={name}
        loss={words.loss}
        work={() => handle.delete()}
        changes={['listConnections']}
      />
    </Group>
  );
}
