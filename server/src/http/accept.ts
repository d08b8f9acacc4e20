import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';

const answerable = /\*|json|text\/event-stream/;

/** Records are JSON (or NDJSON, or events): a caller that takes none of these is told so before anything is done. */
export function requireAcceptable({ url, headers: { accept } }: FastifyRequest): void {
  if (accept === undefined || answerable.test(accept) || !url.startsWith('/api/')) return;
  throw new ServiceError('not_acceptable', 'Answers come as application/json; accept that, or leave Accept out.');
}
