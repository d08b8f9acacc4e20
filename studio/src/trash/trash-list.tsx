import { Group } from '@mantine/core';
import type { TrashEntry } from '@sibyl/sdk';
import { ago, moment } from '../shared/format.ts';
import { May } from '../shared/may.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { trash as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';
import { RestoreButton } from './restore-button.tsx';
import type { TrashPlace } from './trash-place.ts';

export function TrashList({ entries, place }: { entries: readonly TrashEntry[]; place: TrashPlace }) {
  return <RecordTable items={entries} columns={columnsOf(place)} label={words.title} />;
}

function columnsOf(place: TrashPlace): RecordColumn<TrashEntry>[] {
  return [
    { accessorKey: 'name', header: shared.name },
    { id: 'kind', accessorFn: ({ kind }) => words.kinds[kind], header: words.kind },
    { accessorKey: 'deleted_at', header: words.deletedAt, cell: ({ row }) => ago(row.original.deleted_at) },
    { accessorKey: 'expires_at', header: words.expires, cell: ({ row }) => moment(row.original.expires_at) },
    {
      id: 'actions',
      header: shared.actions,
      enableSorting: false,
      cell: ({ row: { original } }) => (
        <Group justify="flex-end" wrap="nowrap" gap="xs">
          <May to={place.restores}>
            <RestoreButton entry={original} place={place} />
          </May>
          <RemoveButton
            to={place.deletes}
            small
            name={original.name}
            loss={words.loss}
            work={() => place.delete(original.id)}
            changes={place.changes}
          />
        </Group>
      ),
    },
  ];
}
