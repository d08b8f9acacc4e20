/** The worker that reads questions which take long: many words against many columns. */
import { serveTasks } from '../platform/workers/serve-tasks.ts';
import { planHere } from './planner.ts';

export type PlanningTasks = typeof planHere;

serveTasks(planHere);
