import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { dropFiles } from '../../platform/blobs/drop-blobs.ts';
import { deleteRecord } from '../../platform/db/records.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import type { Check } from '../../platform/records/check.ts';
import type { ProjectServices } from './context.ts';
import type { ProjectRecord } from './schemas.ts';
import { emitProjectEvent, recordOf, requireProject } from './service.ts';
import { lockForDeletion, type ProjectRow, selectContents } from './store.ts';

/** What a project leaves outside the database, to be ended after its rows are deleted. */
export interface Leftovers {
  /** Keys of files to delete. */
  files: string[];
  /** Functions that stop running work. */
  stops: (() => Promise<unknown>)[];
}

/** Cancels the jobs of a project's resources in the transaction, and returns what else must be ended. */
export type ReleaseContents = (transaction: Transaction, projectId: string) => Promise<Leftovers>;

/** Deletes, before that transaction, what would block other writers too long within it. */
export type EmptyContents = (projectId: string) => Promise<void>;

/** How the resources of a project end with it. */
export interface ProjectEnd {
  emptyContents?: EmptyContents;
  releaseContents: ReleaseContents;
}

interface Deletion extends ProjectEnd {
  cascade: boolean;
  check: Check<ProjectRecord>;
}

/**
 * Deletes the project; with `cascade`, also its contents: trainings are cancelled, chatbots stopped, and files deleted
 * after the rows. Concurrent creations in the project either finish first or fail with `project_not_found`.
 */
export async function deleteProject(
  ctx: Caller & Pick<ProjectServices, 'blobs' | 'database' | 'events' | 'limits' | 'log'>,
  nameOrId: string,
  { cascade, check, emptyContents, releaseContents }: Deletion,
): Promise<void> {
  const row = await requireProject(ctx, nameOrId);
  check(recordOf(row));
  if (cascade) await emptyContents?.(row.id);
  const { files, stops } = await transact(ctx.database, async (transaction) => {
    if (!(await lockForDeletion(transaction, row.id)))
      throw new ServiceError('project_not_found', `Project ${row.name} was deleted at the same moment.`);
    if (!cascade) await requireEmpty({ ...ctx, database: transaction }, row);
    const left = await releaseContents(transaction, row.id);
    await deleteRecord(transaction, 'projects', row.id);
    emitProjectEvent(ctx, transaction, 'deleted', row);
    return left;
  });
  ctx.limits.forget(row.id);
  for (const stop of stops)
    await stop().catch((err) =>
      ctx.log.error({ err, project: row.id }, 'what ran in a deleted project was not stopped'),
    );
  await dropFiles(ctx.blobs, files);
}

async function requireEmpty({ database }: Pick<ProjectServices, 'database'>, { id, name }: ProjectRow): Promise<void> {
  const contents = await selectContents(database, id);
  if (contents.length === 0) return;
  const detail = `Project ${name} still holds ${contents.join(', ')}; repeat with ?cascade=true to delete all.`;
  throw new ServiceError('project_not_empty', detail);
}
