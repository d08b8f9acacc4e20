/** The worker that writes the rows of a job to one Parquet file. It reports the number of rows. */
import { serveTasks, type Task } from '../workers/serve-tasks.ts';
import type { JoinRequest, SnapshotRequest } from './types.ts';
import { interruptAll } from './worker/duckdb.ts';
import { joinParts } from './worker/join-parts.ts';
import { type SnapshotMemory, snapshotQuery } from './worker/snapshot-query.ts';

interface Limited<Request> {
  snapshot: Request;
  limits: SnapshotMemory;
}

const tasks = {
  joinParts: ({ snapshot, limits }: Limited<JoinRequest>, { report }: Task) => joinParts(snapshot, limits, report),
  snapshotQuery: ({ snapshot, limits }: Limited<SnapshotRequest>, { report }: Task) =>
    snapshotQuery(snapshot, limits, report),
};
export type SnapshotTasks = typeof tasks;

serveTasks(tasks, interruptAll);
