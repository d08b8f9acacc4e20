import { useQueries } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';

export type Held = Record<'tables' | 'models' | 'agents' | 'skills' | 'knowledge' | 'chatbots', number | undefined>;

/** Counts the project's records of each kind. */
export function useHeld(project: string): { counts: Held; error: unknown } {
  const path = { projectName: project };
  const [tables, models, agents, skills, knowledge, chatbots] = useQueries({
    queries: [
      sibyl.query('listTables', { path }),
      sibyl.query('listModels', { path }),
      sibyl.query('listAgents', { path }),
      sibyl.query('listSkills', { path }),
      sibyl.query('listKnowledgeBases', { path }),
      sibyl.query('listChatbots', { path }),
    ],
  });
  const all = { tables, models, agents, skills, knowledge, chatbots };
  const counts = Object.fromEntries(Object.entries(all).map(([name, { data }]) => [name, data?.length])) as Held;
  return { counts, error: Object.values(all).find(({ error }) => error)?.error };
}
