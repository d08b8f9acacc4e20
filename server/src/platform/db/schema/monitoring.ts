import type { Json } from '../json.ts';
import type { Defaulted, Fixed } from './record.ts';

export interface MonitoringSchema {
  monitor_references: MonitorReferenceTable;
  monitor_parts: MonitorPartTable;
  monitor_windows: MonitorWindowTable;
  monitor_answers: MonitorAnswerTable;
  monitor_truths: MonitorTruthTable;
  monitor_live: MonitorLiveTable;
}

/** What the training rows of a version look like. */
interface MonitorReferenceTable {
  model_id: Fixed<string>;
  version: Fixed<number>;
  reference: Json;
}

/** What one node saw of a window within some seconds. */
interface MonitorPartTable {
  id: Fixed<string>;
  model_id: Fixed<string>;
  version: Fixed<number>;
  window_start: Fixed<string>;
  window_end: Fixed<string>;
  rows: Fixed<number>;
  picks: Fixed<Json>;
}

/** A window of all nodes. */
interface MonitorWindowTable {
  model_id: Fixed<string>;
  version: Fixed<number>;
  window_start: Fixed<string>;
  window_end: string;
  /** Number of answered rows. */
  rows: number;
  /** The rows that were drawn; null once only the sketch is kept. */
  picks: Json | null;
  sketch: Json;
  /** Null until the window has ended and was judged. */
  verdict: Json | null;
}

/** Answers that a truth may name by the ID of the row: the last one of each window. */
export interface MonitorAnswerTable {
  model_id: Fixed<string>;
  /** The ID and the window (`truth-key.ts`); the ID alone of the newest answer that a release before kept. */
  row_id: Fixed<string>;
  version: number;
  window_start: string;
  answer: Json;
}

/** Sums over the joined truths of a window, so that no reader adds up a million of them. */
export interface MonitorLiveTable {
  model_id: Fixed<string>;
  version: Fixed<number>;
  window_start: Fixed<string>;
  truths: number;
  /** Truths of numbers whose answer had bounds. */
  bounded: number;
  /** Classes: truths that were answered. */
  rights: number;
  /** Numbers: truths within the bounds. */
  insides: number;
  /** Sum of the errors with their sign; null where truths came before it was kept. */
  signed: Defaulted<number | null>;
  /** Sums of the errors' size, its square and its fourth power. */
  absolute: number;
  squared: number;
  fourth: number;
  /** Sums of the confidence, and of its variance. */
  confidence: number;
  uncertain: number;
  /** Requests and parts that brought truths; 0 where that was not counted. */
  looks: Defaulted<number>;
  /** What figures need beside sums; null where truths came before it was kept. */
  tally: Defaulted<Json | null>;
}

/** Truths, and how the answers to their rows compare with them; the figures are null until the answer is known. */
export interface MonitorTruthTable {
  model_id: Fixed<string>;
  /** The ID, and the window or what is waited for (`truth-key.ts`). */
  row_id: Fixed<string>;
  truth: Json;
  version: number | null;
  window_start: string | null;
  /** Classes: 1 or 0. */
  is_right: number | null;
  /** Numbers: 1 where the truth lies within the bounds, else 0. */
  is_inside: number | null;
  /** Numbers: truth minus prediction. */
  error: number | null;
  confidence: number | null;
  /** Classes: the predicted one; null where that was not kept. */
  answered: Defaulted<string | null>;
  /** The bin of each column of the row, a byte each, as base64; null where that is not known. */
  codes: Defaulted<string | null>;
  /** How the answer of a challenger compares with the truth; null where there was none. */
  shadow: Defaulted<Json | null>;
  created_at: string;
}
