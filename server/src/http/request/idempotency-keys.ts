import { ServiceError } from '../../errors.ts';
import { decodeJson, encodeJson } from '../../platform/db/json.ts';
import type { Database } from '../../platform/db/schema.ts';
import { isUniqueViolation } from '../../platform/db/violations.ts';
import type { IdempotencyServices } from './context.ts';

const keptMs = 24 * 3_600_000;
/** Age of a claim whose node must have died: it renews its claims more often than this. */
const abandonedMs = 60_000;

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Hash of the uploaded file. */
  upload?: string;
}

/** The request was carried out without a stored answer. */
export interface Made {
  /** Address of the record. */
  made: string;
}

/** The stored form of an answer, encrypted because some contain a secret. */
interface Sealed {
  sealed: string;
}

type AnswerKeeper = Pick<IdempotencyServices, 'database' | 'secrets'>;

/** A key and the request that claims it. */
export interface Claim {
  key: string;
  claimant: string;
}

/**
 * Claims a key. Returns what is known of an earlier request under it; undefined for the first, and after the death of
 * the node that ran the earlier one.
 */
export async function claimKey(
  { database, secrets }: AnswerKeeper,
  { key, claimant }: Claim,
  fingerprint: string,
): Promise<StoredAnswer | Made | undefined> {
  const now = Date.now();
  const cutoff = new Date(now - keptMs).toISOString();
  await database.deleteFrom('idempotency_keys').where('created_at', '<', cutoff).execute();
  try {
    const time = new Date(now).toISOString();
    const row = { key, fingerprint, answer: null, created_at: time, claimant, renewed_at: time };
    await database.insertInto('idempotency_keys').values(row).execute();
    return undefined;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (await takeOver(database, { key, claimant }, fingerprint)) return undefined;
    return openAnswer(secrets, key, await readAnswer(database, key, fingerprint));
  }
}

/** Takes an unanswered key whose node no longer renews it. What that node may still do fails in `noteMade`. */
async function takeOver(database: Database, { key, claimant }: Claim, fingerprint: string): Promise<boolean> {
  const { numUpdatedRows } = await unanswered(database, key)
    .set({ claimant, renewed_at: new Date().toISOString() })
    .where('fingerprint', '=', fingerprint)
    .where('renewed_at', '<', new Date(Date.now() - abandonedMs).toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Says that the requests still run. */
export async function renewClaims(database: Database, claimants: readonly string[]): Promise<void> {
  if (claimants.length === 0) return;
  await database
    .updateTable('idempotency_keys')
    .set({ renewed_at: new Date().toISOString() })
    .where('claimant', 'in', claimants)
    .where('answer', 'is', null)
    .execute();
}

async function readAnswer(database: Database, key: string, fingerprint: string): Promise<Sealed | Made> {
  const row = await database.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst();
  if (row && row.fingerprint !== fingerprint)
    throw new ServiceError('idempotency_key_reused', 'Another body was sent under this Idempotency-Key before.');
  if (!row?.answer)
    throw new ServiceError('request_in_progress', 'The first request under this Idempotency-Key is still running.');
  return decodeJson<Sealed | Made>(row.answer);
}

function openAnswer(secrets: IdempotencyServices['secrets'], key: string, kept: Sealed | Made): StoredAnswer | Made {
  if ('made' in kept) return kept;
  return JSON.parse(secrets.open(kept.sealed, answerOwner(key))) as StoredAnswer; // encrypted by `settleKey`
}

export function answerOwner(key: string): string {
  return `idempotency ${key}`;
}

/** Must be written in the transaction of the change, which fails when another request has taken the key over. */
export async function noteMade(database: Database, { key, claimant }: Claim, made: string): Promise<void> {
  const answer: Made = { made };
  const { numUpdatedRows } = await unanswered(database, key)
    .set({ answer: encodeJson(answer) })
    .where('claimant', '=', claimant)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const row = await database
    .selectFrom('idempotency_keys')
    .select('claimant')
    .where('key', '=', key)
    .executeTakeFirst();
  if (row?.claimant !== claimant)
    throw new ServiceError('request_in_progress', 'Another request has taken this Idempotency-Key over.');
}

/** Stores an answer; without one the key becomes free again, unless something was created under it. */
export async function settleKey(
  { database, secrets }: AnswerKeeper,
  { key, claimant }: Claim,
  answer: StoredAnswer | undefined,
): Promise<void> {
  if (answer === undefined)
    await database
      .deleteFrom('idempotency_keys')
      .where('key', '=', key)
      .where('claimant', '=', claimant)
      .where('answer', 'is', null)
      .execute();
  else
    await database
      .updateTable('idempotency_keys')
      .set({ answer: encodeJson({ sealed: secrets.seal(JSON.stringify(answer), answerOwner(key)) }) })
      .where('key', '=', key)
      .where('claimant', '=', claimant)
      .execute();
}

/** Frees keys of unanswered requests that committed nothing: all, or those older than `before`. */
export async function forgetUnanswered(database: Database, before = new Date()): Promise<void> {
  const time = before.toISOString();
  await database.deleteFrom('idempotency_keys').where('answer', 'is', null).where('created_at', '<=', time).execute();
}

function unanswered(database: Database, key: string) {
  return database.updateTable('idempotency_keys').where('key', '=', key).where('answer', 'is', null);
}
