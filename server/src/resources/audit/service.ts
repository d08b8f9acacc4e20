import { readMoment } from '../../http/request/moments.ts';
import { findProjectIds } from '../projects/service.ts';
import type { AuditServices } from './context.ts';
import type { AuditEntry, AuditQuery } from './schemas.ts';
import { type EntrySelection, selectEntries } from './store.ts';

const defaultLimit = 1000;

/** Lists the newest first; `next` is the ID after which the next page begins. */
export async function listAudit(
  ctx: Pick<AuditServices, 'audit' | 'database'>,
  { limit = defaultLimit, ...query }: AuditQuery,
): Promise<{ items: AuditEntry[]; next: string | undefined }> {
  await ctx.audit.flushed();
  const rows = await selectEntries(ctx.database, { ...(await selectionOf(ctx, query)), limit: limit + 1 });
  const items = rows.slice(0, limit) as AuditEntry[];
  return { items, next: rows.length > limit ? items.at(-1)?.id : undefined };
}

/** Yields all matching entries, page by page. */
export async function* exportAudit(
  ctx: Pick<AuditServices, 'audit' | 'database'>,
  query: AuditQuery,
): AsyncGenerator<AuditEntry[]> {
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  let cursor = query.cursor;
  do {
    const page = await listAudit(ctx, { ...query, cursor, limit: Math.min(left, defaultLimit) });
    yield page.items;
    left -= page.items.length;
    cursor = page.next;
  } while (cursor !== undefined && left > 0);
}

async function selectionOf(
  ctx: Pick<AuditServices, 'database'>,
  query: AuditQuery,
): Promise<Omit<EntrySelection, 'limit'>> {
  const { actor, action, outcome, project, since, until, cursor } = query;
  const [known] = project === undefined ? [] : await findProjectIds(ctx.database, [project]);
  return {
    actor,
    action,
    outcome,
    projectId: known ?? project,
    since: readMoment(since, '?since'),
    until: readMoment(until, '?until'),
    before: cursor,
  };
}
