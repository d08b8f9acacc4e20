import type { Task } from '../request.ts';

/** The loss: squared or absolute error of a number, or log loss of class probabilities. */
export type LossKind = 'squared' | 'absolute' | 'log';

/** The labels, one for each row: a number, or a class index below `classCount` (0 for regression). */
export interface Labels {
  task: Task;
  values: Float64Array;
  classCount: number;
  loss: LossKind;
}
