import type { PlacedEncoder } from '../encoding/frame.ts';
import { type InputSlots, measureContributions } from '../explanations/contributions.ts';
import type { Explanations, PredictOptions } from '../model.ts';
import { firstRows } from '../reference-rows/reference-rows.ts';
import type { Part } from '../selection/candidate.ts';
import type { WeightedPart } from './blend.ts';
import type { TrainedState } from './trained-model.ts';

/** Predicted numbers, or probabilities (count x classes), of `count` encoded rows. */
export type PredictValues = (encoded: Float64Array, count: number, options: PredictOptions) => Float64Array;

/** Explains `count` encoded rows, of which `answers` are the predictions: numbers, or classes by index. */
export type Explainer = (
  encoded: Float64Array,
  answers: Float64Array,
  options: PredictOptions,
  predict: PredictValues,
) => Explanations;

/** Numbers from trees alone are explained exactly; all else by samples. */
export function createExplainer(state: TrainedState): Explainer {
  const { members, encoders, profiles, description } = state;
  const inputs = profiles.map((_, input) => slotsOf(encoders, input));
  const explainable = members.filter(isExplainable);
  if (description.classes || explainable.length < members.length) return explainBySamples(state, inputs);
  return explainTrees(explainable, state.featureCount, inputs);
}

function isExplainable(member: WeightedPart): member is WeightedPart & { part: Required<Part> } {
  return member.part.explain !== undefined;
}

function slotsOf(encoders: readonly PlacedEncoder[], input: number): number[] {
  return encoders
    .filter((placed) => placed.input === input)
    .flatMap(({ slot, encoder }) => encoder.features.map((_, index) => slot + index));
}

/** TreeSHAP: the features of an input together, the members by their weights. */
function explainTrees(
  members: readonly (WeightedPart & { part: Required<Part> })[],
  featureCount: number,
  inputs: InputSlots,
): Explainer {
  const parts = new Float64Array(featureCount + 1);
  return (encoded, answers) => {
    const count = answers.length;
    const base = new Float64Array(count);
    const contributions = new Float64Array(count * inputs.length);
    for (let row = 0; row < count; row++) {
      for (const { part, weight } of members) {
        part.explain(encoded.subarray(row * featureCount, (row + 1) * featureCount), parts);
        base[row] += weight * parts[featureCount];
        for (const [input, slots] of inputs.entries())
          for (const slot of slots) contributions[row * inputs.length + input] += weight * parts[slot];
      }
    }
    return { count, base, contributions };
  };
}

/** What a row is compared with: more rows are steadier and slower. */
const backgroundRows = 16;

function explainBySamples({ featureCount, reference, description }: TrainedState, inputs: InputSlots): Explainer {
  const background = firstRows(reference, backgroundRows);
  const classCount = description.classes?.length ?? 0;
  return (encoded, answers, options, predict) => {
    const count = answers.length;
    const base = new Float64Array(count);
    const contributions = new Float64Array(count * inputs.length);
    for (let index = 0; index < count; index++) {
      const evaluate = (rows: Float64Array, rowCount: number) => {
        const values = predict(rows, rowCount, options);
        if (classCount === 0) return values;
        return Float64Array.from({ length: rowCount }, (_, row) => values[row * classCount + answers[index]]);
      };
      const row = encoded.subarray(index * featureCount, (index + 1) * featureCount);
      const explained = measureContributions({ row, background, inputs, evaluate });
      base[index] = explained.base;
      contributions.set(explained.contributions, index * inputs.length);
    }
    return { count, base, contributions };
  };
}
