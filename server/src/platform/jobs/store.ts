import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import { newId } from '../../ids.ts';
import { isPostgres } from '../db/engine.ts';
import { decodeJson, encodeJson } from '../db/json.ts';
import type { JobTable } from '../db/schema/jobs.ts';
import type { Database, Schema } from '../db/schema.ts';
import type { Transaction } from '../db/transact.ts';
import type { Job, JobCount, NewJob } from './queue.ts';

const defaultAttempts = 5;
const unclaimed = { state: 'queued', lease: null, lease_until: null } as const;

/** The time in so many milliseconds: with several nodes by the clock of the database, because theirs differ. */
function after(database: Database, milliseconds: number): RawBuilder<string> {
  if (!isPostgres(database)) return sql.lit(new Date(Date.now() + milliseconds).toISOString());
  const time = sql`(statement_timestamp() + ${milliseconds} * interval '1 millisecond') at time zone 'utc'`;
  return sql`to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** PostgreSQL stores no zero in a text, and the message may be another program's. */
function storable(message: string): string {
  return message.replaceAll('\0', ' ');
}

/** A job in one of its runs: only the holder of the lease may renew it and settle the job. */
export interface ClaimedJob extends Job {
  lane: string | null;
  lease: string;
  lastError: string | null;
  traceparent: string | undefined;
}

function toClaimedJob(row: Selectable<JobTable>, lease: string): ClaimedJob {
  const { id, kind, lane, attempts, max_attempts, last_error } = row;
  const payload: unknown = decodeJson(row.payload);
  const traceparent = row.traceparent ?? undefined;
  return {
    id,
    kind,
    lane,
    payload,
    attempt: attempts + 1,
    maxAttempts: max_attempts,
    lease,
    lastError: last_error,
    traceparent,
  };
}

/** The due jobs of one lane; null for jobs without a lane. */
export interface DueLane {
  lane: string | null;
  running: number;
  /** When the first of them was due. */
  due: string;
}

/** The jobs table, as one process uses it. */
export class JobStore {
  readonly #database: Database;
  readonly #lease: number;

  /** @param lease milliseconds without renewal after which another process may take a job */
  constructor(database: Database, lease: number) {
    this.#database = database;
    this.#lease = lease;
  }

  async insert(transaction: Transaction, job: NewJob, traceparent?: string): Promise<string> {
    const id = newId('job');
    const created_at = after(transaction, 0);
    await transaction
      .insertInto('jobs')
      .values({
        id,
        kind: job.kind,
        lane: job.lane?.id ?? null,
        payload: encodeJson(job.payload),
        state: 'queued',
        attempts: 0,
        max_attempts: job.maxAttempts ?? defaultAttempts,
        run_at: job.runAt?.toISOString() ?? created_at,
        created_at,
        traceparent: traceparent ?? null,
      })
      .execute();
    return id;
  }

  /** Counts the waiting jobs of one lane, or of all. */
  async countQueued(transaction: Transaction, kind: string, lane?: string): Promise<number> {
    const { count } = await transaction
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('kind', '=', kind)
      .where('state', '=', 'queued')
      .$if(lane !== undefined, (query) => query.where('lane', '=', lane ?? ''))
      .executeTakeFirstOrThrow();
    return count;
  }

  count(): Promise<JobCount[]> {
    return this.#database
      .selectFrom('jobs')
      .select(({ fn }) => ['kind', 'state', fn.countAll<number>().as('count')])
      .groupBy(['kind', 'state'])
      .execute();
  }

  /** Returns whether the job existed. */
  async remove(transaction: Transaction, id: string): Promise<boolean> {
    const { numDeletedRows } = await transaction.deleteFrom('jobs').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Returns the lanes with due jobs of this kind, and how many of each run in all processes. */
  async dueLanes(kind: string): Promise<DueLane[]> {
    const now = after(this.#database, 0);
    const isDue = (eb: ExpressionBuilder<Schema, 'jobs'>) => eb('state', '=', 'queued').and('run_at', '<=', now);
    const lanes = await this.#database
      .selectFrom('jobs')
      .select(({ eb, fn }) => [
        'lane',
        fn.sum<number>(eb.case().when('state', '=', 'running').then(1).else(0).end()).as('running'),
        fn.min(eb.case().when(isDue(eb)).then(eb.ref('run_at')).end()).as('due'),
      ])
      .where('kind', '=', kind)
      .groupBy('lane')
      .execute();
    return lanes.flatMap(({ lane, running, due }) => (due === null ? [] : { lane, running: Number(running), due }));
  }

  /** Claims the first due job of this kind, of one lane or of any; concurrent processes get different jobs. */
  async claim(kind: string, lane?: string | null): Promise<ClaimedJob | undefined> {
    const lease = randomUUID();
    const due = this.#database
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', kind)
      .where('state', '=', 'queued')
      .where('run_at', '<=', after(this.#database, 0))
      .$if(lane === null, (query) => query.where('lane', 'is', null))
      .$if(typeof lane === 'string', (query) => query.where('lane', '=', lane ?? ''))
      .orderBy('run_at')
      .orderBy('id')
      .limit(1)
      .$if(isPostgres(this.#database), (query) => query.forUpdate().skipLocked());
    const row = await this.#database
      .updateTable('jobs')
      .set({ state: 'running', lease, lease_until: after(this.#database, this.#lease) })
      .where('id', '=', due)
      .returningAll()
      .executeTakeFirst();
    return row && toClaimedJob(row, lease);
  }

  /** Renews leases. Returns those that are still valid. */
  async renew(leases: string[]): Promise<Set<string | null>> {
    const rows = await this.#database
      .updateTable('jobs')
      .set({ lease_until: after(this.#database, this.#lease) })
      .where('lease', 'in', leases)
      .returning('lease')
      .execute();
    return new Set(rows.map((row) => row.lease));
  }

  /** Deletes a finished job. */
  async finish({ id, lease }: ClaimedJob): Promise<void> {
    await this.#database.deleteFrom('jobs').where('id', '=', id).where('lease', '=', lease).execute();
  }

  /** Requeues a failed job. */
  async retry(job: ClaimedJob, delay: number, error: Error): Promise<void> {
    await this.#requeue(job)
      .set(({ eb }) => ({
        attempts: eb('attempts', '+', 1),
        run_at: after(this.#database, delay),
        last_error: storable(error.message),
      }))
      .execute();
  }

  /** Requeues a job that could not be done for now: the run does not count. */
  async postpone(job: ClaimedJob, delay: number, error: Error): Promise<void> {
    await this.#requeue(job)
      .set({ run_at: after(this.#database, delay), last_error: storable(error.message) })
      .execute();
  }

  /** Requeues a job that was interrupted through no fault of its own: the run does not count. */
  async handBack(job: ClaimedJob): Promise<void> {
    await this.#requeue(job).execute();
  }

  /**
   * Requeues jobs left running by a crashed process: those with an expired lease, or all if no other process exists.
   */
  async recover(which: 'expired' | 'all'): Promise<void> {
    await this.#database
      .updateTable('jobs')
      .set(unclaimed)
      .where('state', '=', 'running')
      .$if(which === 'expired', (query) => query.where('lease_until', '<', after(this.#database, 0)))
      .execute();
  }

  #requeue({ id, lease }: ClaimedJob) {
    return this.#database.updateTable('jobs').set(unclaimed).where('id', '=', id).where('lease', '=', lease);
  }
}
