/** The worker that writes the rows of a job to one Parquet file. It reports the number of rows. */
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
