import { releaseChatbots } from '../chatbots/service.ts';
import { releaseConnections } from '../connections/service.ts';
import type { Context } from '../context.ts';
import { type Transaction, transact } from '../db/transact.ts';
import { ServiceError } from '../errors.ts';
import { abandonEmbeddings } from '../knowledge/service.ts';
import { abandonModels } from '../models/abandon.ts';
import { tableFilesOf } from '../tables/service.ts';
import type { ProjectRecord } from './schemas.ts';
import { recordOf, requireProject, tellOfProject } from './service.ts';
import { deleteProjectRow, lockForDeletion, type ProjectRow, selectContents } from './store.ts';

/** What goes on outside of the records, to be ended once they are gone. */
interface Leftovers {
  files: string[];
  stops: (() => Promise<unknown>)[];
}

/**
 * Deletes the project; with `cascade`, all that it holds: trainings are taken back, chatbots stopped, and files deleted
 * after the rows. Whoever makes something in it at the same moment is either waited for or told that it is gone.
 */
export async function deleteProject(
  ctx: Context,
  nameOrId: string,
  { cascade, check }: { cascade: boolean; check: (current: ProjectRecord) => void },
): Promise<void> {
  const row = await requireProject(ctx, nameOrId);
  check(recordOf(row));
  const { files, stops } = await transact(ctx.database, async (transaction) => {
    if (!(await lockForDeletion(transaction, row.id)))
      throw new ServiceError('project_not_found', `Project ${row.name} was deleted at the same moment.`);
    if (!cascade) await requireEmpty({ ...ctx, database: transaction }, row);
    const left = await abandonContents(ctx, transaction, row.id);
    await deleteProjectRow(transaction, row.id);
    tellOfProject(ctx, transaction, 'deleted', row);
    return left;
  });
  ctx.models.forget();
  ctx.limits.forget(row.id);
  // What a crash leaves behind here is swept at the next start.
  await Promise.all(files.map((key) => ctx.blobs.delete(key)));
  for (const stop of stops)
    await stop().catch((err) =>
      ctx.log.error({ err, project: row.id }, 'what ran in a deleted project was not stopped'),
    );
}

async function abandonContents(ctx: Context, transaction: Transaction, projectId: string): Promise<Leftovers> {
  await abandonEmbeddings(ctx, transaction, projectId);
  const modelFiles = await abandonModels(ctx, transaction, projectId);
  const bots = await releaseChatbots(ctx, transaction, projectId);
  const connections = await releaseConnections(ctx, transaction, projectId);
  return { files: [...modelFiles, ...(await tableFilesOf(transaction, projectId))], stops: [bots, connections] };
}

async function requireEmpty({ database }: Pick<Context, 'database'>, { id, name }: ProjectRow): Promise<void> {
  const contents = await selectContents(database, id);
  if (contents.length === 0) return;
  const detail = `Project ${name} still holds ${contents.join(', ')}; repeat with ?cascade=true to delete all.`;
  throw new ServiceError('project_not_empty', detail);
}
