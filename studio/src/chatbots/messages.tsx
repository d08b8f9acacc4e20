import type { Chatbot } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { Empty } from '../shared/empty.tsx';
import { ago } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { type RecordColumn, RecordTable } from '../shared/record-table.tsx';
import { Status } from '../shared/status.tsx';
import { words } from '../words/chatbots.ts';
import { words as shared } from '../words/shared.ts';

interface Message {
  id: string;
  direction: string;
  user: { name: string } | null;
  text: string;
  status: string;
  error: string | null;
  created_at: string;
}

const columns: RecordColumn<Message>[] = [
  { accessorKey: 'created_at', header: shared.created, cell: ({ row }) => ago(row.original.created_at) },
  {
    id: 'from',
    header: words.from,
    accessorFn: ({ direction, user }) => (direction === 'out' ? words.bot : (user?.name ?? '')),
  },
  {
    accessorKey: 'text',
    header: words.text,
    cell: ({ row }) => <span className="anywhere">{row.original.text.slice(0, 300)}</span>,
  },
  {
    accessorKey: 'status',
    header: shared.status,
    cell: ({ row }) => <Status value={row.original.error ?? row.original.status} />,
  },
];

export function Messages({ chatbot: { project, name } }: { chatbot: Chatbot }) {
  const path = { projectName: project, chatbotName: name };
  const messages = useQuery({
    ...sibyl.query('listChatbotMessages', { path, query: { limit: 1000 } }),
    refetchInterval: 5000,
  });
  return (
    <Loaded query={messages}>
      {(items) =>
        items.length > 0 ? (
          <RecordTable items={items.toReversed()} columns={columns} label={words.messages} />
        ) : (
          <Empty icon={MessageSquare} title={words.noMessages}>
            {words.noMessagesLead}
          </Empty>
        )
      }
    </Loaded>
  );
}
