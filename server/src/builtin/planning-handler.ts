/** The worker that reads questions which take long: many words against many columns. */
import { serveTasks } from '../platform/workers/serve-tasks.ts';
import { type HintRequest, type PlanRequest, planHere, type WordsRequest } from './planner.ts';

const tasks = {
  findWords: (request: WordsRequest) => planHere.findWords(request),
  plan: (request: PlanRequest) => planHere.plan(request),
  hint: (request: HintRequest) => planHere.hint(request),
};
export type PlanningTasks = typeof tasks;

serveTasks(tasks);
