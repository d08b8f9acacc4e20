import { createRandom } from '@sibyl/engine/random.ts';

/** Uniform and standard normal (Box and Muller) draws. */
interface Chance {
  uniform(): number;
  normal(): number;
}

/** Draws the error of a row from its prediction and a column between 0 and 1 that may predict its size. */
type DrawError = (prediction: number, column: number, chance: Chance) => number;

export const errorKinds: Readonly<Record<string, DrawError>> = {
  even: (_, __, { normal }) => normal(),
  'growing with the prediction': (prediction, _, { normal }) => 0.2 * prediction * normal(),
  'log-normal': (prediction, _, { normal }) => prediction * (Math.exp(0.5 * normal() - 0.125) - 1),
  'a tenth on one side': (_, __, { uniform, normal }) => (uniform() < 0.9 ? -0.7 + 0.3 * normal() : 6.3 + normal()),
  'an eighth on one side, growing': (prediction, _, { uniform, normal }) =>
    prediction * (uniform() < 0.88 ? -0.12 + 0.05 * normal() : 0.88 + 0.3 * normal()),
  exponential: (_, __, { uniform }) => -Math.log(1 - uniform()) - 1,
  'by a column': (_, column, { normal }) => (0.2 + 2 * column) * normal(),
  'half of them nothing': (_, __, { uniform, normal }) => (uniform() < 0.5 ? 0 : normal()),
  'heavy tails': (_, __, { normal }) => normal() / Math.sqrt((normal() ** 2 + normal() ** 2 + normal() ** 2) / 3),
};

/** Rows of a model that knows the mean: four columns, predictions from 1 to 20, and errors. */
export interface DrawnRows {
  columns: Float64Array[];
  predictions: Float64Array;
  errors: Float64Array;
}

export function drawRows(drawError: DrawError, count: number, seed: number): DrawnRows {
  const uniform = createRandom(seed);
  const chance = {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
  const columns = [0, 1, 2, 3].map(() => Float64Array.from({ length: count }, uniform));
  const predictions = columns[1].map((value, row) => Math.exp(1.5 * (value + columns[2][row])));
  return {
    columns,
    predictions,
    errors: predictions.map((prediction, row) => drawError(prediction, columns[0][row], chance)),
  };
}
