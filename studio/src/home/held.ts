import { useQueries, useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import { useMay } from '../shared/may.tsx';
import { isRunning } from '../shared/running.ts';

type Kind = 'tables' | 'models' | 'agents' | 'skills' | 'knowledge' | 'chatbots' | 'jobs' | 'projects';
export type Held = Record<Kind, number | undefined>;

const pauseMs = 2000;

/** Counts the project's records of each kind, and the jobs that wait or run. */
export function useHeld(project: string): { counts: Held; error: unknown } {
  const may = useMay();
  const path = { projectName: project };
  const jobs = useQuery({
    ...sibyl.query('listJobs', { path }),
    enabled: may('jobs.list'),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pauseMs : false),
  });
  const [tables, models, agents, skills, knowledge, chatbots, projects] = useQueries({
    queries: [
      { ...sibyl.query('listTables', { path }), enabled: may('tables.list') },
      { ...sibyl.query('listModels', { path }), enabled: may('models.list') },
      { ...sibyl.query('listAgents', { path }), enabled: may('agents.list') },
      { ...sibyl.query('listSkills', { path }), enabled: may('skills.list') },
      { ...sibyl.query('listKnowledgeBases', { path }), enabled: may('knowledge_bases.list') },
      { ...sibyl.query('listChatbots', { path }), enabled: may('chatbots.list') },
      sibyl.query('listProjects', { query: { sort: 'name' } }),
    ],
  });
  const all = { tables, models, agents, skills, knowledge, chatbots, projects };
  const counts = Object.fromEntries(Object.entries(all).map(([name, { data }]) => [name, data?.length])) as Held;
  const running = jobs.data?.filter(isRunning).length;
  return { counts: { ...counts, jobs: running }, error: Object.values(all).find(({ error }) => error)?.error };
}
