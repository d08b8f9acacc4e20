import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';

const leaseMs = 6000;
const renewEveryMs = 1500;

/**
 * Work that one node does at a time. The holder renews the lease; after six seconds without renewal another node takes
 * it. Times are the database's, because clocks of nodes differ.
 */
export class Lease {
  readonly #database: Database;
  readonly #name: string;
  readonly #onError: (error: unknown) => void;
  readonly #holder = randomUUID();
  #heldUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> = Promise.resolve();

  constructor(database: Database, name: string, onError: (error: unknown) => void) {
    this.#database = database;
    this.#name = name;
    this.#onError = onError;
  }

  /** Whether this node may do the work now; false for a node that was suspended too long. */
  get isHeld(): boolean {
    return performance.now() < this.#heldUntil;
  }

  async start(): Promise<void> {
    await this.#renew();
    this.#timer = setInterval(() => {
      this.#renewing = this.#renew();
    }, renewEveryMs).unref();
  }

  /** Releases the lease, so that another node takes it at once. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    this.#heldUntil = 0;
    await this.#database
      .deleteFrom('leases')
      .where('name', '=', this.#name)
      .where('holder', '=', this.#holder)
      .execute();
  }

  async #renew(): Promise<void> {
    const asked = performance.now();
    try {
      const { rows } = await sql`
        insert into leases (name, holder, held_until)
        values (${this.#name}, ${this.#holder}, (now() + ${leaseMs} * interval '1 millisecond')::text)
        on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
        where leases.holder = excluded.holder or leases.held_until::timestamptz < now()
        returning name`.execute(this.#database);
      this.#heldUntil = rows.length > 0 ? asked + leaseMs - renewEveryMs : 0;
    } catch (error) {
      this.#onError(error);
    }
  }
}
