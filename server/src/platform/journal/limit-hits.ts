import type { ErrorCode, LimitFigure, LimitName } from '../../errors.ts';
import type { Database } from '../db/schema.ts';
import { transact } from '../db/transact.ts';
import type { EventLog } from './event-log.ts';

const tellEveryMs = 60_000;

/** Work that a limit refused or ended. */
export interface LimitHit {
  /** ID of the project; null for none, and for one that the caller may not know of. */
  project: string | null;
  /** The error code, or how the work was ended. */
  code: ErrorCode | 'step_limit' | 'time_limit' | 'training_memory_limit';
  limit: LimitFigure;
  /** Operation ID of the OpenAPI document; null for work without a request. */
  operation: string | null;
}

/** Counts limit hits and writes an event for them: per limit and project at most one a minute. */
export class LimitHits {
  readonly #database: Database;
  readonly #events: EventLog;
  readonly #onError: (error: unknown) => void;
  readonly #told = new Map<string, number>();
  readonly #counts = new Map<LimitName, number>();

  constructor(database: Database, events: EventLog, onError: (error: unknown) => void) {
    this.#database = database;
    this.#events = events;
    this.#onError = onError;
  }

  note(hit: LimitHit): void {
    const { name } = hit.limit;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (this.#isNews(`${hit.project} ${hit.code} ${name}`)) this.#tell(hit).catch(this.#onError);
  }

  #isNews(key: string): boolean {
    const now = Date.now();
    if (now - (this.#told.get(key) ?? 0) < tellEveryMs) return false;
    // Entries are in order of time: the oldest come first.
    for (const [old, at] of this.#told) {
      if (now - at < tellEveryMs) break;
      this.#told.delete(old);
    }
    this.#told.set(key, now);
    return true;
  }

  #tell({ project, code, limit, operation }: LimitHit): Promise<void> {
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
