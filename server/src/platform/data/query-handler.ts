/** The worker that runs queries and reads rows. */
import { serveTasks, type Task } from '../workers/serve-tasks.ts';
import { describeFile } from './inside/attached-file.ts';
import { type EngineLimits, interruptAll } from './inside/duckdb.ts';
import { writeRowsOf } from './inside/read-rows.ts';
import { runQuery } from './inside/run-query.ts';
import type { ReadRowsRequest } from './types.ts';

const tasks = {
  describeFile,
  readRows: ({ rows, limits }: { rows: ReadRowsRequest; limits: EngineLimits }, { report }: Task) =>
    writeRowsOf(rows, limits, report),
  runQuery,
};
export type QueryTasks = typeof tasks;

serveTasks(tasks, interruptAll);
