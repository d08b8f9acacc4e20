import { Anchor, Text } from '@mantine/core';
import type { Agent, Conversation } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { Empty } from '../shared/empty.tsx';
import { ago } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { words } from '../words/agents.ts';
import { words as shared } from '../words/shared.ts';

const columns: RecordColumn<Conversation>[] = [
  {
    accessorKey: 'name',
    header: words.conversation,
    cell: ({ row: { original } }) => (
      <Anchor
        component={Link}
        to="/p/$project/agents/$agent"
        params={{ project: original.project, agent: original.agent } as never}
        search={{ conversation: original.id } as never}
        className="anywhere"
      >
        {original.name}
      </Anchor>
    ),
  },
  { accessorKey: 'message_count', header: words.messages },
  { accessorKey: 'updated_at', header: shared.changed, cell: ({ row }) => ago(row.original.updated_at) },
  { id: 'remove', header: shared.actions, enableSorting: false, cell: ({ row }) => <Remove record={row.original} /> },
];

function Remove({ record: { project, agent, id, name } }: { record: Conversation }) {
  return (
    <RemoveButton
      to="conversations.delete"
      small
      name={name}
      loss={words.lossOfConversation}
      work={() => sibyl.project(project).agent(agent).conversation(id).delete()}
      changes={['listConversations']}
    />
  );
}

const latest = 200;

export function Conversations({ agent }: { agent: Agent }) {
  const path = { projectName: agent.project, agentName: agent.name };
  const conversations = useQuery(
    sibyl.query('listConversations', { path, query: { sort: '-created_at', limit: latest } }),
  );
  return (
    <Loaded query={conversations}>
      {(items) =>
        items.length > 0 ? (
          <>
            <RecordTable items={items} columns={columns} label={words.conversations} />
            {items.length === latest && (
              <Text size="sm" c="dimmed">
                {words.latestConversations(latest)}
              </Text>
            )}
          </>
        ) : (
          <Empty icon={MessagesSquare} title={words.noConversations}>
            {words.noConversationsLead}
          </Empty>
        )
      }
    </Loaded>
  );
}
