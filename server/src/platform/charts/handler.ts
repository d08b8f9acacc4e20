/** The worker that draws charts: whatever a specification makes of its libraries ends with it. */
import { serveTasks } from '../workers/serve-tasks.ts';
import { drawChart } from './draw.ts';

const tasks = { drawChart };
export type ChartTasks = typeof tasks;

serveTasks(tasks);
