/** The worker that draws charts, so that a specification can harm nothing else. */
import { serveTasks } from '../workers/serve-tasks.ts';
import { drawChart } from './draw.ts';

const tasks = { drawChart };
export type ChartTasks = typeof tasks;

serveTasks(tasks);
