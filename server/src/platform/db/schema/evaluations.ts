import type { Json } from '../json.ts';
import type { Fixed, RecordTable } from './record.ts';

export interface EvaluationSchema {
  evaluations: EvaluationTable;
  evaluation_results: EvaluationResultTable;
  message_feedback: MessageFeedbackTable;
}

export interface EvaluationTable extends RecordTable {
  project_id: Fixed<string>;
  agent_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  /** Version of the agent's settings. */
  version: Fixed<number>;
  status: 'queued' | 'running' | 'complete' | 'failed';
  /** Each with the expected answer. */
  questions: Fixed<Json>;
  /** Figures over the answers so far. */
  summary: Json;
  error: string | null;
  job_id: string | null;
}

export interface EvaluationResultTable {
  evaluation_id: Fixed<string>;
  /** Position of the question, from 0. */
  position: Fixed<number>;
  result: Fixed<Json>;
}

/** A user's feedback on an answer; at most one per answer. */
export interface MessageFeedbackTable {
  message_id: Fixed<string>;
  rating: 'up' | 'down';
  comment: string | null;
  created_at: string;
  created_by: string | null;
}
