import type { Feature } from '../encoding/feature.ts';
import { createFiller } from '../incomplete-rows/completions.ts';
import type { IncompleteAnswers } from '../incomplete-rows/incomplete-answers.ts';
import { measureSimilarity } from '../incomplete-rows/similarity.ts';
import { featuresByInput } from '../incomplete-rows/widened.ts';
import type { Explanations } from '../model.ts';
import type { ReferenceRows } from '../reference-rows/reference-rows.ts';

/** Number of completions explained for each row; each costs as much as a row. */
const explainedDonors = 4;

/** Explains encoded complete rows, one after another. */
type ExplainComplete = (rows: Float64Array, count: number) => Explanations;

/** Writes the explanation of a row with unknown inputs at place `index`; `answer` is its prediction. */
export type IncompleteExplainer = (
  row: Float64Array,
  unknown: readonly number[],
  answer: number,
  explain: ExplainComplete,
  into: Explanations,
  index: number,
) => void;

/**
 * Averages the explanations of several completions. Unknown inputs contribute nothing (NaN): the effect of donor values
 * follows from the known inputs, so it is distributed over them in proportion. Where nothing is known the answer is the
 * base.
 */
export function createIncompleteExplainer(
  { inputWeights, nearness }: IncompleteAnswers,
  reference: ReferenceRows,
  features: readonly Feature[],
): IncompleteExplainer {
  const inputCount = inputWeights.length;
  const donorCount = Math.min(explainedDonors, reference.count);
  const similarity = measureSimilarity(features, reference, inputWeights);
  const fill = createFiller({ reference, similarity, donorCount, nearness });
  const byInput = featuresByInput(features, inputCount);
  return (row, unknown, answer, explain, into, index) => {
    const unknownFeatures = unknown.flatMap((input) => byInput[input]);
    const { rows, count, shares } = fill(row, unknownFeatures);
    const explained = explain(rows.subarray(0, count * row.length), count);
    const contributions = into.contributions.subarray(index * inputCount, (index + 1) * inputCount).fill(0);
    const errors = into.errors.subarray(index * inputCount, (index + 1) * inputCount).fill(0);
    for (let place = 0; place < count; place++) {
      const share = shares[place];
      for (let input = 0; input < inputCount; input++) {
        contributions[input] += share * explained.contributions[place * inputCount + input];
        errors[input] += share * explained.errors[place * inputCount + input];
      }
    }
    for (const input of unknown) [contributions[input], errors[input]] = [Number.NaN, Number.NaN];
    into.base[index] = unknown.length === inputCount ? answer : explained.base[0];
    addUp(contributions, answer - into.base[index]);
  };
}

/** Distributes the remainder of the total in proportion to size, evenly where all are 0; NaN stays. */
function addUp(contributions: Float64Array, total: number): void {
  const known = contributions.filter((value) => !Number.isNaN(value));
  const rest = total - known.reduce((sum, value) => sum + value, 0);
  const size = known.reduce((sum, value) => sum + Math.abs(value), 0);
  for (const [input, value] of contributions.entries())
    contributions[input] += rest * (size > 0 ? Math.abs(value) / size : 1 / known.length);
}
