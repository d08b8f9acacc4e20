import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { invalidField } from '../../errors.ts';
import type { Listing, Page, Position } from '../../platform/db/listing.ts';
import { parseJsonBody } from './json-body.ts';

export const listQueryFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Page size. Default: all.' })),
  cursor: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'End of the previous page: the `cursor` of its `Link`, with the same filters and `sort`.',
    }),
  ),
  name: Type.Optional(Type.String({ maxLength: 128, description: 'Only the record with exactly this name.' })),
  search: Type.Optional(Type.String({ maxLength: 128, description: 'Only names that contain this, in any case.' })),
  sort: Type.Optional(
    Type.Enum(['name', 'created_at', '-created_at'], { description: 'Order. Default: `created_at`.' }),
  ),
};

export const listQuery = Type.Object(listQueryFields, { additionalProperties: false });

export function listingOf({ limit, cursor, name, search, sort = 'created_at' }: Static<typeof listQuery>): Listing {
  return {
    column: sort === 'name' ? 'name' : 'created_at',
    descending: sort.startsWith('-'),
    limit,
    after: cursor === undefined ? undefined : decodeCursor(cursor),
    name,
    search,
  };
}

function decodeCursor(cursor: string): Position {
  try {
    const value: unknown = parseJsonBody(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string')
      return [value[0], value[1]];
  } catch {
    // Reported like any other foreign cursor.
  }
  throw invalidField('?cursor', 'must be a cursor that this list gave out', 'wrong_format');
}

/** Sends a page as an array; `Link: <…>; rel="next"` names the next page. */
export function sendPage<Item>(request: FastifyRequest, reply: FastifyReply, { items, next }: Page<Item>) {
  if (next) linkNext(request, reply, Buffer.from(JSON.stringify(next)).toString('base64url'));
  return reply.send(items);
}

/** Adds the link to the next page of this request (RFC 8288). */
export function linkNext(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const url = new URL(request.originalUrl, 'http://relative');
  url.searchParams.set('cursor', cursor);
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
}
