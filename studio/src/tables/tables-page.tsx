import { Button } from '@mantine/core';
import type { Table } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { SquareTerminal } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { ago, bytes, count } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { nameColumn } from '../shared/name-column.tsx';
import { Page } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { words as shared } from '../words/shared.ts';
import { words } from '../words/tables.ts';
import { DropZone } from './drop-zone.tsx';

const route = getRouteApi('/p/$project/tables');

const columns: RecordColumn<Table>[] = [
  nameColumn('/p/$project/tables/$table'),
  { accessorKey: 'row_count', header: words.rows, cell: ({ row }) => count(row.original.row_count) },
  { id: 'columns', accessorFn: (table) => table.columns.length, header: words.columns },
  { accessorKey: 'byte_size', header: words.size, cell: ({ row }) => bytes(row.original.byte_size) },
  { accessorKey: 'updated_at', header: shared.changed, cell: ({ row }) => ago(row.original.updated_at) },
];

export function TablesPage() {
  const { project } = route.useParams();
  const tables = useQuery(sibyl.query('listTables', { path: { projectName: project } }));
  const query = (
    <Button
      component={Link}
      to="/p/$project/query"
      params={{ project } as never}
      variant="default"
      leftSection={<SquareTerminal size={16} />}
    >
      {words.query}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={query}>
      <DropZone project={project} />
      <Loaded query={tables}>
        {(items) => (items.length === 0 ? null : <RecordTable items={items} columns={columns} label={words.title} />)}
      </Loaded>
    </Page>
  );
}
