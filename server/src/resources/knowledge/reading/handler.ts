/** The worker that opens strangers' documents. */
import { serveTasks } from '../../../platform/workers/serve-tasks.ts';
import { readDocument } from './inside/read-document.ts';

const tasks = { readDocument };
export type DocumentTasks = typeof tasks;

serveTasks(tasks);
