import type { RangeLimits } from '../answers/range-limits.ts';
import type { RowGaps } from '../answers/row-reader.ts';
import { anywhere } from '../bounds/support.ts';
import { createIncompleteExplainer } from '../explanations/incomplete-explainer.ts';
import { createIncompleteAnswerer } from '../incomplete-rows/incomplete-answerer.ts';
import { unknownAmong } from '../incomplete-rows/unknown-inputs.ts';
import type { Explanations, Predictions, PredictOptions, UnknownInputs } from '../model.ts';
import type { TrainedState } from './trained-state.ts';

/** Unknown inputs by row of the batch. */
export type BatchGaps = ReadonlyMap<number, RowGaps>;

export interface GapFiller {
  /** Predicts rows with unknown inputs again, and reports which were unknown. */
  answer(encoded: Float64Array, gaps: BatchGaps, options: PredictOptions, predictions: Predictions): void;
  /** Explains these rows again; `answers` are their predictions, and `explain` explains complete rows. */
  explain(
    encoded: Float64Array,
    gaps: BatchGaps,
    explain: (rows: Float64Array, count: number, index: number) => Explanations,
    answers: Float64Array,
    into: Explanations,
  ): void;
}

export function createGapFiller(
  state: TrainedState,
  limits: RangeLimits,
  score: (rows: Float64Array, count: number, out: Float64Array) => void,
): GapFiller {
  const { incomplete: answers, reference, encoders, featureCount, description } = state;
  const names = state.profiles.map(({ name }) => name);
  const features = encoders.toSorted((a, b) => a.slot - b.slot).flatMap(({ encoder }) => encoder.features);
  const classCount = description.classes?.length ?? 0;
  const support = state.finish.kind === 'bounds' ? state.finish.support : anywhere;
  const answerOne =
    answers && createIncompleteAnswerer({ answers, reference, features, classCount, limits, support, score });
  const explainOne = answers && createIncompleteExplainer(answers, reference, features);
  const rowAt = (encoded: Float64Array, index: number) =>
    encoded.subarray(index * featureCount, (index + 1) * featureCount);
  const unknownOf = ({ missing, unseen }: RowGaps) => {
    const news = unseen.map(({ input }) => input);
    return answers ? unknownAmong(answers.gaps, missing, news) : [...missing, ...news];
  };
  return {
    answer(encoded, gaps, options, predictions) {
      const unknown = new Map<number, UnknownInputs>();
      for (const [index, found] of gaps) {
        const inputs = unknownOf(found);
        if (inputs.length === 0 && found.unseen.length === 0) continue;
        unknown.set(index, {
          inputs: inputs.map((input) => names[input]),
          unseen: Object.fromEntries(found.unseen.map(({ input, text }) => [names[input], text])),
        });
        if (inputs.length > 0) answerOne?.(rowAt(encoded, index), inputs, options, predictions, index);
      }
      if (unknown.size > 0) predictions.unknown = unknown;
    },
    explain(encoded, gaps, explain, given, into) {
      for (const [index, found] of gaps) {
        const inputs = unknownOf(found);
        if (inputs.length === 0) continue;
        const explainHere = (rows: Float64Array, count: number) => explain(rows, count, index);
        explainOne?.(rowAt(encoded, index), inputs, given[index], explainHere, into, index);
      }
    },
  };
}
