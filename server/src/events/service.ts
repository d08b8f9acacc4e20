import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { readMoment } from '../http/moments.ts';
import { requireProject } from '../projects/service.ts';
import { recordOf } from './record.ts';
import type { EventQuery, EventRecord } from './schemas.ts';
import { selectBounds, selectEvents } from './store.ts';
import { serviceStream } from './stream.ts';
import { resolveTypes } from './type-filter.ts';

const defaultLimit = 1000;

/** The stream of a project, or of the service as a whole for null. */
export async function requireStream(ctx: Context, projectName: string | null): Promise<string> {
  return projectName === null ? serviceStream : (await requireProject(ctx, projectName)).id;
}

/** @returns a page, and the number that the next one begins after */
export async function listEvents(
  ctx: Context,
  projectName: string | null,
  { type, subject, since, until, cursor, sort, limit = defaultLimit }: EventQuery,
): Promise<{ items: EventRecord[]; next: number | undefined }> {
  const streamId = await requireStream(ctx, projectName);
  const descending = sort === '-sequence';
  if (cursor !== undefined && !descending) await requireKept(ctx, streamId, Number(cursor));
  const rows = await selectEvents(ctx.database, {
    streamId,
    types: typesOf(type),
    subject,
    since: readMoment(since, '?since'),
    until: readMoment(until, '?until'),
    after: cursor === undefined ? undefined : Number(cursor),
    descending,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  return { items: page.map(recordOf), next: rows.length > limit ? page.at(-1)?.sequence : undefined };
}

export function typesOf(type: string | undefined): ReadonlySet<string> | undefined {
  return type === undefined ? undefined : resolveTypes(type.split(','), '?type');
}

/** Refuses to go on where something is missing: a reader learns that it missed events, and is not left to believe it did not. */
export async function requireKept(ctx: Context, streamId: string, after: number): Promise<void> {
  const { oldest, last } = await selectBounds(ctx.database, streamId);
  if (after === 0 || (after >= oldest - 1 && after <= last)) return;
  const detail = `Events after ${after} cannot be given without a gap: ${oldest} to ${last} are kept. Begin at 0 for these.`;
  throw new ServiceError('events_gone', detail, { extensions: { oldest, last } });
}
