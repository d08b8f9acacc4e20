import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { newId } from '../../ids.ts';
import { isPostgres } from '../db/engine.ts';
import { decodeJson, encodeJson } from '../db/json.ts';
import type { JobTable } from '../db/schema/jobs.ts';
import type { Database } from '../db/schema.ts';
import type { Transaction } from '../db/transact.ts';
import type { Job, JobCount, NewJob } from './queue.ts';

const defaultAttempts = 5;
const unclaimed = { state: 'queued', lease: null, lease_until: null } as const;

function after(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}

/** A job in one run of it: whoever holds the lease may renew it and settle the job; nobody else. */
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

/** Jobs that take turns with those of other lanes; null: those that are of none. */
export interface DueLane {
  lane: string | null;
  running: number;
  /** When the first of them was due. */
  due: string;
}

/** The jobs table, seen by one process. */
export class JobStore {
  readonly #database: Database;
  readonly #lease: number;

  /** @param lease milliseconds after which a job without a sign of life is taken from its process */
  constructor(database: Database, lease: number) {
    this.#database = database;
    this.#lease = lease;
  }

  async insert(transaction: Transaction, job: NewJob, traceparent?: string): Promise<string> {
    const id = newId('job');
    const created_at = after(0);
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

  /** Of one lane, or of all. */
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

  /** @returns whether it was there */
  async remove(transaction: Transaction, id: string): Promise<boolean> {
    const { numDeletedRows } = await transaction.deleteFrom('jobs').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** The lanes with jobs of this kind that are due, and how many of each run, in whatever process. */
  async dueLanes(kind: string): Promise<DueLane[]> {
    const lanes = await this.#database
      .selectFrom('jobs')
      .select(({ eb, fn }) => [
        'lane',
        fn.sum<number>(eb.case().when('state', '=', 'running').then(1).else(0).end()).as('running'),
        fn.min(eb.case().when('state', '=', 'queued').then(eb.ref('run_at')).end()).as('due'),
      ])
      .where('kind', '=', kind)
      .groupBy('lane')
      .execute();
    const now = after(0);
    return lanes.flatMap(({ lane, running, due }) =>
      due !== null && due <= now ? [{ lane, running: Number(running), due }] : [],
    );
  }

  /** Takes the job of this kind that is due first, of this lane or of any; processes that claim at once get different ones. */
  async claim(kind: string, lane?: string | null): Promise<ClaimedJob | undefined> {
    const lease = randomUUID();
    const due = this.#database
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', kind)
      .where('state', '=', 'queued')
      .where('run_at', '<=', after(0))
      .$if(lane === null, (query) => query.where('lane', 'is', null))
      .$if(typeof lane === 'string', (query) => query.where('lane', '=', lane ?? ''))
      .orderBy('run_at')
      .orderBy('id')
      .limit(1)
      .$if(isPostgres(this.#database), (query) => query.forUpdate().skipLocked());
    const row = await this.#database
      .updateTable('jobs')
      .set({ state: 'running', lease, lease_until: after(this.#lease) })
      .where('id', '=', due)
      .returningAll()
      .executeTakeFirst();
    return row && toClaimedJob(row, lease);
  }

  /** Renews these leases. @returns those that still hold */
  async renew(leases: string[]): Promise<Set<string | null>> {
    const rows = await this.#database
      .updateTable('jobs')
      .set({ lease_until: after(this.#lease) })
      .where('lease', 'in', leases)
      .returning('lease')
      .execute();
    return new Set(rows.map((row) => row.lease));
  }

  /** Forgets a job that ended. */
  async finish({ id, lease }: ClaimedJob): Promise<void> {
    await this.#database.deleteFrom('jobs').where('id', '=', id).where('lease', '=', lease).execute();
  }

  /** Puts a job back that failed. */
  async retry(job: ClaimedJob, delay: number, error: Error): Promise<void> {
    await this.#requeue(job)
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), run_at: after(delay), last_error: error.message }))
      .execute();
  }

  /** Puts a job back that was cut short by no fault of its own: the run does not count. */
  async handBack(job: ClaimedJob): Promise<void> {
    await this.#requeue(job).execute();
  }

  /** Puts back what a crashed process left running: what its lease says, or everything if no other process can be. */
  async recover(which: 'expired' | 'all'): Promise<void> {
    await this.#database
      .updateTable('jobs')
      .set(unclaimed)
      .where('state', '=', 'running')
      .$if(which === 'expired', (query) => query.where('lease_until', '<', after(0)))
      .execute();
  }

  #requeue({ id, lease }: ClaimedJob) {
    return this.#database.updateTable('jobs').set(unclaimed).where('id', '=', id).where('lease', '=', lease);
  }
}
