import type { Insertable } from 'kysely';
import { isStorageFull } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { AuditEntryTable } from '../../platform/db/schema/audit.ts';
import type { Database } from '../../platform/db/schema.ts';
import { transact, withTransactionHook } from '../../platform/db/transact.ts';
import { putEntry } from './store.ts';

type Row = Insertable<AuditEntryTable>;

/** What is known of an act before it is done. */
export type Act = Pick<Row, 'actor' | 'role' | 'address' | 'request_id' | 'action' | 'project_id' | 'subject'>;

const rowsAtOnce = 200;
/** What a full disk kept back is tried again after so long, and held in memory up to so many rows. */
const againMs = 2000;
const mostKept = 10_000;

/** One act on its way into the trail. */
export interface Entry {
  readonly row: Row;
  isSettled: boolean;
}

export function beginEntry(act: Act): Entry {
  const row: Row = {
    ...act,
    id: newId('aud'),
    time: new Date().toISOString(),
    outcome: 'begun',
    status: null,
    code: null,
  };
  return { row, isSettled: false };
}

/**
 * Who did what. The entry of an act stands in the transaction of its change, so there is no change without one; how it
 * was answered follows right after, several in one commit.
 */
export class AuditTrail {
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  #waiting: Row[] = [];
  /** The write that takes what is waiting, or the last one. */
  #writing: Promise<void> = Promise.resolve();
  #again: NodeJS.Timeout | undefined;

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  /** Runs what may change something; its first transaction, and any after it, carries the entry. */
  record<Result>(entry: Entry, work: () => Result): Result {
    return withTransactionHook(async (transaction) => {
      if (!entry.isSettled) await putEntry(transaction, entry.row);
    }, work);
  }

  /** Says how the act ended. `change` completes what was not known before. */
  complete(entry: Entry, change: Pick<Row, 'outcome' | 'status' | 'code'> & Partial<Act>): void {
    entry.isSettled = true;
    if (this.#waiting.push({ ...entry.row, ...change }) === 1) this.#writing = this.#writeAfter(this.#writing);
  }

  /** Resolves when everything that was settled before is written, or the disk is full: what comes later is not waited for. */
  flushed(): Promise<void> {
    if (this.#again) this.#tryAgain();
    return this.#writing;
  }

  /** One after the other; what is settled during a write goes with the next. */
  async #writeAfter(before: Promise<void>): Promise<void> {
    await before;
    const rows = this.#waiting;
    this.#waiting = [];
    for (let begin = 0; begin < rows.length; begin += rowsAtOnce) {
      const some = rows.slice(begin, begin + rowsAtOnce);
      await this.#write(some).catch((error) => this.#keep(some, error));
    }
  }

  /** On a full disk nothing was changed, but who tried is to be known once there is room. Other failures come again. */
  #keep(rows: readonly Row[], error: unknown): void {
    this.#onError(error);
    if (!isStorageFull(error)) return;
    this.#waiting = [...rows, ...this.#waiting].slice(-mostKept);
    this.#again ??= setTimeout(() => this.#tryAgain(), againMs).unref();
  }

  #tryAgain(): void {
    clearTimeout(this.#again);
    this.#again = undefined;
    this.#writing = this.#writeAfter(this.#writing);
  }

  #write(rows: Row[]): Promise<void> {
    return transact(this.#database, async (transaction) => {
      for (const row of rows) await putEntry(transaction, row);
    });
  }
}
