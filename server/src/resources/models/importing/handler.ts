/** The worker that checks uploaded model files, and writes files anew. */
import { serveTasks } from '../../../platform/workers/serve-tasks.ts';
import { convertModelFile } from './read-model-file.ts';
import { rewriteThreshold } from './rewrite-threshold.ts';

const tasks = { convertModelFile, rewriteThreshold };
export type ModelFileTasks = typeof tasks;

serveTasks(tasks);
