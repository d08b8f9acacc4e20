import { CellError, createNumericReader } from '../columns/cells.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import type { PlacedEncoder } from '../encoding/frame.ts';
import type { CellProblem, Model, ModelDescription, Predictions, PredictOptions } from '../model.ts';
import type { ReferenceRows } from '../reference-rows/reference-rows.ts';
import { createClassReader } from '../target/classes.ts';
import { createAnswerer, type Finish } from './answer.ts';
import { scoreBlend, type WeightedPart } from './blend.ts';
import { createExplainer, type PredictValues } from './explain.ts';
import { rangeLimits } from './range-limits.ts';
import { createRowReader, type Row, type RowReader } from './row-reader.ts';
import { saveModel } from './save.ts';

/** All that predicting needs, fitted. */
export interface TrainedState {
  description: ModelDescription;
  /** The input columns, and the encoders that read them. */
  profiles: readonly ColumnProfile[];
  encoders: readonly PlacedEncoder[];
  featureCount: number;
  targetProfile: ColumnProfile;
  /** What explanations compare with, and donors for incomplete rows. */
  reference: ReferenceRows;
  /** The mean answer over all training rows, one an output; absent from files of older programs and imported models. */
  typical?: Float64Array;
  members: readonly WeightedPart[];
  finish: Finish;
}

/** Makes the model that users of the engine hold. */
export function createModel(state: TrainedState): Model {
  const { description, featureCount, finish } = state;
  const reader = createRowReader(state.profiles, state.encoders);
  const limits = rangeLimits(description.ranges, description.inputs, state.encoders);
  const answer = createAnswerer(finish, featureCount, description.classes?.length ?? 0, limits);
  const explain = createExplainer(state);
  const encode = (rows: readonly Row[], problems: CellProblem[]) => encodeRows(state, reader, rows, problems);
  const predict = (encoded: Float64Array, count: number, options: PredictOptions) =>
    answer(scoreRows(state, encoded, count), encoded, options);
  /** Bounds are not explained, so they are not worked out. */
  const predictValues: PredictValues = (encoded, count, options) =>
    finish.kind === 'bounds' ? scoreRows(state, encoded, count) : valuesOf(predict(encoded, count, options));
  return {
    description,
    predict(rows, options, problems) {
      const encoded = encode(rows, problems);
      return encoded && predict(encoded, rows.length, options);
    },
    explain(rows, options, problems) {
      const encoded = encode(rows, problems);
      return encoded && explain(encoded, predict(encoded, rows.length, options).values, options, predictValues);
    },
    readTruth: createTruthReader(state),
    toBytes: () => saveModel(state),
  };
}

function valuesOf({ probabilities, values }: Predictions): Float64Array {
  return probabilities ?? values;
}

function encodeRows(
  { featureCount }: TrainedState,
  reader: RowReader,
  rows: readonly Row[],
  problems: CellProblem[],
): Float64Array | undefined {
  const before = problems.length;
  const encoded = new Float64Array(rows.length * featureCount);
  for (let index = 0; index < rows.length; index++)
    reader.read(rows[index], index, encoded, index * featureCount, problems);
  return problems.length > before ? undefined : encoded;
}

/** What the blend makes of `count` encoded rows, row-major: count x outputs. */
function scoreRows({ description, members }: TrainedState, encoded: Float64Array, count: number): Float64Array {
  const outputs = description.classes?.length ?? 1;
  const scores = new Float64Array(count * outputs);
  scoreBlend(members, encoded, count, scores, new Float64Array(scores.length), outputs);
  return scores;
}

/** Reads the truth of a row as the target's cells were read. */
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
