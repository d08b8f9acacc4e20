import type { Task } from '../request.ts';

/** How an answer is judged: squared or absolute distance of a number, or the log loss of class probabilities. */
export type LossKind = 'squared' | 'absolute' | 'log';

/** What is learned, one entry a row: a number, or a class index below `classCount` (0 for regression). */
export interface Labels {
  task: Task;
  values: Float64Array;
  classCount: number;
  loss: LossKind;
}
