import { scoreBlend, type WeightedModel } from '../composites/blend.ts';
import { encodeFor } from '../encoding/frame.ts';
import { outputCount } from '../learners/contract.ts';
import type { Training } from '../training/prepare.ts';
import { chosen, type Selection } from '../training/selection.ts';

/**
 * Fits the served members on the rows of `train`, and returns their blend's predictions for the `asked` rows (rows x
 * outputs).
 */
export async function fitAgain(
  { frame, splits, settings, deadlines }: Training,
  selection: Selection,
  train: Int32Array,
  asked: ArrayLike<number>,
): Promise<Float64Array> {
  const encoded = encodeFor(frame, train, settings.seed);
  const split = { ...splits[0], encoded, train, validation: new Int32Array(0), deadline: deadlines.refit };
  const members: WeightedModel[] = [];
  for (const [{ result }, weight] of chosen(selection)) members.push({ weight, model: await result.refit(split) });
  const width = encoded.features.length;
  const matrix = new Float64Array(asked.length * width);
  for (const [feature, column] of encoded.columns.entries())
    for (let place = 0; place < asked.length; place++) matrix[place * width + feature] = column[asked[place]];
  const outputs = outputCount(frame.labels);
  const answers = new Float64Array(asked.length * outputs);
  scoreBlend(members, matrix, asked.length, answers, answers.slice(), outputs);
  return answers;
}

/** Returns the estimated seconds of such a fit, from the time of the search. */
export function secondsOfFit(selection: Selection): number {
  return chosen(selection).reduce((sum, [contender]) => sum + contender.seconds / contender.tried, 0);
}
