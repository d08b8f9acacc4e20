import type { Json } from '../json.ts';
import type { Fixed } from './record.ts';

export interface JobSchema {
  jobs: JobTable;
}

export type JobState = 'queued' | 'running';

/** A waiting or running job. Finished, cancelled and failed jobs are deleted. */
export interface JobTable {
  id: Fixed<string>;
  kind: Fixed<string>;
  /** The project whose fair share the job counts against. */
  lane: Fixed<string | null>;
  payload: Fixed<Json>;
  state: JobState;
  /** Number of failed runs. */
  attempts: number;
  max_attempts: Fixed<number>;
  run_at: string;
  /** ID of the current run, and until when it counts as alive without renewal. Null unless running. */
  lease: string | null;
  lease_until: string | null;
  last_error: string | null;
  created_at: Fixed<string>;
  /** The trace that the job continues; null when that was not sampled. */
  traceparent: Fixed<string | null>;
}
