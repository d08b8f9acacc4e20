/** The worker that checks uploaded model files. */
import { serveTasks } from '../../../platform/workers/serve-tasks.ts';
import { convertModelFile } from './read-model-file.ts';

const tasks = { convertModelFile };
export type ModelFileTasks = typeof tasks;

serveTasks(tasks);
