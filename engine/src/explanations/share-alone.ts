import type { Field, NumericField } from '../columns/fields.ts';
import { createRandom, rowNumbers, shuffle } from '../random.ts';
import type { Labels } from '../target/labels.ts';

/** Most cells examined, so that wide tables take bounded time, and the fewest and most rows. */
const [mostCells, fewestRows, mostRows] = [2_000_000, 500, 10_000];
/** A column with more values than this share of its rows tells rows apart, and nothing else. */
const mostValues = 0.1;
/** Numbers of many values are looked at in parts of as many rows, of at least so many each. */
const [parts, fewestOfPart] = [20, 5];
/** On fewer rows, or rows that the likeliest class gets wrong, one of many columns tells the target by luck. */
const [fewestKnown, fewestWrong] = [20, 10];
/** Part of a line that the other rows must decide; below it they tell nothing of the row. */
const leastOthers = 1e-12;

/**
 * Returns the share of the target that is in each column alone, where each row is told from the others: of numbers by a
 * straight line, of categories by the mean of its value; of classes, the part of those that the likeliest class gets
 * wrong which the likeliest of each value gets right. In the rows themselves as many values as rows would tell all.
 * Hints of tables are computed alike, in SQL.
 */
export function shareAlone(fields: readonly Field[], labels: Labels, seed: number): number[] {
  const most = Math.min(mostRows, Math.max(fewestRows, Math.floor(mostCells / Math.max(fields.length, 1))));
  const rows = shuffle(rowNumbers(labels.values.length), createRandom(seed)).slice(0, most);
  return fields.map((field) => {
    const known = rows.filter((row) =>
      field.type === 'text' ? field.codes[row] >= 0 : !Number.isNaN(field.values[row]),
    );
    if (known.length < fewestKnown) return 0;
    if (labels.classCount === 0 && field.type === 'numeric') return onLine(field, labels, known);
    const ways = groupsOf(field, known, labels.classCount > 0);
    const tell = labels.classCount > 0 ? rightByValue : betweenValues;
    return ways.reduce((most, groups) => Math.max(most, tell(groups, labels, known)), 0);
  });
}

/** A row far out draws the line to itself, so its error is that from the line of the others. */
function onLine({ values }: NumericField, { values: truth }: Labels, rows: Int32Array): number {
  const [meanX, meanY] = [values, truth].map((cells) => meanAt(cells, rows));
  let [xx, xy, yy] = [0, 0, 0];
  for (const row of rows) {
    const [x, y] = [values[row] - meanX, truth[row] - meanY];
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  if (!(xx > 0 && yy > 0)) return 0;
  const errors = rows.reduce((sum, row) => {
    const [x, y] = [values[row] - meanX, truth[row] - meanY];
    const others = 1 - 1 / rows.length - (x * x) / xx;
    return sum + (others > leastOthers ? (y - (xy / xx) * x) / others : y) ** 2;
  }, 0);
  return 1 - errors / (yy * withoutOne(rows.length));
}

/** Rows of one value, unless values are too many to say something; and of parts of numbers, where these may be cut. */
function groupsOf(field: Field, rows: Int32Array, mayCut: boolean): Int32Array[][] {
  const byValue = Map.groupBy(rows, (row) => (field.type === 'text' ? field.codes[row] : field.values[row]));
  const isTelling = byValue.size <= mostValues * rows.length;
  return [
    ...(isTelling ? [[...byValue.values()].map((some) => Int32Array.from(some))] : []),
    ...(field.type === 'numeric' && mayCut ? [partsOf(field, rows)] : []),
  ];
}

/** A number of one row tells nothing, its neighbours do. */
function partsOf({ values }: NumericField, rows: Int32Array): Int32Array[] {
  const sorted = rows.toSorted((a, b) => values[a] - values[b] || a - b);
  const cuts = Math.min(parts, Math.floor(sorted.length / fewestOfPart));
  return Array.from({ length: cuts }, (_, part) =>
    sorted.subarray(Math.floor((part * sorted.length) / cuts), Math.floor(((part + 1) * sorted.length) / cuts)),
  );
}

function betweenValues(groups: readonly Int32Array[], { values }: Labels, rows: Int32Array): number {
  const whole = squaresAt(values, rows, meanAt(values, rows));
  // A value of one row tells nothing: the row is told by the mean of all others.
  const errors = groups.reduce((sum, some) => {
    const mean = meanAt(values, some.length > 1 ? some : rows);
    return sum + squaresAt(values, some, mean) * withoutOne(some.length > 1 ? some.length : rows.length);
  }, 0);
  return whole > 0 ? 1 - errors / (whole * withoutOne(rows.length)) : 0;
}

function rightByValue(groups: readonly Int32Array[], labels: Labels, rows: Int32Array): number {
  const wrong = rows.length - countsOf(labels, rows)[0];
  if (wrong < fewestWrong) return 0;
  const right = groups.reduce((sum, some) => sum + rightByOthers(countsOf(labels, some)), 0);
  return 1 - (rows.length - right) / wrong;
}

/** Rows of the likeliest class, if it is still that without one of them; half of them where another is then as likely. */
function rightByOthers([most, next = 0]: Int32Array): number {
  if (most - 1 > next) return most;
  return most > 1 && most - 1 === next ? most / 2 : 0;
}

/** Rows of each class, most first. */
function countsOf({ values, classCount }: Labels, rows: Int32Array): Int32Array {
  const counts = new Int32Array(classCount);
  for (const row of rows) counts[values[row]] += 1;
  return counts.sort().reverse();
}

/** Squares from a mean are larger by this where that is the mean of the others. */
function withoutOne(rows: number): number {
  return (rows / (rows - 1)) ** 2;
}

function squaresAt(values: Float64Array, rows: Int32Array, mean: number): number {
  return rows.reduce((sum, row) => sum + (values[row] - mean) ** 2, 0);
}

function meanAt(values: Float64Array, rows: Int32Array): number {
  return rows.reduce((sum, row) => sum + values[row], 0) / Math.max(1, rows.length);
}
