import type { RowSplit } from '../splits/folds.ts';
import type { Labels } from '../target/labels.ts';
import { fitTextModels, type TextEffort, type TextRows } from './text-model.ts';

/** How long the fits of a column may take. */
export interface TextTime {
  /** Moment (milliseconds of the clock) by which they should be done. */
  deadline: number;
  pause(): Promise<void>;
}

/** Penalties, the strongest first; divided by the number of rows. */
const penalties = [10, 3, 1, 0.3];
/** The one that is taken when there is no time to try others. */
const safePenalty = 1;
const [mostTexts, fewestTexts] = [40_000, 1000];
const [mostIterations, fewestIterations, timedIterations] = [25, 6, 2];

/**
 * Times a few steps, and returns how much each fit does. All fits of a column do the same, because scores of models that
 * learned more or less than each other differ in size.
 */
export async function decideEffort(
  texts: TextRows,
  labels: Labels,
  rowSplits: readonly RowSplit[],
  { deadline, pause }: TextTime,
): Promise<{ effort: TextEffort; tried: readonly number[] }> {
  const usual = { effort: { texts: mostTexts, iterations: mostIterations, pause }, tried: penalties };
  if (deadline === Number.POSITIVE_INFINITY) return usual;
  const begun = performance.now();
  const { train } = rowSplits[0];
  await fitTextModels(texts, labels, train, [safePenalty], { ...usual.effort, iterations: timedIterations });
  const now = performance.now();
  const steps = Math.max(0, (deadline - now) * timedIterations) / (now - begun);
  // The choice takes a fit for each penalty, then there is one of all rows and one of each other split.
  if (steps > mostIterations * (penalties.length + rowSplits.length)) return usual;
  const affordable = steps / (rowSplits.length + 1);
  const share = Math.min(1, affordable / fewestIterations);
  const fewer = Math.max(fewestTexts, Math.floor(share * Math.min(mostTexts, train.length)));
  const iterations = Math.round(Math.min(mostIterations, Math.max(fewestIterations, affordable)));
  return { effort: { texts: share < 1 ? fewer : mostTexts, iterations, pause }, tried: [safePenalty] };
}
