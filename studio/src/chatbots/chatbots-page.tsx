import { Select } from '@mantine/core';
import type { Chatbot } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { CreateButton } from '../shared/create-button.tsx';
import { Empty } from '../shared/empty.tsx';
import { Loaded } from '../shared/loaded.tsx';
import { nameColumn } from '../shared/name-column.tsx';
import { Page } from '../shared/page.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { Status } from '../shared/status.tsx';
import { channels, words } from '../words/chatbots.ts';
import { words as shared } from '../words/shared.ts';

const route = getRouteApi('/p/$project/chatbots');

const columns: RecordColumn<Chatbot>[] = [
  nameColumn('/p/$project/chatbots/$chatbot'),
  { accessorKey: 'status', header: shared.status, cell: ({ row }) => <Status value={row.original.status} /> },
  { accessorKey: 'agent', header: words.agent },
  { id: 'channel', accessorFn: ({ channel }) => channels[channel.type].label, header: words.channel },
  { id: 'answered', accessorFn: ({ counters }) => counters.answered, header: words.answered },
];

export function ChatbotsPage() {
  const { project } = route.useParams();
  const navigate = route.useNavigate();
  const chatbots = useQuery(sibyl.query('listChatbots', { path: { projectName: project } }));
  const agents = useQuery(sibyl.query('listAgents', { path: { projectName: project } }));
  const [chosen, setChosen] = useState<string | null>(null);
  const agent = chosen ?? agents.data?.[0]?.name ?? null;
  // Other channels are chosen on the chatbot's page, which shows their steps.
  const create = (
    <CreateButton
      to="chatbots.create"
      label={words.create}
      withDescription={false}
      work={({ name }) =>
        sibyl.project(project).chatbots.create({ name, agent: agent ?? '', channel: { type: 'web' } } as never)
      }
      changes={['listChatbots']}
      onDone={(chatbot) => navigate({ to: '/p/$project/chatbots/$chatbot', params: { project, chatbot } })}
    >
      {(faults) => (
        <>
          {' '}
          <Select
            label={words.agent}
            required
            data={agents.data?.map(({ name }) => name) ?? []}
            error={faults.at('/agent')}
            value={agent}
            onChange={setChosen}
          />
        </>
      )}
    </CreateButton>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Loaded query={chatbots}>
        {(items) =>
          items.length > 0 ? (
            <RecordTable items={items} columns={columns} label={words.title} />
          ) : (
            <Empty icon={Bot} title={words.empty} action={create}>
              {words.emptyLead}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
