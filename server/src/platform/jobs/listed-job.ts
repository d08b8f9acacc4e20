/** A job as the list of a project shows it: what waits or runs, and what ended. */
export interface ListedJob {
  kind: 'training' | 'predictions' | 'evaluation' | 'embedding';
  /** Address of the record that the job works for. */
  record: string;
  /** Of the model, agent or knowledge base. */
  name: string;
  /** Of the evaluation, or ID of the batch; null for other kinds. */
  part: string | null;
  version: number | null;
  status: 'queued' | 'running' | 'complete' | 'failed' | 'cancelled';
  phase: string | null;
  /** From 0 to 1; null unless it runs. */
  fraction: number | null;
  error: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}
