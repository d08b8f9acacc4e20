import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { deleteRecord } from '../../platform/db/records.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import type { Check } from '../../platform/records/check.ts';
import type { ProjectServices } from './context.ts';
import type { ProjectRecord } from './schemas.ts';
import { emitProjectEvent, recordOf, requireProject } from './service.ts';
import { lockForDeletion, type ProjectRow, selectContents } from './store.ts';

/** What is left outside of the records of a project, to be ended once they are gone. */
export interface Leftovers {
  /** Keys of files to delete. */
  files: string[];
  /** Each stops something that still runs. */
  stops: (() => Promise<unknown>)[];
}

/** Gives up what the resources of a project hold: takes back its jobs in the transaction, and names what else is to be ended. */
export type ReleaseContents = (transaction: Transaction, projectId: string) => Promise<Leftovers>;

/** Deletes, before that transaction, what would take it so long that nobody else could write. */
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
 * Deletes the project; with `cascade`, all that it holds: trainings are taken back, chatbots stopped, and files deleted
 * after the rows. Whoever makes something in it at the same moment is either waited for or told that it is gone.
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
  // What a crash leaves behind here is swept at the next start.
  await Promise.all(files.map((key) => ctx.blobs.delete(key)));
  for (const stop of stops)
    await stop().catch((err) =>
      ctx.log.error({ err, project: row.id }, 'what ran in a deleted project was not stopped'),
    );
}

async function requireEmpty({ database }: Pick<ProjectServices, 'database'>, { id, name }: ProjectRow): Promise<void> {
  const contents = await selectContents(database, id);
  if (contents.length === 0) return;
  const detail = `Project ${name} still holds ${contents.join(', ')}; repeat with ?cascade=true to delete all.`;
  throw new ServiceError('project_not_empty', detail);
}
