import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { dropFiles } from '../../platform/blobs/drop-blobs.ts';
import { deleteRecord } from '../../platform/db/records.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { isFinal, type Removal } from '../../platform/records/check.ts';
import { selectTrash } from '../../platform/records/trash.ts';
import type { ProjectServices } from './context.ts';
import type { ProjectRecord } from './schemas.ts';
import { emitProjectEvent, recordOf, requireProject } from './service.ts';
import { hideProject, lockForDeletion, type ProjectRow, selectContents } from './store.ts';

/** Ends or looks anew at what runs in this process, after the rows have changed. */
export type Stops = (() => Promise<unknown>)[];

/** What a project leaves outside the database, to be ended after its rows are deleted. */
interface Leftovers {
  /** Keys of files to delete. */
  files: string[];
  stops: Stops;
}

/** How the resources of a project end with it. */
export interface ProjectEnd {
  /** Deletes, before the transaction of the deletion, what would block other writers too long within it. */
  emptyContents(projectId: string): Promise<void>;
  /** Cancels the jobs of a project's resources in the transaction, and returns what else must be ended. */
  releaseContents(transaction: Transaction, projectId: string): Promise<Leftovers>;
  /** Ends what runs in a project that goes into the trash, in the transaction: all its records and files stay. */
  stopContents(transaction: Transaction, projectId: string): Promise<Stops>;
}

type DeletionServices = Pick<ProjectServices, 'blobs' | 'config' | 'database' | 'events' | 'limits' | 'log' | 'models'>;

/**
 * Moves the project into the trash, or deletes it; with `cascade`, also with contents. Concurrent creations in the
 * project either finish first or fail with `project_not_found`.
 */
export async function deleteProject(
  ctx: Caller & DeletionServices,
  nameOrId: string,
  { cascade, check, ...removal }: Removal<ProjectRecord> & { cascade: boolean },
  end: ProjectEnd,
): Promise<void> {
  const row = await requireProject(ctx, nameOrId);
  check(recordOf(row));
  if (isFinal(ctx, removal)) return eraseProject(ctx, row, end, { cascade });
  const stops = await transact(ctx.database, async (transaction) => {
    await lock(transaction, row);
    if (!cascade) await requireEmpty(transaction, row);
    const running = await end.stopContents(transaction, row.id);
    await hideProject(transaction, row, ctx.actor);
    emitProjectEvent(ctx, transaction, 'deleted', row);
    return running;
  });
  await settle(ctx, row, stops);
}

/**
 * Deletes a project, or an entry of the trash, with its contents and its trash: trainings are cancelled, chatbots
 * stopped, and files deleted after the rows.
 */
export async function eraseProject(
  ctx: DeletionServices,
  row: ProjectRow,
  end: ProjectEnd,
  { cascade }: { cascade: boolean } = { cascade: true },
): Promise<void> {
  if (!cascade) await requireEmpty(ctx.database, row);
  for (const entry of await selectTrash(ctx.database, row.id)) await eraseProject(ctx, entry, end);
  if (cascade) await end.emptyContents(row.id);
  const { files, stops } = await transact(ctx.database, async (transaction) => {
    await lock(transaction, row);
    if (!cascade) await requireEmpty(transaction, row);
    const left = await end.releaseContents(transaction, row.id);
    await deleteRecord(transaction, 'projects', row.id);
    if (row.trashed_at === null) emitProjectEvent(ctx, transaction, 'deleted', row);
    return left;
  });
  await settle(ctx, row, stops);
  await dropFiles(ctx.blobs, files);
}

async function lock(transaction: Transaction, { id, name }: ProjectRow): Promise<void> {
  if (!(await lockForDeletion(transaction, id)))
    throw new ServiceError('project_not_found', `Project ${name} was deleted at the same moment.`);
}

/** Forgets the project in this process, and looks anew at what runs of it. */
async function settle(ctx: DeletionServices, { id }: Pick<ProjectRow, 'id'>, stops: Stops): Promise<void> {
  ctx.limits.forget(id);
  ctx.models.forget();
  for (const stop of stops)
    await stop().catch((err) => ctx.log.error({ err, project: id }, 'what ran in a deleted project was not stopped'));
}

async function requireEmpty(database: ProjectServices['database'], { id, name }: ProjectRow): Promise<void> {
  const contents = await selectContents(database, id);
  if (contents.length === 0) return;
  const detail = `Project ${name} still holds ${contents.join(', ')}; repeat with ?cascade=true to delete all.`;
  throw new ServiceError('project_not_empty', detail);
}
