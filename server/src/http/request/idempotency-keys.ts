import { ServiceError } from '../../errors.ts';
import { decodeJson, encodeJson } from '../../platform/db/json.ts';
import type { Database } from '../../platform/db/schema.ts';
import { isUniqueViolation } from '../../platform/db/violations.ts';
import type { IdempotencyServices } from './context.ts';

const keptMs = 24 * 3_600_000;

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

/** Claims a key. Returns what is known of an earlier request under it; undefined for the first. */
export async function claimKey(
  { database, secrets }: AnswerKeeper,
  key: string,
  fingerprint: string,
): Promise<StoredAnswer | Made | undefined> {
  const now = Date.now();
  const cutoff = new Date(now - keptMs).toISOString();
  await database.deleteFrom('idempotency_keys').where('created_at', '<', cutoff).execute();
  try {
    const row = { key, fingerprint, answer: null, created_at: new Date(now).toISOString() };
    await database.insertInto('idempotency_keys').values(row).execute();
    return undefined;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return openAnswer(secrets, key, await readAnswer(database, key, fingerprint));
  }
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
  return JSON.parse(secrets.open(kept.sealed, ownerOf(key))) as StoredAnswer; // encrypted by `settleKey`
}

function ownerOf(key: string): string {
  return `idempotency ${key}`;
}

/** Must be written in the transaction of the change. */
export async function noteMade(database: Database, key: string, made: string): Promise<void> {
  const answer: Made = { made };
  await unanswered(database, key)
    .set({ answer: encodeJson(answer) })
    .execute();
}

/** Stores an answer; without one the key becomes free again, unless something was created under it. */
export async function settleKey(
  { database, secrets }: AnswerKeeper,
  key: string,
  answer: StoredAnswer | undefined,
): Promise<void> {
  if (answer === undefined)
    await database.deleteFrom('idempotency_keys').where('key', '=', key).where('answer', 'is', null).execute();
  else
    await database
      .updateTable('idempotency_keys')
      .set({ answer: encodeJson({ sealed: secrets.seal(JSON.stringify(answer), ownerOf(key)) }) })
      .where('key', '=', key)
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
