import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { dropFiles } from '../../platform/blobs/drop-blobs.ts';
import { deleteRecord } from '../../platform/db/records.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { isFinal, type Removal } from '../../platform/records/check.ts';
import { claimed, selectDeletedFrom } from '../../platform/records/trash.ts';
import type { ProjectServices } from './context.ts';
import type { ProjectRecord } from './schemas.ts';
import { emitProjectEvent, recordOf, requireProject } from './service.ts';
import { claimForErasure, hideProject, lockForDeletion, type ProjectRow, selectContents } from './store.ts';

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
 * stopped, and files deleted after the rows. Who claims it first deletes it; what is claimed already is gone on with.
 * @throws ServiceError `project_not_found`, `trash_entry_not_found`
 */
export async function eraseProject(
  ctx: DeletionServices,
  row: ProjectRow,
  end: ProjectEnd,
  { cascade }: { cascade: boolean } = { cascade: true },
): Promise<void> {
  const mine = row.trashed_kind === claimed ? row : await claim(ctx, row, { cascade });
  await eraseTrash(ctx, row.id, end);
  await end.emptyContents(row.id);
  const left = await transact(ctx.database, async (transaction) => {
    if (!(await lockForDeletion(transaction, mine))) return undefined; // somebody else went on with it, and was faster
    const contents = await end.releaseContents(transaction, row.id);
    await deleteRecord(transaction, 'projects', row.id);
    return contents;
  });
  await settle(ctx, row, left?.stops ?? []);
  await dropFiles(ctx.blobs, left?.files ?? []);
}

/** Takes the right to delete from all others, before anything in it is deleted. */
async function claim(ctx: DeletionServices, row: ProjectRow, { cascade }: { cascade: boolean }): Promise<ProjectRow> {
  return transact(ctx.database, async (transaction) => {
    await lock(transaction, row);
    if (!cascade) await requireEmpty(transaction, row);
    if (row.trashed_at === null) emitProjectEvent(ctx, transaction, 'deleted', row);
    return claimForErasure(transaction, row);
  });
}

/** Deletes the trash of a claimed project, from which nothing can be restored any more. */
async function eraseTrash(ctx: DeletionServices, projectId: string, end: ProjectEnd): Promise<void> {
  for (;;) {
    const entries = await selectDeletedFrom(ctx.database, projectId);
    if (entries.length === 0) return;
    for (const entry of entries) await eraseProject(ctx, entry, end).catch(passOverGone);
  }
}

/** Somebody was faster, or the project of the entry went first with all its trash. */
export function passOverGone(error: unknown): void {
  if (!(error instanceof ServiceError) || error.code !== 'trash_entry_not_found') throw error;
}

async function lock(transaction: Transaction, row: ProjectRow): Promise<void> {
  if (await lockForDeletion(transaction, row)) return;
  if (row.trashed_at === null)
    throw new ServiceError('project_not_found', `Project ${row.name} was deleted at the same moment.`);
  throw new ServiceError('trash_entry_not_found', `${row.trashed_name} left the trash at the same moment.`);
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
