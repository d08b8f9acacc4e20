import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type {
  FastifyReply,
  FastifyRequest,
  onSendAsyncHookHandler,
  preHandlerHookHandler,
  RouteOptions,
} from 'fastify';
import { invalidField, ServiceError } from '../../errors.ts';
import { withTransactionHook } from '../../platform/db/transact.ts';
import type { App } from '../reply/app.ts';
import type { IdempotencyServices } from './context.ts';
import { type Claim, claimKey, noteMade, renewClaims, type StoredAnswer, settleKey } from './idempotency-keys.ts';
import { digestUpload } from './uploads.ts';

const renewEveryMs = 10_000;
const keptHeaders = ['content-type', 'location', 'etag', 'cache-control'];

/** What the first request under a key holds until its response. */
interface OpenClaim extends Claim {
  isOpen: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for a request without a key, and for one answered from storage. */
    claim: OpenClaim | undefined;
  }
}

/**
 * Returns the owner of the answer: the caller, and the ID of the project.
 * @throws ServiceError when the caller currently has no right to an answer
 */
export type OwnerOf = (request: FastifyRequest) => Promise<readonly (string | null)[]>;

interface Memory {
  app: App;
  services: IdempotencyServices;
  ownerOf: OwnerOf;
  /** Claimants of running requests, by key. */
  running: Map<string, string>;
}

/**
 * Answers a repeated `Idempotency-Key` with the stored answer, on routes declared later that are marked `idempotent`.
 * Only these routes get the hooks, because each hook slows predictions.
 */
export function rememberAnswers(app: App, services: IdempotencyServices, ownerOf: OwnerOf): void {
  const memory: Memory = { app, services, ownerOf, running: new Map() };
  renewWhileRunning(memory);
  app.decorateRequest('uploadDigest', undefined);
  app.decorateRequest('claim', undefined);
  app.addHook('onRoute', (route) => {
    if (!route.config?.idempotent) return;
    route.preHandler = [route.preHandler ?? [], claimAnswer(memory, successOf(route))].flat();
    route.onSend = [route.onSend ?? [], settleAnswer(memory)].flat();
  });
}

/** Tells other nodes that long requests still run; a key that is not renewed may be taken over. */
function renewWhileRunning({ app, services, running }: Memory): void {
  const renew = () => renewClaims(services.database, [...running.values()]);
  const timer = setInterval(
    () => renew().catch((err) => app.log.warn({ err }, 'claims of Idempotency-Keys could not be renewed')),
    renewEveryMs,
  ).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Returns the status of the route's success. */
function successOf({ schema }: RouteOptions): number {
  return Number(
    Object.keys((schema?.response as object | undefined) ?? {}).find((status) => status.startsWith('2')) ?? 200,
  );
}

function claimAnswer(memory: Memory, success: number): preHandlerHookHandler {
  return (request, reply, done) => {
    const given = request.headers['idempotency-key'];
    if (given === undefined) return done();
    beginOrReplay(memory, request, given, success).then((answer) => {
      if (answer) replay(reply, answer);
      else followAnswer(memory.services, request, done);
    }, done);
  };
}

/** Returns the earlier answer; undefined for the first request under the key. */
async function beginOrReplay(
  { app, services, ownerOf, running }: Memory,
  request: FastifyRequest,
  given: string | string[],
  success: number,
): Promise<StoredAnswer | undefined> {
  const key = keyOf(request, await ownerOf(request), given);
  const claim = { key, claimant: randomUUID() };
  const stored = await claimKey(services, claim, fingerprintOf(request));
  if (stored === undefined) {
    request.claim = { ...claim, isOpen: true };
    running.set(key, claim.claimant);
    return undefined;
  }
  if ('status' in stored) {
    if (stored.upload !== undefined) await requireSameUpload(services, request, stored.upload);
    return stored;
  }
  if (running.has(key)) throw inProgress();
  return rebuildAnswer(app, request, stored.made, success);
}

/**
 * Records in the transaction of the change what was created, so that a crash before the answer is stored loses nothing.
 */
function followAnswer(
  { events }: Pick<IdempotencyServices, 'events'>,
  { claim }: FastifyRequest,
  done: () => void,
): void {
  withTransactionHook(async (transaction) => {
    const made = claim?.isOpen ? events.addressOf(transaction) : undefined;
    if (claim !== undefined && made !== undefined) await noteMade(transaction, claim, made);
  }, done);
}

function settleAnswer({ services, running }: Memory): onSendAsyncHookHandler {
  return async (request, reply, payload) => {
    const { claim } = request;
    if (!claim?.isOpen) return;
    claim.isOpen = false;
    try {
      await settleKey(services, claim, answerOf(request, reply, payload));
    } finally {
      if (running.get(claim.key) === claim.claimant) running.delete(claim.key);
    }
  };
}

/** An answer belongs to one caller and one project ID: a new project of the same name has none of its answers. */
function keyOf(request: FastifyRequest, owner: readonly (string | null)[], given: string | string[]): string {
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(given))
    throw invalidField('/Idempotency-Key', 'must be 1 to 255 printable ASCII characters', 'wrong_format');
  const { projectName: _, ...names } = (request.params ?? {}) as Record<string, string>;
  return `${JSON.stringify([...owner, request.method, request.routeOptions.url, names])} ${given}`;
}

/** An upload is an unread stream: its query string counts now, and the hash of its bytes later. */
function fingerprintOf({ body, query }: FastifyRequest): string {
  const content = body instanceof Readable || body === undefined ? null : body;
  return createHash('sha256')
    .update(JSON.stringify([content, query]))
    .digest('base64url');
}

async function requireSameUpload(
  { config }: Pick<IdempotencyServices, 'config'>,
  request: FastifyRequest,
  digest: string,
): Promise<void> {
  await digestUpload(request, { name: 'upload_bytes', value: config.maxUploadBytes });
  if (request.uploadDigest !== digest)
    throw new ServiceError('idempotency_key_reused', 'Another file was sent under this Idempotency-Key before.');
}

/** Builds the answer from the current record, when the service ended between the change and storing its answer. */
async function rebuildAnswer(app: App, request: FastifyRequest, made: string, success: number): Promise<StoredAnswer> {
  const { authorization, cookie, host, 'x-api-key': key } = request.headers;
  const headers = Object.entries({ authorization, cookie, host, 'x-api-key': key }).filter(([, value]) => value);
  const read = await app.inject({ method: 'GET', url: made, headers: Object.fromEntries(headers) });
  if (read.statusCode !== 200 || request.routeOptions.config.answersSecret)
    throw new ServiceError('answer_lost', `The first request was carried out, but the service broke off; see ${made}.`);
  const { etag } = read.headers;
  const kept = { 'content-type': String(read.headers['content-type']), location: made };
  return { status: success, headers: { ...kept, ...(etag ? { etag: String(etag) } : {}) }, body: read.body };
}

function replay(reply: FastifyReply, { status, headers, body }: StoredAnswer): void {
  reply
    .code(status)
    .headers({ ...headers, 'idempotent-replayed': 'true' })
    .send(body);
}

function inProgress(): ServiceError {
  return new ServiceError('request_in_progress', 'The first request under this Idempotency-Key is still running.');
}

function answerOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): StoredAnswer | undefined {
  // A response that asks for a later retry is not stored.
  const isFinal = reply.statusCode < 500 && !reply.hasHeader('retry-after');
  if (!isFinal || typeof payload !== 'string') return undefined;
  const headers = keptHeaders.flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  const upload = request.uploadDigest;
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(headers),
    body: payload,
    ...(upload ? { upload } : {}),
  };
}
