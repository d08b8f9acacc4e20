/** The worker that reads users' files; DuckDB is loaded only in workers. */
import { serveTasks } from '../workers/serve-tasks.ts';
import { type EngineLimits, interruptAll } from './inside/duckdb.ts';
import { appendFile, importFile } from './inside/import-file.ts';
import type { AppendRequest, ImportRequest } from './types.ts';

const tasks = {
  importFile: ({ file, limits }: { file: ImportRequest; limits: EngineLimits }) => importFile(file, limits),
  appendFile: ({ file, limits }: { file: AppendRequest; limits: EngineLimits }) => appendFile(file, limits),
};
export type ImportTasks = typeof tasks;

serveTasks(tasks, interruptAll);
