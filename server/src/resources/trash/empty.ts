import { selectErasable } from '../../platform/records/trash.ts';
import type { ProjectServices } from '../projects/context.ts';
import { eraseProject, type ProjectEnd, passOverGone } from '../projects/delete.ts';

const dayMs = 24 * 3_600_000;

/**
 * Deletes for good what has lain in the trash for its days, all of it where there is no trash any more, and whatever
 * deletion a crash or fault left half done.
 */
export async function emptyTrash(ctx: ProjectServices, end: ProjectEnd): Promise<void> {
  const time = new Date(Date.now() - ctx.config.trashDays * dayMs).toISOString();
  for (;;) {
    const rows = await selectErasable(ctx.database, time);
    if (rows.length === 0) return;
    for (const row of rows) await eraseProject(ctx, row, end).catch(passOverGone);
  }
}
