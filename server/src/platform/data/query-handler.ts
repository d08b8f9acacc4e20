/** The worker that runs queries and reads rows. */
import { serveTasks, type Task } from '../workers/serve-tasks.ts';
import type { ReadRowsRequest } from './types.ts';
import { describeFile } from './worker/attached-file.ts';
import { type EngineLimits, interruptAll } from './worker/duckdb.ts';
import { writeRowsOf } from './worker/read-rows.ts';
import { runQuery } from './worker/run-query.ts';

const tasks = {
  describeFile,
  readRows: ({ rows, limits }: { rows: ReadRowsRequest; limits: EngineLimits }, { report }: Task) =>
    writeRowsOf(rows, limits, report),
  runQuery,
};
export type QueryTasks = typeof tasks;

serveTasks(tasks, interruptAll);
