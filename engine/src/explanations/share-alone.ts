import type { Field, NumericField } from '../columns/fields.ts';
import { createRandom, rowNumbers, shuffle } from '../random.ts';
import type { Labels } from '../target/labels.ts';

/** Most cells examined, so that wide tables take bounded time, and the fewest and most rows. */
const [mostCells, fewestRows, mostRows] = [2_000_000, 500, 10_000];
/** A column with more values than this share of its rows tells rows apart, and nothing else. */
const mostValues = 0.1;
/** Numbers of many values are looked at in parts of as many rows. */
const parts = 20;

/**
 * Returns the share of the target that is in each column alone: of numbers the squared correlation, of categories the
 * part of the variance that is between them; of classes, the part of those that the likeliest class gets wrong which
 * the likeliest of each value gets right. Hints of tables are computed alike, in SQL.
 */
export function shareAlone(fields: readonly Field[], labels: Labels, seed: number): number[] {
  const most = Math.min(mostRows, Math.max(fewestRows, Math.floor(mostCells / Math.max(fields.length, 1))));
  const rows = shuffle(rowNumbers(labels.values.length), createRandom(seed)).slice(0, most);
  return fields.map((field) => {
    const known = rows.filter((row) =>
      field.type === 'text' ? field.codes[row] >= 0 : !Number.isNaN(field.values[row]),
    );
    if (labels.classCount === 0 && field.type === 'numeric') return squaredCorrelation(field, labels, known);
    const groups = groupsOf(field, known, labels.classCount > 0);
    if (!groups) return 0;
    return labels.classCount > 0 ? rightByValue(groups, labels, known) : betweenValues(groups, labels, known);
  });
}

function squaredCorrelation({ values }: NumericField, labels: Labels, rows: Int32Array): number {
  const [meanX, meanY] = [values, labels.values].map((cells) => meanAt(cells, rows));
  let [xx, xy, yy] = [0, 0, 0];
  for (const row of rows) {
    const [x, y] = [values[row] - meanX, labels.values[row] - meanY];
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  return xx > 0 && yy > 0 ? (xy / xx) * (xy / yy) : 0;
}

/** Rows of one value; undefined where values are too many to say something. Numbers may be cut into parts. */
function groupsOf(field: Field, rows: Int32Array, mayCut: boolean): Int32Array[] | undefined {
  const groups = Map.groupBy(rows, (row) => (field.type === 'text' ? field.codes[row] : field.values[row]));
  if (groups.size <= mostValues * rows.length) return [...groups.values()].map((some) => Int32Array.from(some));
  if (field.type === 'text' || !mayCut) return undefined;
  const sorted = rows.toSorted((a, b) => field.values[a] - field.values[b] || a - b);
  return Array.from({ length: parts }, (_, part) =>
    sorted.subarray(Math.floor((part * sorted.length) / parts), Math.floor(((part + 1) * sorted.length) / parts)),
  );
}

function betweenValues(groups: readonly Int32Array[], { values }: Labels, rows: Int32Array): number {
  const whole = squaresAt(values, rows);
  return whole > 0 ? 1 - groups.reduce((sum, some) => sum + squaresAt(values, some), 0) / whole : 0;
}

function rightByValue(groups: readonly Int32Array[], labels: Labels, rows: Int32Array): number {
  const usual = mostOfClass(labels, rows);
  const right = groups.reduce((sum, some) => sum + mostOfClass(labels, some), 0);
  return rows.length > usual ? (right - usual) / (rows.length - usual) : 0;
}

function mostOfClass({ values, classCount }: Labels, rows: Int32Array): number {
  const counts = new Int32Array(classCount);
  for (const row of rows) counts[values[row]] += 1;
  return counts.reduce((most, count) => Math.max(most, count), 0);
}

function squaresAt(values: Float64Array, rows: Int32Array): number {
  const mean = meanAt(values, rows);
  return rows.reduce((sum, row) => sum + (values[row] - mean) ** 2, 0);
}

function meanAt(values: Float64Array, rows: Int32Array): number {
  return rows.reduce((sum, row) => sum + values[row], 0) / Math.max(1, rows.length);
}
