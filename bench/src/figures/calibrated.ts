import type { Model, Predictions } from '@sibyl/engine/model.ts';

/** A share of rows as the model says it, and as fresh rows show it. */
export interface Calibrated {
  said: number;
  truth: number;
  /** Standard error of their difference. */
  error: number;
}

const levels = [0.5, 0.8, 0.9, 0.95];

/** Compares the coverage that calibration reports at each level with that of fresh rows. */
export function calibratedNumbers(
  model: Model,
  rows: readonly Record<string, unknown>[],
  truth: Float64Array,
): Calibrated[] {
  const { calibration, validation } = model.description;
  return calibration
    .filter(({ confidence }) => levels.includes(confidence))
    .map(({ confidence, observed }) => {
      const answers = model.predict(rows, { quantile: confidence }, []);
      if (!answers?.lower || !answers.upper) throw new Error('the fresh rows have no bounds');
      const { lower, upper } = answers;
      const inside = truth.filter((value, row) => value >= lower[row] && value <= upper[row]).length / truth.length;
      return { said: observed, truth: inside, error: errorOf(observed, validation?.independent, inside, truth.length) };
    });
}

const parts = 3;

/**
 * Compares the mean confidence with the share of right answers, in thirds of the fresh rows by confidence. Each third of
 * the `independent` known rows tells what its confidence is worth.
 */
export function calibratedClasses(
  truth: Float64Array,
  { confidence, values }: Predictions,
  independent: number | undefined,
): Calibrated[] {
  const order = Array.from(confidence.keys()).sort((a, b) => confidence[a] - confidence[b] || a - b);
  return Array.from({ length: parts }, (_, part) => {
    const own = order.filter((__, place) => Math.floor((parts * place) / order.length) === part);
    const said = own.reduce((sum, row) => sum + confidence[row], 0) / own.length;
    const right = own.filter((row) => values[row] === truth[row]).length / own.length;
    return { said, truth: right, error: errorOf(right, independent && independent / parts, right, own.length) };
  });
}

function errorOf(said: number, known: number | undefined, truth: number, count: number): number {
  const variance = (share: number, rows: number) => (share * (1 - share)) / rows;
  return Math.sqrt(variance(said, known ?? count) + variance(truth, count));
}
