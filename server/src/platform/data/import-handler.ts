/** The worker that reads users' files; DuckDB is loaded only in workers. */
import { serveTasks, type Task } from '../workers/serve-tasks.ts';
import type { AppendRequest, ImportRequest, ReadRowsRequest } from './types.ts';
import { type EngineLimits, interruptAll } from './worker/duckdb.ts';
import { appendFile, importFile } from './worker/import-file.ts';
import { writeRowsOf } from './worker/read-rows.ts';

const tasks = {
  importFile: ({ file, limits }: { file: ImportRequest; limits: EngineLimits }) => importFile(file, limits),
  appendFile: ({ file, limits }: { file: AppendRequest; limits: EngineLimits }) => appendFile(file, limits),
  readRows: ({ rows, limits }: { rows: ReadRowsRequest; limits: EngineLimits }, { report }: Task) =>
    writeRowsOf(rows, limits, report),
};
export type ImportTasks = typeof tasks;

serveTasks(tasks, interruptAll);
