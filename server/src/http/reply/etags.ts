import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';

/** Returns the weak ETag of a record: it changes with any content of the record, but not with the order of fields. */
function etagOf(record: object): string {
  const fields = Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `W/"${createHash('sha1').update(JSON.stringify(fields)).digest('base64url').slice(0, 20)}"`;
}

function listsTag(header: string, tag: string): boolean {
  const bare = tag.replace(/^W\//, '');
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === bare);
}

/** Sends one record with the ETag of its `version`, or 304 to a reader that has it already. */
export function sendRecord(
  request: FastifyRequest,
  reply: FastifyReply,
  record: object,
  version: object = record,
): FastifyReply {
  const tag = etagOf(version);
  reply.header('etag', tag);
  const known = request.headers['if-none-match'];
  const reading = request.method === 'GET' || request.method === 'HEAD';
  if (reading && known !== undefined && listsTag(known, tag)) return reply.code(304).send();
  return reply.send(record);
}

/** Refuses a change based on an older state than `current`, or on an existing record when there is none. */
export function requireFresh(request: FastifyRequest, current: object | undefined): void {
  const expected = request.headers['if-match'];
  if (expected === undefined) return;
  if (current === undefined || !listsTag(expected, etagOf(current)))
    throw new ServiceError('stale_record', 'The record has changed since it was read; read it again and repeat.');
}
