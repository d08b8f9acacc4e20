export const tasks = ['regression', 'binary', 'multiclass', 'forecast'] as const;
export type Task = (typeof tasks)[number];

export type Effort = 'quick' | 'full';

export interface TrainRequest {
  target: string;
  /** Inferred from the target column when absent. */
  task?: Task;
  /** Columns that the model must not see. */
  ignore?: readonly string[];
  /** Same seed and same table: the same model, byte for byte. Default 0. */
  seed?: number;
  /** Threads that trees of large tables grow on; the model is the same on any number. Default 1. */
  threads?: number;
  /** Cells that may be in memory as numbers, 8 bytes each; a table with more is searched on a sample. Default 16 million. */
  cellsInMemory?: number;
  /** Wall seconds the search may take; when absent, as long as it still helps, at most 60 up to 50,000 rows. */
  timeBudgetSeconds?: number;
  /** How many kinds of model are tried: `full`, or one kind of trees and one linear for a `quick` first look. Default `full`. */
  effort?: Effort;
  /** Column of times: the target is forecast along it, each series from its own past. */
  orderBy?: string;
  /** Forecasts: columns that tell the series of the table apart; none when it holds one. */
  groupBy?: readonly string[];
  /** Forecasts: changes that the trees look back on, 1-400. Default: one season, at least 3 and at most 24. */
  window?: number;
  /** Forecasts: steps that are answered, and tested, 1-1000. Default: one season, 6 without one. */
  horizon?: number;
  /** Metric to select by: `r2_score` (or `r2`), `mae`, `rmse`, `auc`, `log_loss`, `accuracy`, `balanced_accuracy`, `f1_macro`. */
  metric?: string;
  /** How rows are held out; found out by the rows when absent. */
  validate?: ValidationRequest;
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
  /** Aborting makes `train` reject with the signal's reason. */
  signal?: AbortSignal;
}

/** How rows are held out: any of them, all of one entity, or those that come after. */
export const schemes = ['random', 'group', 'forward'] as const;

export type Scheme = (typeof schemes)[number];

/** What a request says of how rows are held out; found out by the rows where it says nothing. */
export interface ValidationRequest {
  scheme?: Scheme;
  /** Column whose rows of one value are held out together. */
  group?: string;
  /** Column of times: rows are held out after those that are learned from. */
  order?: string;
}
