/** The worker that parses users' documents. */
import { serveTasks } from '../../../platform/workers/serve-tasks.ts';
import { readDocument } from './inside/read-document.ts';

const tasks = { readDocument };
export type DocumentTasks = typeof tasks;

serveTasks(tasks);
