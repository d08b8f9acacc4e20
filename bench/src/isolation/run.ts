import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOpenApi } from '../../../server/test/read-openapi.ts';
import { Chance } from '../fuzz/chance.ts';
import { listOperations } from '../fuzz/operations.ts';
import { type FuzzRequest, Requests } from '../fuzz/requests.ts';
import { Values } from '../fuzz/values.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { readForAMoment } from '../service/read-for-a-moment.ts';
import { startSibyl } from '../service/sibyl.ts';
import { nonceOf, type Sent, Watch } from './watch.ts';
import { type Caller, createWorlds, type MarkedWorld } from './worlds.ts';

const sideBySide = 32;
const answerMs = 30_000;
const names = ['homes', 'marks', 'rent', 'notes', 'clerk', 'desk', 'hook', 'page'];

export interface Outcome {
  statuses: Map<number, number>;
  replayed: number;
  faults: string[];
  /** Requests without a response in time, and when they were sent. */
  unanswered: string[];
}

interface Letter {
  request: FuzzRequest;
  sent: Sent;
  headers: Record<string, string>;
}

/**
 * Sends requests of every operation concurrently, as every role of every project: with request IDs that others use or
 * that responses showed, with few `Idempotency-Key`s, and with repetitions.
 */
export async function runIsolation(count: number, seed: number): Promise<Outcome> {
  const chance = new Chance(seed);
  const environment = { SIBYL_SAMPLE: '0', SIBYL_TRAININGS_QUEUED: '4', SIBYL_LOG_LEVEL: 'error' };
  const outgoing = { SIBYL_OUTGOING_ALLOWED: '127.0.0.1' };
  const dataDirectory = join(makeScratchFolder(), 'sibyl');
  const { base, process: service } = await startSibyl({ dataDirectory, environment: { ...environment, ...outgoing } });
  const document = readOpenApi();
  const operations = listOperations(document);
  const { worlds, callers } = await createWorlds(base, operations, chance);
  const makers = worlds.map((world) => {
    const values = new Values(document, chance, names);
    return { world, requests: new Requests(values, world.records, world.world) };
  });
  const watch = new Watch(worlds);
  const outcome: Outcome = { statuses: new Map(), replayed: 0, faults: [], unanswered: [] };
  const shownIds: string[] = [];
  const letters: Letter[] = [];
  const worldOf = new WeakMap<Sent, MarkedWorld>();
  const salt = randomBytes(6).toString('hex');
  let next = 0;
  let sends = 0;
  const creations = operations.filter(({ responses }) => responses[409]?.description.includes('request_in_progress'));

  /** Creates a request; with `shared`, a creating one with that request ID and its own key. */
  function write(shared?: string): Letter {
    if (shared === undefined && letters.length > 0 && chance.happens(0.15)) return chance.pick(letters);
    next += 1;
    const { world, requests } = chance.pick(makers);
    const request = mark(
      requests.make(shared ? chance.pick(creations) : operations[next % operations.length]),
      world,
      nonceOf(next, salt),
    );
    const caller = pickCaller(chance, callers, request, world);
    const requestId = shared ?? (chance.happens(0.6) ? pickId(chance, shownIds) : undefined);
    const isCreation = request.operation.method === 'POST' && chance.happens(0.5);
    const usual = isCreation ? chance.pick(['one', 'two', 'three', 'four']) : undefined;
    const idempotencyKey = shared === undefined ? usual : `own-${next}`;
    const { operationId } = request.operation;
    const isOfNone = operationId === 'createKey' || operationId === 'createProject';
    const { path } = request;
    const sent: Sent = {
      caller,
      nonce: nonceOf(next, salt),
      world: isOfNone ? undefined : world,
      operationId,
      path,
      requestId,
      idempotencyKey,
    };
    const { 'idempotency-key': _, ...ownHeaders } = request.headers;
    const headers = {
      authorization: `Bearer ${caller.secret}`,
      ...ownHeaders,
      ...(requestId && { 'x-request-id': requestId }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    };
    watch.sends(sent);
    worldOf.set(sent, world);
    const letter = { request, sent, headers };
    if (idempotencyKey) letters.push(letter);
    if (letters.length > 40) letters.shift();
    return letter;
  }

  async function send({ request, sent, headers }: Letter): Promise<void> {
    const { method } = request.operation;
    const body = method === 'GET' ? undefined : request.body;
    const signal = AbortSignal.timeout(answerMs);
    const response = await fetch(base + request.path, { method, headers, body, signal, redirect: 'manual' });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const text = isStream ? await readForAMoment(response) : await response.text();
    outcome.statuses.set(response.status, (outcome.statuses.get(response.status) ?? 0) + 1);
    if (response.headers.get('idempotent-replayed') === 'true') outcome.replayed += 1;
    if (sent.requestId === undefined) shownIds.push(response.headers.get('x-request-id') ?? '');
    if (response.status === 500) outcome.faults.push(`${sent.operationId} answers 500: ${text.slice(0, 200)}`);
    outcome.faults.push(...watch.judge(sent, { status: response.status, headers: response.headers, text }));
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    const { operation, place } = request;
    worldOf.get(sent)?.records.note(operation, place, response.status, isJson ? JSON.parse(text) : undefined);
  }

  const begun = Date.now();
  const sendOrNote = (letter: Letter) => {
    const sentAt = Date.now();
    return send(letter).catch((error) => {
      if (service.hasExited()) throw new Error(`the service ended: ${service.lastOutput()}`, { cause: error });
      outcome.unanswered.push(describeSilence(letter, { error, sentAt: sentAt - begun, waited: Date.now() - sentAt }));
    });
  };
  const work = async () => {
    while (sends < count) {
      // Two or three at once with the same request ID, as behind a gateway.
      const shared = chance.happens(0.15) ? `gateway-${next}-shared` : undefined;
      const some = shared ? chance.pick([2, 3]) : 1;
      sends += shared ? 2 * some : some;
      const batch = Array.from({ length: some }, () => write(shared));
      await Promise.all(batch.map(sendOrNote));
      // A repetition shows whether a response was stored under the wrong key.
      if (shared) await Promise.all(batch.map(sendOrNote));
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  await service.stop();
  return outcome;
}

function describeSilence(
  { request, sent }: Letter,
  { error, sentAt, waited }: { error: Error; sentAt: number; waited: number },
): string {
  const { method } = request.operation;
  const when = `sent at ${(sentAt / 1000).toFixed(1)} s, waited ${(waited / 1000).toFixed(1)} s`;
  const cause = error.cause ? ` (${error.cause})` : '';
  return `${sent.operationId} as ${sent.caller.role}: ${method} ${request.path}: ${error}${cause}, ${when}`;
}

/** Picks mostly a caller who is permitted, here or in another project. */
function pickCaller(
  chance: Chance,
  callers: readonly Caller[],
  { operation }: FuzzRequest,
  world: MarkedWorld,
): Caller {
  const able = callers.filter(({ role }) => operation['x-roles']?.includes(role) ?? true);
  const here = able.filter(({ reaches }) => reaches === undefined || reaches === world);
  return chance.pick(chance.happens(0.6) ? here : chance.happens(0.7) ? able : callers);
}

/** Picks a request ID: a shared one, as behind a gateway, one that a response showed, or a likely next one. */
function pickId(chance: Chance, shown: readonly string[]): string {
  const last = shown.slice(-20);
  if (last.length === 0 || chance.happens(0.6)) return `gateway-${chance.pick([1, 2, 3, 4, 5])}000`;
  const [, stem, number] = /^(.*\.)([0-9a-z]+)$/.exec(chance.pick(last)) ?? [];
  if (stem === undefined) return chance.pick(last);
  return `${stem}${(Number.parseInt(number, 36) + chance.pick([1, 2, 3, 4])).toString(36)}`;
}

/** Marks what the request creates or asks as its own. */
function mark(request: FuzzRequest, { name }: MarkedWorld, nonce: string): FuzzRequest {
  const own = (text: string) =>
    text
      .replaceAll(/made_\d+/g, nonce)
      .replaceAll('How many homes are there?', `How many homes are there, ${nonce}?`)
      .replaceAll('"fuzzed/', `"${name}/`)
      .replaceAll('"Changed."', `"Changed ${nonce}."`);
  const { body } = request;
  return { ...request, path: own(request.path), body: typeof body === 'string' ? own(body) : body };
}
