/** The worker that keeps the rows of a job as one Parquet file. It reports how many it has read. */
import { serveTasks, type Task } from '../workers/serve-tasks.ts';
import { interruptAll } from './inside/duckdb.ts';
import { joinParts } from './inside/join-parts.ts';
import { type SnapshotMemory, snapshotQuery } from './inside/snapshot-query.ts';
import type { JoinRequest, SnapshotRequest } from './types.ts';

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
