import type { FastifyRequest } from 'fastify';
import { beyondLimit, type ServiceError } from '../../errors.ts';
import type { App } from '../reply/app.ts';
import { WrittenJson } from '../reply/send-written.ts';
import { type BodyOwner, SharedBytes } from './shared-bytes.ts';

/** Smaller answers are not counted. */
const smallBytes = 64 * 1024;

interface UnreadLimits {
  /** Maximum bytes of all answers that wait for their readers. */
  mostBytes: number;
  /** Time without a byte taken after which a connection is closed, in ms. */
  silenceMs: number;
}

/**
 * Counts large answers until their readers have taken them: a caller who asks and does not read would fill the memory.
 * An answer that finds no room is refused, except that of a change, which was made. Answers that are streams wait at
 * their source and are not counted.
 */
export function holdUnreadAnswers(
  app: App,
  { mostBytes, silenceMs }: UnreadLimits,
  ownerOf: (request: FastifyRequest) => BodyOwner,
): void {
  const unread = new SharedBytes(mostBytes);
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = bytesOf(payload);
    if (bytes < smallBytes) return done(null, payload);
    const owner = ownerOf(request);
    if (!request.routeOptions.config?.idempotent && !unread.hasRoom(owner, bytes, 0))
      return done(overloaded(mostBytes));
    unread.add(owner, bytes);
    reply.raw.once('close', () => unread.add(owner, -bytes));
    // Node sets the time of an idle connection again after the answer.
    request.raw.socket.setTimeout(silenceMs);
    return done(null, payload);
  });
}

function bytesOf(payload: unknown): number {
  if (payload instanceof WrittenJson) return payload.heldBytes;
  return typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0;
}

function overloaded(value: number): ServiceError {
  const detail = `Answers that were not read yet hold too many of the ${value} bytes that they may; read them, then try again.`;
  return beyondLimit('overloaded', detail, { name: 'answer_bytes', value }, { headers: { 'retry-after': '2' } });
}
