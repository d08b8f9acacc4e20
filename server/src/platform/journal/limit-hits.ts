import type { ErrorCode, LimitFigure, LimitName } from '../../errors.ts';
import type { Database } from '../db/schema.ts';
import { transact } from '../db/transact.ts';
import type { EventLog } from './event-log.ts';

const eventIntervalMs = 60_000;

/** Work that a limit refused or ended. */
export interface LimitHit {
  /** ID of the project; null for none, and for one that the caller may not know of. */
  project: string | null;
  /** The error code, or how the work was ended. */
  code: ErrorCode | 'step_limit' | 'time_limit' | 'training_memory_limit' | 'too_many_calls';
  limit: LimitFigure;
  /** Operation ID of the OpenAPI document; null for work without a request. */
  operation: string | null;
}

/** Counts limit hits and writes an event for them: per limit and project at most one a minute. */
export class LimitHits {
  readonly #database: Database;
  readonly #events: EventLog;
  readonly #onError: (error: unknown) => void;
  readonly #lastEvents = new Map<string, number>();
  readonly #counts = new Map<LimitName, number>();

  constructor(database: Database, events: EventLog, onError: (error: unknown) => void) {
    this.#database = database;
    this.#events = events;
    this.#onError = onError;
  }

  record(hit: LimitHit): void {
    const { name } = hit.limit;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (this.#isDue(`${hit.project} ${hit.code} ${name}`)) this.#writeEvent(hit).catch(this.#onError);
  }

  #isDue(key: string): boolean {
    const now = Date.now();
    if (now - (this.#lastEvents.get(key) ?? 0) < eventIntervalMs) return false;
    // Entries are in order of time: the oldest come first.
    for (const [old, at] of this.#lastEvents) {
      if (now - at < eventIntervalMs) break;
      this.#lastEvents.delete(old);
    }
    this.#lastEvents.set(key, now);
    return true;
  }

  #writeEvent({ project, code, limit, operation }: LimitHit): Promise<void> {
    const data = { code, operation, limit_name: limit.name, limit: limit.value };
    return transact(this.#database, async (transaction) =>
      this.#events.write(transaction, { type: 'sibyl.limit.hit', project, subject: `limits/${code}`, data }),
    );
  }

  /** Number of hits of each limit since the start. */
  get counts(): ReadonlyMap<LimitName, number> {
    return this.#counts;
  }
}
