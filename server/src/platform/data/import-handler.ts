/** The worker that reads users' files; DuckDB is loaded only in workers. */
import { serveTasks, type Task } from '../workers/serve-tasks.ts';
import { type EngineLimits, interruptAll } from './inside/duckdb.ts';
import { appendFile, importFile } from './inside/import-file.ts';
import { writeRowsOf } from './inside/read-rows.ts';
import type { AppendRequest, ImportRequest, ReadRowsRequest } from './types.ts';

const tasks = {
  importFile: ({ file, limits }: { file: ImportRequest; limits: EngineLimits }) => importFile(file, limits),
  appendFile: ({ file, limits }: { file: AppendRequest; limits: EngineLimits }) => appendFile(file, limits),
  readRows: ({ rows, limits }: { rows: ReadRowsRequest; limits: EngineLimits }, { report }: Task) =>
    writeRowsOf(rows, limits, report),
};
export type ImportTasks = typeof tasks;

serveTasks(tasks, interruptAll);
