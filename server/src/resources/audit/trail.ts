import type { Insertable } from 'kysely';
import { isStorageFull } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { AuditEntryTable } from '../../platform/db/schema/audit.ts';
import type { Database } from '../../platform/db/schema.ts';
import { transact, withTransactionHook } from '../../platform/db/transact.ts';
import { putEntry } from './store.ts';

type Row = Insertable<AuditEntryTable>;

/** What is known of an action before it runs. */
export type Act = Pick<Row, 'actor' | 'role' | 'address' | 'request_id' | 'action' | 'project_id' | 'subject'>;

const rowsAtOnce = 200;
/** Entries that a full disk refused are retried after this time, up to this many in memory. */
const retryMs = 2000;
const maxRetained = 10_000;

/** An entry that is not complete yet. */
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
 * The audit trail. An entry is written in the transaction of its change, so no change lacks one; its outcome is added
 * afterwards, several in one commit.
 */
export class AuditTrail {
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  #waiting: Row[] = [];
  /** The current or last write. */
  #writing: Promise<void> = Promise.resolve();
  #again: NodeJS.Timeout | undefined;

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  /** Runs audited work; its first transaction and all later ones include the entry. */
  record<Result>(entry: Entry, work: () => Result): Result {
    return withTransactionHook(async (transaction) => {
      if (!entry.isSettled) await putEntry(transaction, entry.row);
    }, work);
  }

  /** Records the outcome. `change` adds what was unknown before. */
  complete(entry: Entry, change: Pick<Row, 'outcome' | 'status' | 'code'> & Partial<Act>): void {
    entry.isSettled = true;
    if (this.#waiting.push({ ...entry.row, ...change }) === 1) this.#writing = this.#writeAfter(this.#writing);
  }

  /** Resolves when all entries completed so far are written, or the disk is full. */
  flushed(): Promise<void> {
    if (this.#again) this.#retry();
    return this.#writing;
  }

  /** Writes one batch after another; entries completed during a write join the next. */
  async #writeAfter(before: Promise<void>): Promise<void> {
    await before;
    const rows = this.#waiting;
    this.#waiting = [];
    for (let begin = 0; begin < rows.length; begin += rowsAtOnce) {
      const some = rows.slice(begin, begin + rowsAtOnce);
      await this.#write(some).catch((error) => this.#retain(some, error));
    }
  }

  /**
   * Keeps entries that a full disk refused: nothing was changed, but the attempt must be known later. Other failures
   * are rethrown.
   */
  #retain(rows: readonly Row[], error: unknown): void {
    this.#onError(error);
    if (!isStorageFull(error)) return;
    this.#waiting = [...rows, ...this.#waiting].slice(-maxRetained);
    this.#again ??= setTimeout(() => this.#retry(), retryMs).unref();
  }

  #retry(): void {
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
