import { createAnswerer } from '../answers/answerer.ts';
import { type EncodedRows, readPiece } from '../answers/piece-reader.ts';
import { rangeLimits } from '../answers/range-limits.ts';
import { createRowReader, type Row, type RowGaps, type RowReader } from '../answers/row-reader.ts';
import { CellError, createNumericReader } from '../columns/cells.ts';
import { scoreBlend } from '../composites/blend.ts';
import { chooseThreshold } from '../curves/choose-threshold.ts';
import { findBackground } from '../explanations/background-rows.ts';
import { createExplainer, type PredictValues } from '../explanations/explainer.ts';
import type { CellProblem, Model, ModelDescription, Predictions, PredictOptions } from '../model.ts';
import { once } from '../once.ts';
import { decimalMark } from '../readings/reading.ts';
import { createClassReader } from '../target/classes.ts';
import { createGapFiller } from './gap-filler.ts';
import { createRoutedModel } from './routed-model.ts';
import { rowCostOf } from './row-cost.ts';
import { saveModel } from './save-model.ts';
import type { TrainedState } from './trained-state.ts';

/** Makes the public model of a trained state. */
export function createModel(state: TrainedState): Model {
  const usual = createUsualModel(state);
  const { beyond = [] } = state;
  if (beyond.length === 0) return usual;
  const parts = beyond.map(({ realm, ...part }) => ({ realm, model: createUsualModel({ ...state, ...part }) }));
  return createRoutedModel(usual, parts);
}

/** Makes the model that answers all rows alike. */
function createUsualModel(state: TrainedState): Model {
  const { description, featureCount, finish } = state;
  const reader = createRowReader(state.profiles, state.encoders);
  const horizon = finish.kind === 'bounds' ? finish.fitted.horizon : null;
  const timed = horizon && horizon.growth > 0 ? horizon.slots : [];
  const limits = rangeLimits(description.ranges, description.inputs, state.encoders, timed);
  const classCount = description.classes?.length ?? 0;
  const answer = createAnswerer(finish, featureCount, classCount, limits);
  const answerAlone = createAnswerer(finish, featureCount, classCount);
  const score = createScore(state);
  const filler = createGapFiller(state, limits, score);
  const encode = (rows: readonly Row[], problems: CellProblem[]) => encodeRows(state, reader, rows, problems);
  const scoreRows = (encoded: Float64Array, count: number) => {
    const scores = new Float64Array(count * (description.classes?.length ?? 1));
    score(encoded, count, scores);
    return scores;
  };
  const predict = (encoded: Float64Array, count: number, options: PredictOptions) =>
    answer(scoreRows(encoded, count), encoded, options);
  const predictAll = ({ encoded, gaps }: EncodedRows, count: number, options: PredictOptions) => {
    const incomplete = gaps && filler.find(gaps, options);
    const predictions = (incomplete && filler.prepare(encoded, count, incomplete)) ?? predict(encoded, count, options);
    if (incomplete) filler.answer(encoded, incomplete, options, predictions);
    return predictions;
  };
  /** Bounds are not explained, so they are not computed; nor are ranges, which took most of the time of wide rows. */
  const predictValues: PredictValues = (encoded, count, options) => {
    const scores = scoreRows(encoded, count);
    return finish.kind === 'bounds' ? scores : valuesOf(answerAlone(scores, encoded, options));
  };
  const background = once(() => findBackground(state, reader, (rows, count) => predictValues(rows, count, {})));
  const explain = createExplainer(state, () => background().encoded);
  const explainAll = (read: EncodedRows, count: number, options: PredictOptions) => {
    const { encoded, gaps } = read;
    const predictions = predictAll(read, count, options);
    const explained = explain(encoded, predictions.values, options, predictValues);
    if (!gaps || !state.incomplete) return explained;
    // Completions of a row are explained for the class that was predicted for it.
    const explainFilled = (rows: Float64Array, number: number, index: number) => {
      const given = predict(rows, number, options).values;
      const asked = description.classes ? given.fill(predictions.values[index]) : given;
      return explain(rows, asked, options, predictValues);
    };
    filler.explain(encoded, gaps, explainFilled, explainedValues(predictions), explained);
    return explained;
  };
  const settled = optionsOf(description);
  const cost = once(() => rowCostOf(state)); // which looks at all trees
  const readings = state.profiles.map(({ reading }) => reading);
  return {
    description,
    get cost() {
      return cost();
    },
    readings,
    ...(state.heldOut && { heldOut: state.heldOut }),
    decimalMark: decimalMark(state.targetProfile.reading, readings),
    predict(rows, options, problems) {
      const encoded = encode(rows, problems);
      return encoded && predictAll(encoded, rows.length, settled(options));
    },
    predictPiece(piece, options) {
      const encoded = readPiece(reader, piece, featureCount);
      return encoded && predictAll(encoded, piece.count, settled(options));
    },
    explain(rows, options, problems) {
      const encoded = encode(rows, problems);
      return encoded && explainAll(encoded, rows.length, settled(options));
    },
    ...(finish.kind !== 'none' && { background: () => background().shown }),
    readTruth: createTruthReader(state),
    withThreshold(asked) {
      const changed = chooseThreshold(description, asked, state.heldOut);
      return changed && createModel({ ...state, description: changed });
    },
    toBytes: (hash) => saveModel(state, hash),
  };
}

/** Puts the model's own threshold into options that name none. */
function optionsOf({ chosen }: ModelDescription): (options: PredictOptions) => PredictOptions {
  if (!chosen) return (options) => options;
  return (options) => ({ ...options, threshold: options.threshold ?? chosen.threshold });
}

/** Returns the values that contributions add up to: the number, or the probability of the predicted class. */
function explainedValues({ values, probabilities, confidence }: Predictions): Float64Array {
  return probabilities ? confidence : values;
}

function valuesOf({ probabilities, values }: Predictions): Float64Array {
  return probabilities ?? values;
}

function encodeRows(
  { featureCount }: TrainedState,
  reader: RowReader,
  rows: readonly Row[],
  problems: CellProblem[],
): EncodedRows | undefined {
  const before = problems.length;
  const encoded = new Float64Array(rows.length * featureCount);
  let gaps: Map<number, RowGaps> | undefined;
  for (let index = 0; index < rows.length; index++) {
    const found = reader.read(rows[index], index, encoded, index * featureCount, problems);
    if (found) {
      gaps ??= new Map();
      gaps.set(index, found);
    }
  }
  return problems.length > before ? undefined : { encoded, gaps };
}

/** Writes the scores of the blend for `count` encoded rows (row-major): count x outputs. */
type Score = (encoded: Float64Array, count: number, out: Float64Array) => void;

/** Single rows need no room of their own for the scores of a member. */
const mostKeptScores = 1000;

function createScore({ description, members }: TrainedState): Score {
  const outputs = description.classes?.length ?? 1;
  const kept = new Float64Array(mostKeptScores);
  return (encoded, count, out) => {
    const scratch = count * outputs <= mostKeptScores ? kept : new Float64Array(count * outputs);
    scoreBlend(members, encoded, count, out, scratch, outputs);
  };
}

/** Reads true target cells the way training did. */
function createTruthReader({
  description: { classes },
  targetProfile,
}: TrainedState): (cell: unknown) => number | undefined {
  if (classes) return createClassReader(classes, targetProfile);
  const read = createNumericReader(targetProfile.reading);
  return (cell) => {
    const value = read(cell);
    return value instanceof CellError || Number.isNaN(value) ? undefined : value;
  };
}
