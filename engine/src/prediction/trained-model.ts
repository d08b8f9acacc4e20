import type { Calibration } from '../bounds/calibration.ts';
import type { FittedBounds } from '../bounds/spread.ts';
import { CellError, readNumericCell, readTextCell } from '../columns/cells.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import type { PlacedEncoder } from '../encoding/frame.ts';
import type { CellProblem, Model, ModelDescription, Predictions, PredictOptions } from '../model.ts';
import { classIndex } from '../target/classes.ts';
import { answerClasses, answerNumbers } from './answer.ts';
import { scoreBlend, type WeightedPart } from './blend.ts';
import { createRowReader, type Row } from './row-reader.ts';
import { saveModel } from './save.ts';

/** All that predicting needs, fitted. */
export interface TrainedState {
  description: ModelDescription;
  /** The input columns, and the encoders that read them. */
  profiles: readonly ColumnProfile[];
  encoders: readonly PlacedEncoder[];
  featureCount: number;
  targetProfile: ColumnProfile;
  members: readonly WeightedPart[];
  /** What follows the blend: bounds for regression, calibration for classes. */
  finish: { kind: 'bounds'; fitted: FittedBounds } | { kind: 'calibration'; calibration: Calibration };
}

/** Makes the model that users of the engine hold. */
export function createModel(state: TrainedState): Model {
  const { description, members, featureCount } = state;
  const outputs = description.classes?.length ?? 1;
  const reader = createRowReader(state.profiles, state.encoders);
  return {
    description,
    predict(rows: readonly Row[], options: PredictOptions, problems: CellProblem[]): Predictions | undefined {
      const before = problems.length;
      const encoded = new Float64Array(rows.length * featureCount);
      for (let index = 0; index < rows.length; index++)
        reader.read(rows[index], index, encoded, index * featureCount, problems);
      if (problems.length > before) return undefined;
      const scores = new Float64Array(rows.length * outputs);
      scoreBlend(members, encoded, rows.length, scores, new Float64Array(scores.length), outputs);
      return state.finish.kind === 'bounds'
        ? answerNumbers(state.finish.fitted, scores, encoded, featureCount, options)
        : answerClasses(state.finish.calibration, scores, outputs, options);
    },
    readTruth(cell) {
      const { classes } = description;
      const isNumber = state.targetProfile.kind === 'number';
      const value = isNumber ? readNumericCell(state.targetProfile, cell) : readTextCell(cell);
      if (value === undefined || value instanceof CellError || Number.isNaN(value)) return undefined;
      if (!classes) return typeof value === 'number' ? value : undefined;
      const index = classIndex(classes, value);
      return index < 0 ? undefined : index;
    },
    toBytes: () => saveModel(state),
  };
}
