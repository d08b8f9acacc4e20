import { Badge, Code } from '@mantine/core';
import type { Event } from '@sibyl/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { useEffect } from 'react';
import { sibyl } from '../shared/client.ts';
import { Empty } from '../shared/empty.tsx';
import { ago } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Page } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { events as words } from '../words/operate.ts';

const route = getRouteApi('/p/$project/events');
const shown = 200;

const columns: RecordColumn<Event>[] = [
  { accessorKey: 'sequence', header: words.number },
  {
    accessorKey: 'type',
    header: words.what,
    cell: ({ row }) => row.original.type.replace('sibyl.', '').replaceAll(/[._]/g, ' '),
  },
  {
    id: 'subject',
    accessorFn: subjectOf,
    header: words.subject,
    cell: ({ getValue }) => <span className="anywhere">{String(getValue())}</span>,
  },
  { accessorKey: 'time', header: words.time, cell: ({ row }) => ago(row.original.time) },
  {
    id: 'data',
    header: words.data,
    enableSorting: false,
    cell: ({ row }) => (
      <details>
        <summary>{words.data}</summary>
        <Code block>{JSON.stringify(row.original.data, null, 2)}</Code>
      </details>
    ),
  },
];

/** The name of what an event is about; without one its address. */
function subjectOf({ subject, data }: Event): string {
  const { name, model, agent } = data as Record<string, unknown>;
  return String(name ?? model ?? agent ?? subject);
}

/** Events, the newest first; new ones appear by themselves. */
export function EventsPage() {
  const { project } = route.useParams();
  const query = sibyl.query('listEvents', {
    path: { projectName: project },
    query: { sort: '-sequence', limit: shown },
  });
  const events = useQuery(query);
  const cache = useQueryClient();
  useEffect(() => {
    const watching = new AbortController();
    const watch = async () => {
      for await (const event of sibyl.project(project).watch({}, { signal: watching.signal }))
        cache.setQueriesData<Event[]>({ queryKey: ['listEvents', { projectName: project }] }, (old) =>
          [event, ...(old ?? [])].slice(0, shown),
        );
    };
    // The list shows the error.
    watch().catch(() => {});
    return () => watching.abort();
  }, [project, cache]);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      mark={
        <Badge variant="light" color="teal" tt="none" className="status">
          {words.live}
        </Badge>
      }
    >
      <Loaded query={events}>
        {(items) =>
          items.length > 0 ? (
            <RecordTable items={items} columns={columns} label={words.title} />
          ) : (
            <Empty icon={Activity} title={words.empty}>
              {words.emptyLead}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
