import type { Json } from '../json.ts';
import type { Fixed } from './record.ts';

export interface JobSchema {
  jobs: JobTable;
}

export type JobState = 'queued' | 'running';

/** Work to do or being done; a job that is finished, cancelled or given up is deleted. */
export interface JobTable {
  id: Fixed<string>;
  kind: Fixed<string>;
  /** What it takes turns with: a project. */
  lane: Fixed<string | null>;
  payload: Fixed<Json>;
  state: JobState;
  /** Runs that failed so far. */
  attempts: number;
  max_attempts: Fixed<number>;
  run_at: string;
  /** Names this run of it, until when it is believed to go on without a sign of life. Null unless running. */
  lease: string | null;
  lease_until: string | null;
  last_error: string | null;
  created_at: Fixed<string>;
  /** The trace that it goes on; null when none was kept. */
  traceparent: Fixed<string | null>;
}
