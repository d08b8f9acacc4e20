import { scoreBlend, type WeightedModel } from '../composites/blend.ts';
import { type Encoded, encodeFor } from '../encoding/frame.ts';
import { outputCount } from '../learners/contract.ts';
import type { Training } from '../training/prepare.ts';
import { chosen, type Selection } from '../training/selection.ts';

/**
 * Fits the served members on the rows of `train`, and returns their blend's predictions for the `asked` rows (rows x
 * outputs). With `isBlind` not even bins of numbers know other rows.
 */
export async function fitAgain(
  { frame, splits, settings, deadlines }: Training,
  selection: Selection,
  train: Int32Array,
  asked: ArrayLike<number>,
  isBlind = false,
): Promise<Float64Array> {
  const encoded = encodeFor(frame, train, settings.seed);
  const seen = isBlind ? hideOthers(encoded, train) : encoded;
  const split = { ...splits[0], encoded: seen, train, validation: new Int32Array(0), deadline: deadlines.refit };
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

/** Gives all other rows the cells of rows of `train`. */
function hideOthers(encoded: Encoded, train: Int32Array): Encoded {
  const columns = encoded.columns.map((cells) => {
    const hidden = cells.map((_, row) => cells[train[row % train.length]]);
    for (const row of train) hidden[row] = cells[row];
    return hidden;
  });
  return { ...encoded, columns };
}
