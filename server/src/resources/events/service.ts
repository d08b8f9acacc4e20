import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { readMoment } from '../../http/request/moments.ts';
import type { EventRecord } from '../../platform/journal/record.ts';
import { recordOf } from '../../platform/journal/record.ts';
import { selectBounds, selectEvents } from '../../platform/journal/store.ts';
import { serviceStream } from '../../platform/journal/stream.ts';
import { requireProject } from '../projects/service.ts';
import type { EventServices } from './context.ts';
import type { EventQuery } from './schemas.ts';
import { resolveTypes } from './type-filter.ts';

const defaultLimit = 1000;

/** Returns the stream of a project; for null, that of the service. */
export async function requireStream(
  ctx: Caller & Pick<EventServices, 'database'>,
  projectName: string | null,
): Promise<string> {
  return projectName === null ? serviceStream : (await requireProject(ctx, projectName)).id;
}

/** Returns a page and the number after which the next page begins. */
export async function listEvents(
  ctx: Caller & Pick<EventServices, 'database'>,
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

/** Throws when events after the position were deleted, so that a reader knows that it missed some. */
export async function requireKept(
  ctx: Pick<EventServices, 'database'>,
  streamId: string,
  after: number,
): Promise<void> {
  const { oldest, last } = await selectBounds(ctx.database, streamId);
  if (after === 0 || (after >= oldest - 1 && after <= last)) return;
  const detail = `Events after ${after} cannot be given without a gap: ${oldest} to ${last} are kept. Begin at 0 for these.`;
  throw new ServiceError('events_gone', detail, { extensions: { oldest, last } });
}
