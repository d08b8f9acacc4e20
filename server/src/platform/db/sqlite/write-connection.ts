import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { packError } from '../../workers/envelope.ts';
import { Checkpoints } from './checkpoints/checkpoints.ts';
import type { StatementResult, WriterAnswer, WriterRequest, WriterSettings } from './messages.ts';
import { Statements } from './statements.ts';

/** The only connection that writes. It runs requests in order and never throws. */
export class WriteConnection {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #checkpoints: Checkpoints;
  /** Whether a statement of the open transaction failed. */
  #isSpoiled = false;
  #isSynced = true;

  constructor({ path, busyTimeout }: WriterSettings) {
    this.#database = new DatabaseSync(path, { timeout: busyTimeout, enableForeignKeyConstraints: true });
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864');
    this.#statements = new Statements(this.#database);
    this.#checkpoints = new Checkpoints(path, this.#database);
  }

  answer(request: WriterRequest): WriterAnswer {
    return answerWith(request.id, () => this.#run(request));
  }

  /**
   * Runs waiting single statements, or one step, each with what follows it, in one transaction with at most one fsync.
   * SQLite undoes only what failed; on a full or broken disk it rolls back all.
   */
  answerGroup(group: readonly WriterRequest[]): WriterAnswer[] {
    const [{ mode, following }] = group;
    if (mode === 'single' && group.length === 1 && following.length === 0) return [this.answer(group[0])];
    try {
      this.#rollBackLeftover();
      this.#sync(mode !== 'step');
      this.#database.exec('begin immediate');
      const answers = group.map((request) => {
        const answer = answerWith(request.id, () => this.#runTogether(request));
        if (!this.#database.isTransaction) throw new Error(answer.failure?.message ?? 'the writes were rolled back');
        return answer;
      });
      this.#database.exec('commit');
      return answers;
    } catch (error) {
      this.#rollBackLeftover();
      return group.map(({ id }) => ({ id, failure: packError(error) }));
    }
  }

  #runTogether({ sql, parameters, following }: WriterRequest): StatementResult {
    if (following.length === 0) return this.#statements.run(sql, parameters);
    this.#statements.run('savepoint together', []);
    try {
      const result = this.#statements.run(sql, parameters);
      for (const next of following) this.#statements.run(next.sql, next.parameters);
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#statements.run('rollback to together', []);
      throw error;
    } finally {
      if (this.#database.isTransaction) this.#statements.run('release together', []);
    }
  }

  /** To be called when nobody waits for an answer. */
  tidy(): void {
    if (!this.#database.isTransaction) this.#checkpoints.look();
  }

  async close(): Promise<void> {
    await this.#checkpoints.close();
    this.#database.close();
  }

  #run({ mode, sql, parameters }: WriterRequest): StatementResult {
    if (mode === 'inside' || mode === 'restore' || mode === 'commit') return this.#runInside(mode, sql, parameters);
    this.#rollBackLeftover();
    if (mode === 'rollback') return { rows: [] };
    this.#sync(mode !== 'begin unsynced');
    const result = this.#statements.run(sql, parameters);
    if (mode === 'single' && this.#database.isTransaction) {
      this.#rollBackLeftover();
      throw new Error('open transactions through Kysely, not by SQL');
    }
    return result;
  }

  /** Statements may have been sent before an earlier failure was known: none of them runs, nor does the commit. */
  #runInside(mode: 'inside' | 'restore' | 'commit', sql: string, parameters: readonly SQLInputValue[]) {
    // SQLite rolls back by itself on a full disk: later statements must not run and commit one by one.
    if (!this.#database.isTransaction) throw new Error('the transaction was rolled back');
    try {
      if (this.#isSpoiled && mode !== 'restore') throw new Error('an earlier statement of this transaction failed');
      const result = this.#statements.run(sql, parameters);
      this.#isSpoiled = false;
      return result;
    } catch (error) {
      this.#isSpoiled = true;
      throw error;
    } finally {
      if (mode === 'commit') this.#rollBackLeftover(); // a failed commit ends the transaction too
    }
  }

  /** Whether the next commits wait for the disk. One that does takes all earlier ones with it: the log has one order. */
  #sync(isSynced: boolean): void {
    if (isSynced !== this.#isSynced) this.#database.exec(`pragma synchronous = ${isSynced ? 'full' : 'normal'}`);
    this.#isSynced = isSynced;
  }

  /** Ends a transaction that was left open, so that the next request starts clean. */
  #rollBackLeftover(): void {
    this.#isSpoiled = false;
    if (this.#database.isTransaction) this.#database.exec('rollback');
  }
}

function answerWith(id: number, work: () => StatementResult): WriterAnswer {
  try {
    return { id, result: work() };
  } catch (error) {
    return { id, failure: packError(error) };
  }
}
