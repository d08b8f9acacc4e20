import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult, ValuesNode } from 'kysely';
import { currentProject } from '../../telemetry/scope.ts';
import { isInBackground } from '../background.ts';
import { explainBusy } from '../violations.ts';
import type { Statement, StatementResult } from './messages.ts';
import type { Statements } from './statements.ts';
import type { Turn } from './turn.ts';
import type { Writer } from './writer.ts';

/** Shared by all connections. */
export interface OpenSqlite {
  reader: DatabaseSync;
  /** Statements of the reader. */
  statements: Statements;
  writer: Writer;
  turn: Turn;
}

/** Statements that are sent as one message at most: a long transaction is sent while it is made. */
const mostGathered = 20;

type TransactionState = 'none' | 'gathering' | 'open' | 'failed';

/**
 * Reads at once on this thread unless a transaction is open; writes in the writer thread, in turn. A transaction of
 * inserts alone is gathered and sent whole at its commit, so that many of them share one message and one fsync.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #parts: OpenSqlite;
  #state: TransactionState = 'none';
  /** Settles with the statements that were sent without waiting: `begin` and inserts. */
  #sent: Promise<unknown> = Promise.resolve();
  #hasSavepoint = false;
  #isReadOnly = false;
  #isBackground = false;
  #gathered: Statement[] = [];
  /** Settles when the gathered statements were sent, because one whose result is needed follows. */
  #opening: Promise<void> | undefined;

  constructor(parts: OpenSqlite) {
    this.#parts = parts;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes, insertId } = await this.#run(query);
    return {
      rows: rows as Row[], // Kysely's contract: the caller's schema type describes the columns
      numAffectedRows: changes === undefined ? undefined : BigInt(changes),
      insertId: insertId === undefined ? undefined : BigInt(insertId),
    };
  }

  /** Not offered on any engine here: lists are paged by key. */
  // biome-ignore lint/correctness/useYield: the contract demands a generator
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming is not offered: page by key');
  }

  async begin(readOnly: boolean): Promise<void> {
    this.#state = 'gathering';
    this.#isReadOnly = readOnly;
    this.#isBackground = isInBackground();
  }

  async commit(): Promise<void> {
    if (this.#state === 'gathering' && !this.#opening) return this.#commitGathered();
    await this.#opening;
    if (this.#state === 'failed') throw new Error('the transaction had a failed statement and was rolled back');
    const committed = this.#parts.writer.send('commit', 'commit');
    const sent = this.#sent;
    if (this.#isBackground) await committed.catch(() => {}); // one step at a time is in the way of others
    this.#end(); // the next transaction may be sent while this one is synced
    await afterWhatWasSent(sent, committed);
  }

  async rollback(): Promise<void> {
    if (this.#state === 'none') return;
    await this.#opening?.catch(() => {});
    if (this.#state === 'gathering') this.#forget();
    else await this.#parts.writer.send('rollback').finally(() => this.#end());
  }

  async save(savepoint: CompiledQuery): Promise<void> {
    await this.executeQuery(savepoint);
    this.#hasSavepoint = true;
  }

  async rollbackTo(savepoint: CompiledQuery): Promise<void> {
    await this.#parts.writer.send('restore', savepoint.sql);
    this.#state = 'open';
  }

  async #run(query: CompiledQuery): Promise<StatementResult> {
    const parameters = query.parameters as readonly SQLInputValue[]; // SQLite refuses values of other kinds
    if (this.#state !== 'none') return this.#runInside(query, parameters);
    if (query.query.kind === 'SelectQueryNode') return this.#read(query.sql, parameters);
    return this.#sendInTurn({ sql: query.sql, parameters });
  }

  #read(sql: string, parameters: readonly SQLInputValue[]): StatementResult {
    try {
      return this.#parts.statements.run(sql, parameters);
    } catch (error) {
      throw explainBusy(error);
    }
  }

  /** Sends what commits by itself. The turn ends at once, so that later statements may share its fsync. */
  async #sendInTurn(statement: Statement, following: Statement[] = []): Promise<StatementResult> {
    await this.#parts.turn.take(currentProject() ?? '');
    try {
      return this.#parts.writer.send('single', statement.sql, statement.parameters, following);
    } finally {
      this.#parts.turn.release();
    }
  }

  async #commitGathered(): Promise<void> {
    const [first, ...following] = this.#gathered;
    const isBackground = this.#isBackground;
    this.#forget();
    if (!first) return;
    if (isBackground) await this.#sendStep(first, following);
    else await this.#sendInTurn(first, following);
  }

  /** The turn ends with the step, because one step at a time is in the way of others. */
  async #sendStep({ sql, parameters }: Statement, following: Statement[]): Promise<void> {
    await this.#parts.turn.take(currentProject() ?? '', true);
    try {
      await this.#parts.writer.send('step', sql, parameters, following);
    } finally {
      this.#parts.turn.release();
    }
  }

  async #open(): Promise<void> {
    await this.#parts.turn.take(currentProject() ?? '', this.#isBackground);
    this.#state = 'open';
    const mode = this.#isBackground ? 'begin unsynced' : 'begin';
    // Takes the write lock at once: a transaction that reads first would have to restart to get it later.
    this.#leave(this.#parts.writer.send(mode, this.#isReadOnly ? 'begin' : 'begin immediate'));
    for (const { sql, parameters } of this.#gathered) this.#leave(this.#parts.writer.send('inside', sql, parameters));
    this.#gathered = [];
  }

  /**
   * As on PostgreSQL, a failed statement fails its transaction, so that code cannot rely on continuing after one. An
   * insert is not awaited, because its result is known, unless a savepoint allows the transaction to continue without
   * it. If it fails, the next statement, at last the commit, rejects with its error.
   */
  async #runInside(query: CompiledQuery, parameters: readonly SQLInputValue[]): Promise<StatementResult> {
    const inserted = countInserted(query);
    if (this.#state === 'gathering') {
      if (inserted !== undefined && !this.#opening && this.#gathered.length < mostGathered) {
        this.#gathered.push({ sql: query.sql, parameters });
        return { rows: [], changes: inserted };
      }
      this.#opening ??= this.#open();
      await this.#opening;
    }
    if (this.#state === 'failed') throw new Error('an earlier statement of this transaction failed');
    const answer = this.#parts.writer.send('inside', query.sql, parameters);
    if (inserted !== undefined && !this.#hasSavepoint) {
      this.#leave(answer);
      return { rows: [], changes: inserted };
    }
    try {
      return await afterWhatWasSent(this.#sent, answer);
    } catch (error) {
      this.#state = 'failed';
      throw error;
    }
  }

  /** Lets the next statement be sent without waiting for this one; `#sent` keeps the result. */
  #leave(answer: Promise<unknown>): void {
    this.#sent = afterWhatWasSent(this.#sent, answer);
    this.#sent.catch(() => {}); // the next one that waits gets the error
  }

  #end(): void {
    this.#forget();
    this.#parts.turn.release();
  }

  #forget(): void {
    this.#state = 'none';
    this.#sent = Promise.resolve();
    this.#hasSavepoint = false;
    this.#gathered = [];
    this.#opening = undefined;
  }
}

/** Returns the result, or the first failure: later statements fail only because of it. */
async function afterWhatWasSent<Answer>(sent: Promise<unknown>, answer: Promise<Answer>): Promise<Answer> {
  answer.catch(() => {});
  await sent;
  return answer;
}

/**
 * Returns the number of rows that an insert makes (or updates instead, whatever they hold) if it succeeds; undefined
 * when only the database knows, and for other statements.
 */
function countInserted({ query }: CompiledQuery): number | undefined {
  if (query.kind !== 'InsertQueryNode' || query.returning || query.orAction) return undefined;
  const { onConflict } = query;
  if (onConflict && (!onConflict.updates || onConflict.updateWhere || onConflict.indexWhere)) return undefined;
  return query.values?.kind === 'ValuesNode' ? (query.values as ValuesNode).values.length : undefined;
}
