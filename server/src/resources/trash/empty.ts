import { ServiceError } from '../../errors.ts';
import { selectTrashedBefore } from '../../platform/records/trash.ts';
import type { ProjectServices } from '../projects/context.ts';
import { eraseProject, type ProjectEnd } from '../projects/delete.ts';

const dayMs = 24 * 3_600_000;

/** Deletes for good what has lain in the trash for its days; all of it where there is no trash any more. */
export async function emptyTrash(ctx: ProjectServices, end: ProjectEnd): Promise<void> {
  const time = new Date(Date.now() - ctx.config.trashDays * dayMs).toISOString();
  for (;;) {
    const rows = await selectTrashedBefore(ctx.database, time);
    if (rows.length === 0) return;
    for (const row of rows) await eraseProject(ctx, row, end).catch(passOverGone);
  }
}

/** Somebody was faster, or the project of the entry went first with all its trash. */
function passOverGone(error: unknown): void {
  if (!(error instanceof ServiceError) || error.code !== 'project_not_found') throw error;
}
