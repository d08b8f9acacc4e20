import type { SavedValue } from '../model-file/reader.ts';
import { rowsAt } from '../numerics/rows-at.ts';
import { calibrate, fitSharpness, loadSharpness, type Sharpness } from './calibration.ts';

/** A column of few categories in which probabilities are calibrated apart, because rows of some are harder than they seem. */
export interface ClassParts {
  /** Slot of the column's code in an encoded row. */
  slot: number;
  /** By code; null where the category is calibrated as all rows are. */
  byCode: readonly (Sharpness | null)[];
}

/** Codes of the judged rows in a column that may part them; NaN where the cell is missing. */
export interface PartingColumn {
  slot: number;
  codes: Float64Array;
  categories: number;
}

/** Fewest rows of a category with a temperature of its own. */
const fewestRows = 50;
/** Standard deviation of the logarithm of temperatures between parts. */
const usualDeviation = 0.7;
/** Least gain in log-likelihood for a category, and for a column. */
const [leastOfCategory, leastOfColumn] = [3, 5];

/**
 * Finds the column in whose categories temperatures of their own make the truths likelier by most, beyond what luck
 * explains; null where there is none. `probabilities` (rows x classes) are calibrated already.
 */
export function fitClassParts(
  columns: readonly PartingColumn[],
  truth: Float64Array,
  probabilities: Float64Array,
  classCount: number,
): ClassParts | null {
  let best = { parts: null as ClassParts | null, gain: leastOfColumn + Math.log(Math.max(1, columns.length)) };
  for (const { slot, codes, categories } of columns) {
    const rowsOf = Map.groupBy(truth.keys(), (row) => codes[row]);
    let gain = 0;
    const byCode = Array.from({ length: categories }, (_, code) => {
      const rows = rowsOf.get(code) ?? [];
      if (rows.length < fewestRows) return null;
      const own = Float64Array.from(rows, (row) => truth[row]);
      const fitted = fitSharpness(own, rowsAt(probabilities, rows, classCount), classCount, usualDeviation);
      if (fitted.gain < leastOfCategory) return null;
      gain += fitted.gain;
      return fitted.sharpness;
    });
    if (gain > best.gain) best = { parts: { slot, byCode }, gain };
  }
  return best.parts;
}

/** Calibrates the probabilities of one row from `start` further in place, where its category asks for it. */
export function calibratePart(
  parts: ClassParts,
  code: number,
  probabilities: Float64Array,
  start: number,
  count: number,
) {
  const own = parts.byCode[code];
  if (own) calibrate(own, probabilities, start, count);
}

export function loadClassParts(saved: SavedValue, classCount: number): ClassParts | null {
  if (saved.isNull) return null;
  return {
    slot: saved.get('slot').integer(0, 1_000_000),
    byCode: saved
      .get('byCode')
      .list(1000)
      .map((part) => (part.isNull ? null : loadSharpness(part, classCount))),
  };
}
