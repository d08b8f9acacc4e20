import { useQueries, useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import { isRunning } from '../shared/running.ts';

type Kind = 'tables' | 'models' | 'agents' | 'skills' | 'knowledge' | 'chatbots' | 'jobs' | 'projects';
export type Held = Record<Kind, number | undefined>;

const pauseMs = 2000;

/** Counts the project's records of each kind, and the jobs that wait or run. */
export function useHeld(project: string): { counts: Held; error: unknown } {
  const path = { projectName: project };
  const jobs = useQuery({
    ...sibyl.query('listJobs', { path }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pauseMs : false),
  });
  const [tables, models, agents, skills, knowledge, chatbots, projects] = useQueries({
    queries: [
      sibyl.query('listTables', { path }),
      sibyl.query('listModels', { path }),
      sibyl.query('listAgents', { path }),
      sibyl.query('listSkills', { path }),
      sibyl.query('listKnowledgeBases', { path }),
      sibyl.query('listChatbots', { path }),
      sibyl.query('listProjects', { query: { sort: 'name' } }),
    ],
  });
  const all = { tables, models, agents, skills, knowledge, chatbots, projects };
  const counts = Object.fromEntries(Object.entries(all).map(([name, { data }]) => [name, data?.length])) as Held;
  const running = jobs.data?.filter(isRunning).length;
  return { counts: { ...counts, jobs: running }, error: Object.values(all).find(({ error }) => error)?.error };
}
