import type { RangeLimits } from '../answers/range-limits.ts';
import type { RowGaps } from '../answers/row-reader.ts';
import { anywhere } from '../bounds/support.ts';
import { createIncompleteExplainer } from '../explanations/incomplete-explainer.ts';
import { createIncompleteAnswerer, type IncompleteRow } from '../incomplete-rows/incomplete-answerer.ts';
import { unknownAmong } from '../incomplete-rows/unknown-inputs.ts';
import {
  type Explanations,
  type Predictions,
  type PredictOptions,
  TooManyIncomplete,
  type UnknownInputs,
} from '../model.ts';
import { once } from '../once.ts';
import type { TrainedState } from './trained-state.ts';

/** Unknown inputs by row of the batch. */
export type BatchGaps = ReadonlyMap<number, RowGaps>;

/** Unknown inputs and unseen categories by row of the batch. */
export type KnownGaps = ReadonlyMap<number, KnownGap>;

interface KnownGap {
  inputs: readonly number[];
  unseen: RowGaps['unseen'];
}

export interface GapFiller {
  /** Returns the gaps that are worth telling. @throws TooManyIncomplete */
  find(gaps: BatchGaps, options: PredictOptions): KnownGaps;
  /** Returns room for the answers of a batch of which every row has unknown inputs; undefined for any other. */
  prepare(encoded: Float64Array, count: number, gaps: KnownGaps): Predictions | undefined;
  /** Predicts rows with unknown inputs again, and reports which were unknown. */
  answer(encoded: Float64Array, gaps: KnownGaps, options: PredictOptions, predictions: Predictions): void;
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
  // To prepare the reference rows takes longer than to load a model, and most callers never need it.
  const answerer = once(
    () => answers && createIncompleteAnswerer({ answers, reference, features, classCount, limits, support, score }),
  );
  const explainer = once(() => answers && createIncompleteExplainer(answers, reference, features));
  const rowAt = (encoded: Float64Array, index: number) =>
    encoded.length === featureCount ? encoded : encoded.subarray(index * featureCount, (index + 1) * featureCount);
  const unknownOf = ({ missing, unseen }: RowGaps) => {
    const news = unseen.length > 0 ? unseen.map(({ input }) => input) : [];
    return answers ? unknownAmong(answers.gaps, missing, news) : [...missing, ...news];
  };
  return {
    find(gaps, { mostIncomplete = Number.POSITIVE_INFINITY }) {
      const known = new Map<number, KnownGap>();
      let incomplete = 0;
      for (const [index, found] of gaps) {
        const { unseen } = found;
        const inputs = unknownOf(found);
        if (inputs.length > 0 || unseen.length > 0) known.set(index, { inputs, unseen });
        if (inputs.length > 0) incomplete += 1;
      }
      if (incomplete > mostIncomplete) throw new TooManyIncomplete();
      return known;
    },
    prepare(encoded, count, gaps) {
      if (!answers || gaps.size < count) return undefined;
      for (const { inputs } of gaps.values()) if (inputs.length === 0) return undefined;
      const isNumber = classCount === 0;
      return {
        count,
        values: new Float64Array(count),
        lower: isNumber ? new Float64Array(count) : null,
        upper: isNumber ? new Float64Array(count) : null,
        confidence: new Float64Array(count),
        probabilities: isNumber ? null : new Float64Array(count * classCount),
        outOfRange: limits.findAll(encoded, featureCount, count),
      };
    },
    answer(encoded, gaps, options, predictions) {
      const rows: IncompleteRow[] = [];
      for (const [index, { inputs }] of gaps)
        if (inputs.length > 0) rows.push({ row: rowAt(encoded, index), unknown: inputs, index });
      if (rows.length > 0) answerer()?.(rows, options, predictions);
      for (const { unknown, index } of rows) if (unknown.length === names.length) sayTypical(state, predictions, index);
      if (gaps.size > 0) predictions.unknown = nameUnknown(gaps, names);
    },
    explain(encoded, gaps, explain, given, into) {
      for (const [index, found] of gaps) {
        const inputs = unknownOf(found);
        if (inputs.length === 0) continue;
        const explainHere = (rows: Float64Array, count: number) => explain(rows, count, index);
        explainer()?.(rowAt(encoded, index), inputs, given[index], explainHere, into, index);
      }
    },
  };
}

/** Rows that follow each other often lack the same inputs, and share what is said of them. */
function nameUnknown(gaps: KnownGaps, names: readonly string[]): ReadonlyMap<number, UnknownInputs> {
  const unknown = new Map<number, UnknownInputs>();
  let before: { gap: KnownGap; named: UnknownInputs } | undefined;
  for (const [index, gap] of gaps) {
    const isSame = before !== undefined && isAlike(gap, before.gap);
    const named = isSame && before ? before.named : nameGap(gap, names);
    before = { gap, named };
    unknown.set(index, named);
  }
  return unknown;
}

function isAlike(one: KnownGap, other: KnownGap): boolean {
  if (one.unseen.length > 0 || other.unseen.length > 0 || one.inputs.length !== other.inputs.length) return false;
  return one.inputs.every((input, place) => input === other.inputs[place]);
}

function nameGap({ inputs, unseen }: KnownGap, names: readonly string[]): UnknownInputs {
  return {
    inputs: inputs.map((input) => names[input]),
    unseen: unseen.length > 0 ? Object.fromEntries(unseen.map(({ input, text }) => [names[input], text])) : {},
  };
}

/** Of a row of which nothing is known the mean prediction is told: a mean over completions misses it by some per cent. */
function sayTypical({ typical, description }: TrainedState, { values, lower, upper }: Predictions, row: number): void {
  if (!typical || description.classes || !lower || !upper) return;
  values[row] = Math.min(upper[row], Math.max(lower[row], typical[0]));
}
