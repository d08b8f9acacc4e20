import type { Training } from '../training/prepare.ts';

/**
 * Usual change of a figure's distance from its best value, in logarithms, from three fifths of the rows to all: of
 * numbers and of classes, much of whose distance is chance.
 */
const [usualOfNumbers, usualOfClasses] = [0.15, 0.05];
const usualShare = 0.6;

/**
 * Returns the relative standard error of distances from the best value because a model of a hurried training is served
 * from all rows, while its figures come from fits on fewer that may have been cut short; 0 where nothing was in haste.
 */
export function doubtOfHaste({ haste, large, validation, splits, frame }: Training): number {
  if (!haste || large || validation.scheme === 'forward') return 0;
  const learned = splits.reduce((sum, { train }) => sum + train.length / splits.length, 0) / frame.rowCount;
  const usual = frame.labels.classCount > 0 ? usualOfClasses : usualOfNumbers;
  return (usual * Math.log(learned)) / Math.log(usualShare);
}

const losses: ReadonlySet<string> = new Set(['mae', 'rmse', 'median_ae', 'log_loss']);

/** Returns the distance of a figure from its best possible value. */
export function distanceOf(name: string, figure: number): number {
  return losses.has(name) ? figure : 1 - figure;
}
