import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { StatementResult } from './messages.ts';

interface Prepared {
  statement: StatementSync;
  returnsRows: boolean;
}

const maximumKept = 500;

/** Runs SQL on one connection and caches prepared statements; the least recently used are dropped first. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  run(sql: string, parameters: readonly SQLInputValue[]): StatementResult {
    const { statement, returnsRows } = this.#prepare(sql);
    if (returnsRows) return { rows: statement.all(...parameters) };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) };
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql);
    if (prepared) {
      this.#prepared.delete(sql);
    } else {
      const statement = this.#database.prepare(sql);
      prepared = { statement, returnsRows: statement.columns().length > 0 };
      const oldest = this.#prepared.size >= maximumKept ? this.#prepared.keys().next().value : undefined;
      if (oldest !== undefined) this.#prepared.delete(oldest);
    }
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
