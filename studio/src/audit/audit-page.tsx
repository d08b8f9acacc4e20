import { Group, Select, TextInput } from '@mantine/core';
import type { Result } from '@sibyl/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FileClock } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { Empty } from '../shared/empty.tsx';
import { moment } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Page } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { Status } from '../shared/status.tsx';
import { audit as words } from '../words/operate.ts';

const route = getRouteApi('/settings/audit');
const shown = 500;
type Entry = Extract<Result<'listAudit'>, readonly unknown[]>[number];

const columns: RecordColumn<Entry>[] = [
  { accessorKey: 'time', header: words.time, cell: ({ row }) => moment(row.original.time) },
  {
    accessorKey: 'actor',
    header: words.who,
    cell: ({ row }) => <span className="anywhere">{row.original.actor}</span>,
  },
  { accessorKey: 'action', header: words.action },
  { accessorKey: 'outcome', header: words.outcome, cell: ({ row }) => <Status value={String(row.original.outcome)} /> },
  { accessorKey: 'project', header: words.project },
  { accessorKey: 'address', header: words.where },
];

/** The audit; its filters are in the address. */
export function AuditPage() {
  const { actor, action, outcome } = route.useSearch();
  const navigate = route.useNavigate();
  const given = Object.fromEntries(Object.entries({ actor, action, outcome }).filter(([, value]) => value));
  const entries = useQuery({
    ...sibyl.query('listAudit', { query: { ...given, limit: shown } as never }),
    placeholderData: keepPreviousData,
  });
  const set = (next: object) => navigate({ search: { actor, action, outcome, ...next } as never, replace: true });
  return (
    <Page title={words.title} lead={words.lead}>
      <Group align="flex-end">
        <TextInput
          label={words.who}
          value={actor ?? ''}
          onChange={(event) => set({ actor: event.currentTarget.value || undefined })}
        />
        <TextInput
          label={words.action}
          placeholder="models.create"
          value={action ?? ''}
          onChange={(event) => set({ action: event.currentTarget.value || undefined })}
        />
        <Select
          label={words.outcome}
          placeholder={words.outcomes}
          clearable
          data={['done', 'refused', 'failed']}
          value={outcome ?? null}
          onChange={(next) => set({ outcome: next ?? undefined })}
        />
      </Group>
      <Loaded query={entries}>
        {(items) =>
          Array.isArray(items) && items.length > 0 ? (
            <RecordTable items={items as Entry[]} columns={columns} label={words.title} />
          ) : (
            <Empty icon={FileClock} title={words.empty}>
              {words.emptyLead}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
