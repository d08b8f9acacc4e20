import type { SavedValue } from '../model-file/reader.ts';
import { rowsAt } from '../numerics/rows-at.ts';
import { calibrate, fitSharpness, loadSharpness, type Sharpness } from './calibration.ts';

/** Parts of a column in which probabilities are calibrated apart, because rows of some are harder than they seem. */
export interface ClassParts {
  /** Slot of the column in an encoded row. */
  slot: number;
  /** Of a number: where its parts end, ascending. Null where the parts are categories. */
  cuts: readonly number[] | null;
  /** By part; null where it is calibrated as all rows are. */
  byCode: readonly (Sharpness | null)[];
}

/** A column that may part rows. */
export interface PartingColumn {
  slot: number;
  /** Values of all rows as they are encoded: codes, or numbers; NaN where the cell is missing. */
  values: ArrayLike<number>;
  /** 0 for a number. */
  categories: number;
}

/** Rows with what was said of them and what is true. */
export interface SaidClasses {
  /** Rows of the columns. */
  rows: Int32Array;
  truth: Float64Array;
  /** Rows x classes, calibrated already. */
  probabilities: Float64Array;
  classCount: number;
}

/** A way to part rows by one column. */
interface Parting extends Pick<ClassParts, 'slot' | 'cuts'> {
  values: ArrayLike<number>;
  parts: number;
}

/** Fewest rows of a part with a temperature of its own. */
const fewestRows = 50;
/** Standard deviation of the logarithm of temperatures between parts. */
const usualDeviation = 0.7;
/** Least gain in log-likelihood for a part, and for a column. */
const [leastOfPart, leastOfColumn] = [3, 5];
/** Shares of the rows in the parts of a number. */
const numberParts = [5, 10];
/** Partings that are fitted, of those that promise most. */
const mostFitted = 3;
/** This many rows show where a number should be cut, and which partings promise most; of many columns fewer do. */
const [mostRows, fewestOfMany, mostCells] = [20_000, 1000, 1_000_000];

/**
 * Finds the column in whose parts temperatures of their own make the truths likelier by most, beyond what luck
 * explains; null where there is none.
 */
export function fitClassParts(columns: readonly PartingColumn[], said: SaidClasses): ClassParts | null {
  const surprises = measureSurprises(said, Math.max(fewestOfMany, Math.min(mostRows, mostCells / columns.length)));
  const partings = columns.flatMap((column) => listPartings(column, surprises.rows));
  const promising = partings
    .map((parting) => ({ parting, gain: promisedGain(parting, surprises) }))
    .sort((a, b) => b.gain - a.gain)
    .slice(0, mostFitted);
  let best = { parts: null as ClassParts | null, gain: leastOfColumn + Math.log(Math.max(1, partings.length)) };
  for (const { parting } of promising) {
    const fitted = fitParts(parting, said);
    if (fitted.gain > best.gain) best = fitted;
  }
  return best.parts;
}

function fitParts(parting: Parting, { rows, truth, probabilities, classCount }: SaidClasses) {
  const { slot, cuts, values, parts } = parting;
  const placesOf = Array.from({ length: parts }, (): number[] => []);
  for (const [place, row] of rows.entries()) placesOf[partOf(cuts, values[row])]?.push(place);
  let gain = 0;
  const byCode = placesOf.map((places) => {
    if (places.length < fewestRows) return null;
    const own = Float64Array.from(places, (place) => truth[place]);
    const fitted = fitSharpness(own, rowsAt(probabilities, places, classCount), classCount, usualDeviation);
    if (fitted.gain < leastOfPart) return null;
    gain += fitted.gain;
    return fitted.sharpness;
  });
  return { parts: { slot, cuts, byCode }, gain };
}

/** A column of categories has one parting, a number one for each count of parts. */
function listPartings({ slot, values, categories }: PartingColumn, rows: Int32Array): Parting[] {
  if (categories > 0) return [{ slot, cuts: null, values, parts: categories }];
  const sorted = Float64Array.from(rows, (row) => values[row])
    .filter((value) => !Number.isNaN(value))
    .sort();
  return numberParts
    .filter((parts) => sorted.length >= parts * fewestRows)
    .map((parts) => {
      const endOf = (part: number) => sorted[Math.floor(((part + 1) * sorted.length) / parts)];
      const cuts = [...new Set(Array.from({ length: parts - 1 }, (_, part) => endOf(part)))];
      return { slot, cuts, values, parts: cuts.length + 1 };
    });
}

/** Returns the part of a value; NaN where it is missing. */
function partOf(cuts: readonly number[] | null, value: number): number {
  if (!cuts || Number.isNaN(value)) return value;
  let part = 0;
  while (part < cuts.length && value >= cuts[part]) part += 1;
  return part;
}

/** Of some of the rows: how much larger the loss is than the probabilities promise, and the variance of that. */
interface Surprises {
  rows: Int32Array;
  excess: Float64Array;
  variance: Float64Array;
}

/** The score of a temperature at 1, and its information, by row. */
function measureSurprises({ rows, truth, probabilities, classCount }: SaidClasses, most: number): Surprises {
  const stride = Math.ceil(rows.length / most);
  const places = Array.from(rows.keys()).filter((place) => place % stride === 0);
  const [excess, variance] = [new Float64Array(places.length), new Float64Array(places.length)];
  for (const [index, place] of places.entries()) {
    let [mean, square] = [0, 0];
    const start = place * classCount;
    const logOf = (cell: number) => Math.log(Math.max(probabilities[cell], leastProbability));
    for (let cell = start; cell < start + classCount; cell++) {
      mean += probabilities[cell] * logOf(cell);
      square += probabilities[cell] * logOf(cell) ** 2;
    }
    excess[index] = mean - logOf(start + truth[place]);
    variance[index] = square - mean * mean;
  }
  return { rows: Int32Array.from(places, (place) => rows[place]), excess, variance };
}

const leastProbability = 1e-7;

/** About the gain in log-likelihood from temperatures of the parts (Rao's score test), which needs no fit. */
function promisedGain({ cuts, values, parts }: Parting, { rows, excess, variance }: Surprises): number {
  const sums = Array.from({ length: parts }, () => ({ excess: 0, variance: 1e-9 }));
  for (const [index, row] of rows.entries()) {
    const sum = sums[partOf(cuts, values[row])];
    if (!sum) continue;
    sum.excess += excess[index];
    sum.variance += variance[index];
  }
  return sums.reduce((gain, sum) => gain + sum.excess ** 2 / sum.variance / 2, 0);
}

/** Calibrates the probabilities of one row from `start` further in place, where the part of its value asks for it. */
export function calibratePart(
  { cuts, byCode }: ClassParts,
  value: number,
  probabilities: Float64Array,
  start: number,
  count: number,
) {
  const own = byCode[partOf(cuts, value)];
  if (own) calibrate(own, probabilities, start, count);
}

export function loadClassParts(saved: SavedValue, classCount: number): ClassParts | null {
  if (saved.isNull) return null;
  const cuts = saved.get('cuts');
  return {
    slot: saved.get('slot').integer(0, 1_000_000),
    cuts: cuts.isNull ? null : cuts.list(1000).map((cut) => cut.number()),
    byCode: saved
      .get('byCode')
      .list(1000)
      .map((part) => (part.isNull ? null : loadSharpness(part, classCount))),
  };
}
