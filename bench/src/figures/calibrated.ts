import type { CalibrationBin } from '@sibyl/engine/description.ts';
import type { Model, Predictions } from '@sibyl/engine/model.ts';
import { jackknifeError } from './jackknife.ts';

/** A share of rows as the model says it, and as fresh rows show it. */
export interface Calibrated {
  said: number;
  truth: number;
  /** Standard error of their difference. */
  error: number;
}

const levels = [0.5, 0.8, 0.9, 0.95];

/** Compares the coverage that calibration reports at each level with that of fresh rows, of which neighbours may be of one future or entity. */
export function calibratedNumbers(
  model: Model,
  { calibration, independent }: { calibration: readonly CalibrationBin[]; independent: number | undefined },
  { rows, truth }: { rows: readonly Record<string, unknown>[]; truth: Float64Array },
  areClustered: boolean,
): Calibrated[] {
  return calibration
    .filter(({ confidence }) => levels.includes(confidence))
    .map(({ confidence, observed, standard_error }) => {
      const answers = model.predict(rows, { quantile: confidence }, []);
      if (!answers?.lower || !answers.upper) throw new Error('the fresh rows have no bounds');
      const { lower, upper } = answers;
      const hits = truth.map((value, row) => Number(value >= lower[row] && value <= upper[row]));
      const insideOf = (places: Int32Array) => places.reduce((sum, row) => sum + hits[row], 0) / places.length;
      const all = Int32Array.from(hits.keys());
      const inside = insideOf(all);
      const said = standard_error ?? errorOf(observed, independent ?? truth.length);
      const error = Math.hypot(said, areClustered ? jackknifeError(all, insideOf) : errorOf(inside, truth.length));
      return { said: observed, truth: inside, error };
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
    const error = Math.hypot(errorOf(right, (independent ?? truth.length) / parts), errorOf(right, own.length));
    return { said, truth: right, error };
  });
}

function errorOf(share: number, rows: number): number {
  return Math.sqrt((share * (1 - share)) / rows);
}
