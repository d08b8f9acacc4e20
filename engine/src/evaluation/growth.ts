import type { Training } from '../training/prepare.ts';

const usualShare = 0.6;

/**
 * Returns how much of its usual growth a hurried training still has before it, because a model is served from all rows
 * while its figures come from fits on fewer that may have been cut short: 1 from three fifths of the rows to all, 0 where
 * time was not short.
 */
export function growthLeft({ shortening, large, validation, splits, frame }: Training): number {
  if (!shortening || large || validation.scheme === 'forward') return 0;
  const learned = splits.reduce((sum, { train }) => sum + train.length / splits.length, 0) / frame.rowCount;
  return Math.log(learned) / Math.log(usualShare);
}

/**
 * Usual change of the distance from the best value, in logarithms, from three fifths of the rows to all: the root of the
 * mean square over seven tables (docs/decisions/2026-11-22-validation-that-fits.md).
 */
const usualGrowth: Readonly<Record<string, number>> = {
  r2_score: 0.1,
  mae: 0.06,
  rmse: 0.06,
  median_ae: 0.06,
  auc: 0.08,
  pr_auc: 0.08,
};
const growthOfOthers = 0.05;

/** Returns the relative standard error of a figure's distance from its best value that a hurried training adds. */
export function doubtOfShortening(name: string, left: number): number {
  return left * (usualGrowth[name] ?? growthOfOthers);
}

const losses: ReadonlySet<string> = new Set(['mae', 'rmse', 'median_ae', 'log_loss']);

/** Returns the distance of a figure from its best possible value. */
export function distanceOf(name: string, figure: number): number {
  return losses.has(name) ? figure : 1 - figure;
}
