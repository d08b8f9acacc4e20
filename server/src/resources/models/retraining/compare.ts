import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { TrainRequest } from '@sibyl/engine/train.ts';
import { normalTail } from '../monitoring/statistics.ts';

/** A version beside one that learned from newer rows, on the newest rows, which neither saw. */
export interface ComparisonRequest {
  /** The rows that the challenger learned from, in the order of the table. */
  snapshotPath: string;
  championPath: string;
  /** The rows that the champion learned from: later ones are new to it. */
  championSnapshotPath: string;
  request: TrainRequest;
}

/** Mean losses on the same rows: log loss of classes, else absolute errors. */
export interface Compared {
  loss: 'log_loss' | 'mae';
  rows: number;
  champion: number;
  challenger: number;
  /** Champion minus challenger: above 0 the challenger is better. */
  gain: number;
  standard_error: number;
  /** Whether the champion may have learned from these rows, because the table has no new ones. */
  is_seen: boolean;
}

/** Chance below which a difference is more than chance. */
const convincing = 0.05;

/** Returns whether a challenger may answer: better beyond chance, or no worse beyond chance where drift is certain. */
export function isBetter({ gain, standard_error }: Compared, isDrifting: boolean): boolean {
  if (standard_error === 0) return gain > 0;
  const z = gain / standard_error;
  return normalTail(z) < convincing || (isDrifting && normalTail(-z) >= convincing);
}

export function lossOf(description: Pick<ModelDescription, 'classes'>): Compared['loss'] {
  return description.classes ? 'log_loss' : 'mae';
}
