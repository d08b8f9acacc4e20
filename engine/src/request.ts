export const tasks = ['regression', 'binary', 'multiclass', 'forecast'] as const;
export type Task = (typeof tasks)[number];

/** How good a model should be, within which seconds of training and microseconds an answer. */
export const qualities = ['fast', 'balanced', 'best'] as const;
export type Quality = (typeof qualities)[number];

/** How the rows of one time are taken together. */
export const aggregates = ['sum', 'mean', 'last', 'count'] as const;
export type Aggregate = (typeof aggregates)[number];

/** What an error costs, in any unit: the second class answered in vain, and missed. */
export interface Costs {
  false_positive: number;
  false_negative: number;
}

/** What it costs to miss one of two classes, by its name, and to answer it in vain. */
export type ClassCosts = Readonly<Record<string, { missed: number; false: number }>>;

/** What is asked of a threshold: itself, or what errors cost; with both, the costs only say what it is worth. */
export interface AskedThreshold {
  threshold?: number;
  costs?: ClassCosts;
}

export interface TrainRequest extends AskedThreshold {
  target: string;
  /** Default: inferred from the target column. */
  task?: Task;
  /** Columns that the model must not see. */
  ignore?: readonly string[];
  /** The same seed and table give the same model, byte for byte. Default 0. */
  seed?: number;
  /** Number of threads for the trees of large tables; the model does not depend on it. Default 1. */
  threads?: number;
  /**
   * Maximum number of cells in memory, each of 8 bytes; larger tables are searched on a sample. Default: 16 million.
   */
  cellsInMemory?: number;
  /** Maximum time of the search in seconds. Default: as long as it helps, at most 60 for up to 50,000 rows. */
  timeBudgetSeconds?: number;
  /**
   * How many times as long as alone this process takes because others use the processors, from 1. It lengthens the
   * default time budget, so that a busy machine makes a model late and not worse. Default 1.
   */
  slowness?: number;
  /**
   * `fast`: few kinds of model, 5 s, answers within 20 µs a row. `balanced`, the default: all kinds, 60 s, 100 µs. `best`:
   * all kinds on repeated folds, the time given (300 s), 1 ms.
   */
  quality?: Quality;
  /** The former word: `quick` tries what `fast` does, in the time of `balanced`. `quality` counts where both are given. */
  effort?: 'quick' | 'full';
  /** Names of the candidates that are tried beside the safest, as a description lists them. Default: all. */
  candidates?: readonly string[];
  /** Time column: the target is forecast along it, each series from its own past. */
  orderBy?: string;
  /** Forecasts: columns that identify the series; none when the table has one. */
  groupBy?: readonly string[];
  /** Forecasts: number of past changes that trees see, 1-400. Default: one season, at least 3 and at most 24. */
  window?: number;
  /** Forecasts: number of steps predicted and tested, 1-1000. Default: one season, 6 without one. */
  horizon?: number;
  /** Forecasts: how several rows of one series and time become one value. Default: such rows are refused. */
  aggregate?: Aggregate;
  /** Forecasts: columns whose future values the caller knows and gives with each question, such as a price. */
  knownInputs?: readonly string[];
  /** Forecasts by the day or the hour: the region whose public holidays count, such as `DE` or `DE-BY`. */
  holidays?: string;
  /** Metric to select by: `r2_score` (or `r2`), `mae`, `rmse`, `auc`, `log_loss`, `accuracy`, `balanced_accuracy`, `f1_macro`. */
  metric?: string;
  /** Two classes: the one that the threshold, the costs and the curves are about. Default: see `choosePositive`. */
  positiveClass?: string;
  /** That of the version before: it counts where `positiveClass` is not given and the target still has it. */
  formerPositiveClass?: string;
  /** How rows are held out. Default: decided by the rows. */
  validate?: ValidationRequest;
}

export interface TrainProgress {
  /** The current stage, shown to users: `profiling`, `searching`, `refitting`, `explaining` … */
  phase: string;
  /** 0 to 1, never decreasing. */
  fraction: number;
  etaSeconds: number | null;
  /** Best cross-validated score so far, in the selection metric; null before the first. */
  bestScore: number | null;
}

/** A public holiday: `date` is as in 2024-12-25. */
export interface Holiday {
  date: string;
  name: string;
}

/** Returns the public holidays of a region in a year; throws a TrainingError for a region that it does not know. */
export type HolidaysOf = (region: string, year: number) => readonly Holiday[];

export interface TrainHooks {
  /** Looks up holidays, of which the engine knows none. */
  holidaysOf?: HolidaysOf;
  onProgress?: (progress: TrainProgress) => void;
  /** Aborting makes `train` reject with the signal's reason. */
  signal?: AbortSignal;
}

/** How rows are held out: at random, all rows of one entity together, or later rows. */
export const schemes = ['random', 'group', 'forward'] as const;

export type Scheme = (typeof schemes)[number];

/** How rows are to be held out; unset fields are decided by the rows. */
export interface ValidationRequest {
  scheme?: Scheme;
  /** Column whose rows with the same value are held out together. */
  group?: string;
  /** Time column: rows are held out after those that are learned from. */
  order?: string;
}
