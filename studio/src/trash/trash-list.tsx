import { Group } from '@mantine/core';
import type { Action, Body, TrashEntry } from '@sibyl/sdk';
import { ago, moment } from '../shared/format.ts';
import { May } from '../shared/may.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { trash as words } from '../words/operate.ts';
import { words as shared } from '../words/shared.ts';
import { RestoreButton } from './restore-button.tsx';

/** The trash of a project, or that of the service. */
export interface TrashPlace {
  restore(id: string, body: Body<'restoreFromTrash'>): Promise<TrashEntry>;
  delete(id: string): Promise<unknown>;
  /** The actions of restoring and deleting. */
  restores: Action;
  deletes: Action;
  /** Operations whose results must be read again. */
  changes: readonly string[];
}

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
