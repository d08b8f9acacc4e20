import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, onSendAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import { decodeJson, encodeJson } from '../db/json.ts';
import type { Database } from '../db/schema.ts';
import { isUniqueViolation } from '../db/violations.ts';
import { invalidField, ServiceError } from '../errors.ts';
import type { App } from './server.ts';

const keptMs = 24 * 3_600_000;
const keptHeaders = ['content-type', 'location', 'etag'];

interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Requests being answered under a key, by request ID. */
const open = new Map<string, string>();

/**
 * Answers a repeated `Idempotency-Key` from memory on routes marked `idempotent` (CONTRACT.md §2), those declared later.
 * The hooks hang on these routes alone: on the path of predictions every hook counts.
 */
export function rememberAnswers(app: App, database: Database): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.idempotent) return;
    route.preHandler = [route.preHandler ?? [], claimAnswer(database)].flat();
    route.onSend = [route.onSend ?? [], settleAnswer(database)].flat();
  });
}

function claimAnswer(database: Database): preHandlerAsyncHookHandler {
  return async (request, reply) => {
    const given = request.headers['idempotency-key'];
    if (given === undefined) return;
    const key = keyOf(request, given);
    const stored = await claimKey(database, key, fingerprintOf(request));
    if (stored === undefined) open.set(request.id, key);
    else await replay(reply, stored);
  };
}

function settleAnswer(database: Database): onSendAsyncHookHandler {
  return async (request, reply, payload) => {
    const key = open.get(request.id);
    if (key === undefined) return;
    open.delete(request.id);
    await settleKey(database, key, answerOf(reply, payload));
  };
}

function keyOf(request: FastifyRequest, given: string | string[]): string {
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(given))
    throw invalidField('/Idempotency-Key', 'must be 1 to 255 printable ASCII characters', 'wrong_format');
  return `${request.caller?.actor} ${request.method} ${request.url.split('?')[0]} ${given}`;
}

/** An upload is a stream that nobody has read yet: its length and the query string stand for it. */
function fingerprintOf({ body, headers, query }: FastifyRequest): string {
  const content = body instanceof Readable || body === undefined ? headers['content-length'] : body;
  return createHash('sha256')
    .update(JSON.stringify([content ?? null, query]))
    .digest('base64url');
}

/** @returns the answer of before, or undefined when this is the first request under the key */
async function claimKey(database: Database, key: string, fingerprint: string): Promise<StoredAnswer | undefined> {
  const now = Date.now();
  const cutoff = new Date(now - keptMs).toISOString();
  await database.deleteFrom('idempotency_keys').where('created_at', '<', cutoff).execute();
  try {
    const row = { key, fingerprint, answer: null, created_at: new Date(now).toISOString() };
    await database.insertInto('idempotency_keys').values(row).execute();
    return undefined;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return readAnswer(database, key, fingerprint);
  }
}

async function readAnswer(database: Database, key: string, fingerprint: string): Promise<StoredAnswer> {
  const row = await database.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst();
  if (row && row.fingerprint !== fingerprint)
    throw new ServiceError('idempotency_key_reused', 'Another body was sent under this Idempotency-Key before.');
  if (!row?.answer)
    throw new ServiceError('request_in_progress', 'The first request under this Idempotency-Key is still running.');
  return decodeJson<StoredAnswer>(row.answer);
}

async function replay(reply: FastifyReply, { status, headers, body }: StoredAnswer): Promise<void> {
  await reply
    .code(status)
    .headers({ ...headers, 'idempotent-replayed': 'true' })
    .send(body);
}

function answerOf(reply: FastifyReply, payload: unknown): StoredAnswer | undefined {
  if (reply.statusCode >= 500 || typeof payload !== 'string') return undefined;
  const headers = keptHeaders.flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body: payload };
}

/** A failure of the service itself is not kept: the caller may try again under the same key. */
async function settleKey(database: Database, key: string, answer: StoredAnswer | undefined): Promise<void> {
  if (answer === undefined) await database.deleteFrom('idempotency_keys').where('key', '=', key).execute();
  else
    await database
      .updateTable('idempotency_keys')
      .set({ answer: encodeJson(answer) })
      .where('key', '=', key)
      .execute();
}

/** After a crash nobody is answering any more: those requests may be sent again. */
export async function forgetUnanswered(database: Database): Promise<void> {
  await database.deleteFrom('idempotency_keys').where('answer', 'is', null).execute();
}
