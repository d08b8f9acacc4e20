import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { May } from '../shared/may.tsx';
import { words } from '../words/tables.ts';

/** Opens a chat with an agent that answers from this table, which is made at the first press. */
export function AskButton({ project, table }: { project: string; table: string }) {
  const navigate = useNavigate();
  const ask = useAction(() => agentOf(project, table), {
    changes: ['listAgents', 'listSkills'],
    onDone: (agent) => navigate({ to: '/p/$project/agents/$agent', params: { project, agent } }),
  });
  return (
    <May to="agents.create">
      <Button leftSection={<MessagesSquare size={16} />} loading={ask.isPending} onClick={() => ask.mutate()}>
        {words.ask}
      </Button>
    </May>
  );
}

async function agentOf(project: string, table: string): Promise<string> {
  const name = `about_${table}`.slice(0, 100);
  const { agents } = sibyl.project(project);
  const [known] = await agents.list({ name });
  if (known === undefined) await agents.create({ name, description: words.answersFrom(table), tables: [table] });
  return name;
}
