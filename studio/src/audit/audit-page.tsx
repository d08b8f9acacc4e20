import { Group, Select } from '@mantine/core';
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
import { actionInWords } from '../words/spoken.ts';
import { placeOf } from './place-of.ts';

const route = getRouteApi('/settings/audit');
const shown = 500;
type Entry = Extract<Result<'listAudit'>, readonly unknown[]>[number];

/** Keys are told by their names. */
function columnsOf(names: ReadonlyMap<string, string>): RecordColumn<Entry>[] {
  return [
    { accessorKey: 'time', header: words.time, cell: ({ row }) => moment(row.original.time) },
    {
      accessorKey: 'actor',
      header: words.who,
      cell: ({ row: { original } }) => (
        <span className="anywhere" title={original.actor ?? ''}>
          {names.get(original.actor ?? '') ?? original.actor}
        </span>
      ),
    },
    { id: 'action', accessorFn: ({ action }) => actionInWords(action), header: words.action },
    {
      accessorKey: 'outcome',
      header: words.outcome,
      cell: ({ row }) => <Status value={String(row.original.outcome)} />,
    },
    {
      id: 'project',
      accessorFn: ({ subject }) => placeOf(subject).project,
      header: words.project,
    },
    {
      id: 'record',
      accessorFn: ({ subject }) => placeOf(subject).record,
      header: words.record,
      cell: ({ row: { original } }) => (
        <span className="anywhere" title={original.subject}>
          {placeOf(original.subject).record}
        </span>
      ),
    },
    { accessorKey: 'address', header: words.where },
  ];
}

/** Those that exist; a revoked key keeps its ID. */
function useKeyNames(): ReadonlyMap<string, string> {
  const { data = [] } = useQuery(sibyl.query('listKeys'));
  return new Map(data.map(({ id, name }) => [id, name]));
}

/** Whoever has a key, and whom the entries tell of: revoked keys, and people of times without keys. */
function actorChoices(names: ReadonlyMap<string, string>, told: readonly (string | null | undefined)[]) {
  const all = new Map([...told.flatMap((actor) => (actor ? [[actor, actor] as const] : [])), ...names]);
  return [...all].map(([value, label]) => ({ value, label }));
}

function useActions(): { value: string; label: string }[] {
  const { data } = useQuery(sibyl.query('getSession'));
  return (data?.may ?? []).map((action) => ({ value: action, label: actionInWords(action) }));
}

/** The audit; its filters are in the address. */
export function AuditPage() {
  const { actor, action, outcome } = route.useSearch();
  const navigate = route.useNavigate();
  const given = Object.fromEntries(Object.entries({ actor, action, outcome }).filter(([, value]) => value));
  const entries = useQuery({
    ...sibyl.query('listAudit', { query: { ...given, limit: shown } as never }),
    placeholderData: keepPreviousData,
  });
  const names = useKeyNames();
  const told = Array.isArray(entries.data) ? (entries.data as Entry[]).map((entry) => entry.actor) : [];
  const set = (next: object) => navigate({ search: { actor, action, outcome, ...next } as never, replace: true });
  return (
    <Page title={words.title} lead={words.lead}>
      <Group align="flex-end">
        <Select
          label={words.who}
          searchable
          clearable
          data={actorChoices(names, [actor, ...told])}
          value={actor ?? null}
          onChange={(next) => set({ actor: next ?? undefined })}
        />
        <Select
          label={words.action}
          searchable
          clearable
          data={useActions()}
          value={action ?? null}
          onChange={(next) => set({ action: next ?? undefined })}
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
            <RecordTable items={items as Entry[]} columns={columnsOf(names)} label={words.title} />
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
