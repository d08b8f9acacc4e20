import { Button, Select, SimpleGrid, Stack } from '@mantine/core';
import type { Agent } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Columns2 } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { Empty } from '../shared/empty.tsx';
import { Loaded } from '../shared/loaded.tsx';
import { Page } from '../shared/page.tsx';
import { words } from '../words/agents.ts';
import { Asking } from './chat.tsx';
import { ChatTurn } from './chat-turn.tsx';
import { useChat } from './use-chat.ts';

const route = getRouteApi('/p/$project/compare');

/** Asks two agents the same question. */
export function ComparePage() {
  const { project } = route.useParams();
  const agents = useQuery(sibyl.query('listAgents', { path: { projectName: project } }));
  return (
    <Page title={words.compareTitle} lead={words.compareLead}>
      <Loaded query={agents}>
        {(items) => (items.length > 1 ? <Pair project={project} agents={items} /> : <NeedTwo project={project} />)}
      </Loaded>
    </Page>
  );
}

function NeedTwo({ project }: { project: string }) {
  return (
    <Empty
      icon={Columns2}
      title={words.needTwo}
      action={
        <Button component={Link} to="/p/$project/agents" params={{ project } as never}>
          {words.title}
        </Button>
      }
    >
      {words.needTwoLead}
    </Empty>
  );
}

function Pair({ project, agents }: { project: string; agents: Agent[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const names = agents.map(({ name }) => name);
  const left = search.left ?? names[0];
  const right = search.right ?? names[1];
  const chats = [useChat({ project, name: left }), useChat({ project, name: right })];
  const ask = (question: string) => chats.map((chat) => chat.ask(question));
  const set = (side: 'left' | 'right') => (name: string | null) =>
    navigate({ search: { left, right, [side]: name } as never, replace: true });
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {[left, right].map((name, index) => (
          <div key={index === 0 ? 'left' : 'right'}>
            <Select
              label={index === 0 ? words.left : words.right}
              data={names}
              value={name}
              allowDeselect={false}
              onChange={set(index === 0 ? 'left' : 'right')}
              mb="md"
            />
            <div className="chat">
              {chats[index].turns.map((turn) => (
                <ChatTurn key={turn.id} turn={turn} />
              ))}
            </div>
          </div>
        ))}
      </SimpleGrid>
      <div className="asking">
        <Asking
          onAsk={ask}
          onStop={() => chats.map((chat) => chat.cancel())}
          isRunning={chats.some(({ turns }) => turns.at(-1)?.isRunning)}
        />
      </div>
    </Stack>
  );
}
