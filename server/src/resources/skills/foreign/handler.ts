/** The worker that reads what strangers wrote, so that it can take long without anybody else waiting. */
import { serveTasks } from '../../../platform/workers/serve-tasks.ts';
import { checkSchema, judgeText, judgeValue } from './judge.ts';

const tasks = { checkSchema, judgeText, judgeValue };
export type ForeignTasks = typeof tasks;

serveTasks(tasks);
