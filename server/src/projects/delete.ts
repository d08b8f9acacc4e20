import type { Context } from '../context.ts';
import { transact } from '../db/transact.ts';
import { ServiceError } from '../errors.ts';
import { abandonModels } from '../models/abandon.ts';
import { tableFilesOf } from '../tables/service.ts';
import type { ProjectRecord } from './schemas.ts';
import { recordOf, requireProject, tellOfProject } from './service.ts';
import { deleteProjectRow, type ProjectRow, selectContents } from './store.ts';

/** Deletes the project; with `cascade`, all that it holds: trainings are taken back, and files deleted after the rows. */
export async function deleteProject(
  ctx: Context,
  nameOrId: string,
  { cascade, check }: { cascade: boolean; check: (current: ProjectRecord) => void },
): Promise<void> {
  const row = await requireProject(ctx, nameOrId);
  check(recordOf(row));
  const files = await transact(ctx.database, async (transaction) => {
    if (!cascade) await requireEmpty({ ...ctx, database: transaction }, row);
    const left = [...(await abandonModels(ctx, transaction, row.id)), ...(await tableFilesOf(transaction, row.id))];
    await deleteProjectRow(transaction, row.id);
    tellOfProject(ctx, transaction, 'deleted', row);
    return left;
  });
  ctx.models.forget();
  ctx.limits.forget(row.id);
  // What a crash leaves behind here is swept at the next start.
  await Promise.all(files.map((key) => ctx.blobs.delete(key)));
}

async function requireEmpty({ database }: Pick<Context, 'database'>, { id, name }: ProjectRow): Promise<void> {
  const contents = await selectContents(database, id);
  if (contents.length === 0) return;
  const detail = `Project ${name} still holds ${contents.join(', ')}; repeat with ?cascade=true to delete all.`;
  throw new ServiceError('project_not_empty', detail);
}
