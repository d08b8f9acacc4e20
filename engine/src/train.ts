import type { Model } from './model.ts';
import type { Table } from './table.ts';

export type Task = 'regression' | 'binary' | 'multiclass';

export interface TrainRequest {
  target: string;
  /** Inferred from the target column when absent. */
  task?: Task;
  /** Columns that the model must not see. */
  ignore?: readonly string[];
  /** Same seed and same table: the same model, byte for byte. Default 0. */
  seed?: number;
  /** Wall seconds the search may take; when absent, as long as it still helps, at most 60 up to 50,000 rows. */
  timeBudgetSeconds?: number;
  /** Metric to select by: `r2`, `mae`, `rmse`, `auc`, `log_loss`, `accuracy`, `balanced_accuracy`. */
  metric?: string;
}

export interface TrainProgress {
  /** What is going on now, in the words shown to a user: `profiling`, `searching`, `refitting`, `explaining` … */
  phase: string;
  /** 0 to 1, never falling. */
  fraction: number;
  etaSeconds: number | null;
  /** Best cross-validated score so far, in the selection metric; null before the first. */
  bestScore: number | null;
}

export interface TrainHooks {
  onProgress?: (progress: TrainProgress) => void;
  signal?: AbortSignal;
}

/** Why a table or a request is refused. */
export type TrainingErrorCode =
  | 'target_not_found'
  | 'target_empty'
  | 'target_constant'
  | 'target_kind'
  | 'task_mismatch'
  | 'too_few_rows'
  | 'too_many_classes'
  | 'column_not_found'
  | 'no_inputs'
  | 'unknown_metric'
  | 'bad_budget'
  | 'bad_seed';

/** The table cannot be learned from. `message` is one sentence that the owner of the table can act on. */
export class TrainingError extends Error {
  readonly code: TrainingErrorCode;
  readonly column: string | undefined;

  constructor(code: TrainingErrorCode, message: string, column?: string) {
    super(message);
    this.name = 'TrainingError';
    this.code = code;
    this.column = column;
  }
}

export type TrainFunction = (table: Table, request: TrainRequest, hooks?: TrainHooks) => Promise<Model>;
