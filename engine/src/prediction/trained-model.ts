import type { Calibration } from '../bounds/calibration.ts';
import type { FittedBounds } from '../bounds/fitted-bounds.ts';
import { CellError, readNumericCell, readTextCell } from '../columns/cells.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import type { PlacedEncoder } from '../encoding/frame.ts';
import { measureContributions } from '../explanations/contributions.ts';
import type { CellProblem, Explanations, Model, ModelDescription, Predictions, PredictOptions } from '../model.ts';
import { classIndex } from '../target/classes.ts';
import { answerClasses, answerNumbers, answerUnproven } from './answer.ts';
import { scoreBlend, type WeightedPart } from './blend.ts';
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
  /** A few encoded training rows, row-major: what explanations compare with. */
  background: Float64Array;
  members: readonly WeightedPart[];
  /** What follows the blend: bounds for regression, calibration for classes, neither where no errors are known. */
  finish:
    | { kind: 'bounds'; fitted: FittedBounds }
    | { kind: 'calibration'; calibration: Calibration }
    | { kind: 'none' };
}

/** Makes the model that users of the engine hold. */
export function createModel(state: TrainedState): Model {
  const reader = createRowReader(state.profiles, state.encoders);
  const encode = (rows: readonly Row[], problems: CellProblem[]) => encodeRows(state, reader, rows, problems);
  return {
    description: state.description,
    predict(rows, options, problems) {
      const encoded = encode(rows, problems);
      return encoded && predictEncoded(state, encoded, rows.length, options);
    },
    explain(rows, options, problems) {
      const encoded = encode(rows, problems);
      return encoded && explainEncoded(state, encoded, rows.length, options);
    },
    readTruth: (cell) => readTruth(state, cell),
    toBytes: () => saveModel(state),
  };
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

/** Predicts `count` encoded rows, row-major. */
function predictEncoded(
  state: TrainedState,
  encoded: Float64Array,
  count: number,
  options: PredictOptions,
): Predictions {
  const outputs = state.description.classes?.length ?? 1;
  const scores = new Float64Array(count * outputs);
  scoreBlend(state.members, encoded, count, scores, new Float64Array(scores.length), outputs);
  const { finish, featureCount, description } = state;
  if (finish.kind === 'bounds') return answerNumbers(finish.fitted, scores, encoded, featureCount, options);
  if (finish.kind === 'calibration') return answerClasses(finish.calibration, scores, outputs, options);
  return answerUnproven(scores, description.classes ? outputs : 0, options);
}

function explainEncoded(
  state: TrainedState,
  encoded: Float64Array,
  count: number,
  options: PredictOptions,
): Explanations {
  const { featureCount, profiles, encoders, background } = state;
  const inputs = profiles.map((_, input) => slotsOf(encoders, input));
  const { values: answers } = predictEncoded(state, encoded, count, options);
  const base = new Float64Array(count);
  const contributions = new Float64Array(count * inputs.length);
  for (let index = 0; index < count; index++) {
    const evaluate = (rows: Float64Array, rowCount: number) => {
      const { values, probabilities } = predictEncoded(state, rows, rowCount, options);
      if (!probabilities) return values;
      const classCount = probabilities.length / rowCount;
      return values.map((_, row) => probabilities[row * classCount + answers[index]]);
    };
    const row = encoded.subarray(index * featureCount, (index + 1) * featureCount);
    const explained = measureContributions({ row, background, inputs, evaluate });
    base[index] = explained.base;
    contributions.set(explained.contributions, index * inputs.length);
  }
  return { count, base, contributions };
}

function slotsOf(encoders: readonly PlacedEncoder[], input: number): number[] {
  return encoders
    .filter((placed) => placed.input === input)
    .flatMap(({ slot, encoder }) => encoder.features.map((_, index) => slot + index));
}

function readTruth({ description, targetProfile }: TrainedState, cell: unknown): number | undefined {
  const { classes } = description;
  const value = targetProfile.kind === 'number' ? readNumericCell(targetProfile, cell) : readTextCell(cell);
  if (value === undefined || value instanceof CellError || Number.isNaN(value)) return undefined;
  if (!classes) return typeof value === 'number' ? value : undefined;
  const index = classIndex(classes, value);
  return index < 0 ? undefined : index;
}
