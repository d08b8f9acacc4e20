/** A line of a log: the figures of one table. */
export interface Line {
  table: string;
  peer?: string;
  task?: string;
  auc?: number;
  log_loss?: number;
  r2_score?: number;
  /** Seconds of a processor; of peers `seconds`. */
  processor?: number;
  seconds?: number;
  microseconds?: number;
}
