import type { Feature } from '../encoding/feature.ts';
import type { SparseRows } from '../numerics/sparse-rows.ts';

/** A numeric feature, standardised and clipped to half a range beyond the training values; hinges bend it at `knots`. */
interface NumericTerm {
  kind: 'numeric';
  feature: number;
  /** Mean and standard deviation, or with `isSoft` their robust counterparts from median and quartiles. */
  mean: number;
  scale: number;
  /** Outliers are compressed smoothly. */
  isSoft: boolean;
  low: number;
  high: number;
  knots: number[];
  hasMissing: boolean;
  /** First of its columns: the value, one column for each knot, then "is missing" where training saw missing cells. */
  column: number;
}

/** One column for each frequent category; the others share the last column, and missing cells have their own. */
interface CategoryTerm {
  kind: 'category';
  feature: number;
  /** Column of each code; codes beyond these belong to `rest`. */
  columns: number[];
  rest: number;
  missing: number;
}

export type Term = NumericTerm | CategoryTerm;

/** How an encoded row becomes the sparse row of a linear model, always with `width` entries of `columnCount` columns. */
export interface Design {
  terms: Term[];
  columnCount: number;
  width: number;
}

export interface DesignOptions {
  /** Number of knots at quantiles of a numeric feature; 0 for a straight line. */
  knots: number;
  /** Most one-hot columns over all features. */
  maxColumns: number;
  /** Compresses outliers, for models that a few huge inputs would disturb. Default false. */
  isSoft?: boolean;
}

/** Plans the columns from the training rows; features that do not vary there are left out. */
export function planDesign(
  features: readonly Feature[],
  matrix: readonly Float64Array[],
  rows: Int32Array,
  options: DesignOptions,
): Design {
  const terms: Term[] = [];
  let column = 0;
  const categorical = features.filter((feature) => feature.categories > 0).length;
  const share = Math.max(4, Math.floor(options.maxColumns / Math.max(categorical, 1)));
  for (const [index, feature] of features.entries()) {
    const term =
      feature.categories > 0
        ? planCategory(index, feature.categories, matrix[index], rows, column, share)
        : planNumeric(index, matrix[index], rows, column, options);
    if (!term) continue;
    terms.push(term);
    column += term.kind === 'numeric' ? termWidth(term) : new Set(term.columns).size + 2;
  }
  return { terms, columnCount: column, width: terms.reduce((sum, term) => sum + termWidth(term), 0) };
}

/** Returns the number of entries of a term in each row. */
export function termWidth(term: Term): number {
  return term.kind === 'numeric' ? 1 + term.knots.length + (term.hasMissing ? 1 : 0) : 1;
}

function planNumeric(
  feature: number,
  values: Float64Array,
  rows: Int32Array,
  column: number,
  { knots: knotCount, isSoft = false }: DesignOptions,
): NumericTerm | undefined {
  const present = Float64Array.from(
    rows.filter((row) => !Number.isNaN(values[row])),
    (row) => values[row],
  ).sort();
  const low = present[0];
  const high = present[present.length - 1];
  const hasMissing = present.length < rows.length;
  if (present.length === 0 || (low === high && !hasMissing)) return undefined;
  const { mean, scale } = isSoft ? quartileScale(present) : momentScale(present);
  const margin = (high - low) / 2;
  const knots = placeKnots(present, knotCount).map((knot) => standardise({ mean, scale, isSoft }, knot));
  return {
    kind: 'numeric',
    feature,
    mean,
    scale,
    isSoft,
    low: low - margin,
    high: high + margin,
    knots,
    hasMissing,
    column,
  };
}

function momentScale(values: Float64Array): { mean: number; scale: number } {
  let mean = 0;
  for (const [seen, value] of values.entries()) mean += (value - mean) / (seen + 1);
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return { mean, scale: Math.sqrt(squares / values.length) || 1 };
}

/**
 * Returns the median, and the standard deviation of a normal distribution with these quartiles, or of all values where
 * most are equal.
 */
function quartileScale(sorted: Float64Array): { mean: number; scale: number } {
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const spread = (quantile(0.75) - quantile(0.25)) / 1.35;
  return { mean: quantile(0.5), scale: spread > 0 ? spread : momentScale(sorted).scale };
}

/** Values beyond this many scales are compressed noticeably, and none exceeds the limit. */
const softLimit = 3;

function standardise({ mean, scale, isSoft }: Pick<NumericTerm, 'mean' | 'scale' | 'isSoft'>, value: number): number {
  const standard = (value - mean) / scale;
  return isSoft ? standard / Math.sqrt(1 + (standard / softLimit) ** 2) : standard;
}

/** Returns the distinct inner quantiles. */
function placeKnots(sorted: Float64Array, count: number): number[] {
  const knots = new Set<number>();
  for (let knot = 1; knot <= count; knot++) knots.add(sorted[Math.floor((knot * sorted.length) / (count + 1))]);
  knots.delete(sorted[0]);
  knots.delete(sorted[sorted.length - 1]);
  return [...knots];
}

function planCategory(
  feature: number,
  categories: number,
  values: Float64Array,
  rows: Int32Array,
  column: number,
  maxColumns: number,
): CategoryTerm {
  const counts = new Float64Array(categories);
  for (const row of rows) if (!Number.isNaN(values[row])) counts[values[row]] += 1;
  const fewest = rows.length < 200 ? 2 : 5;
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b);
  const kept = order.filter((code) => counts[code] >= fewest).slice(0, maxColumns);
  const columns = new Array<number>(categories).fill(column + kept.length);
  for (const [position, code] of kept.entries()) columns[code] = column + position;
  const rest = column + kept.length;
  if (!columns.includes(rest)) return { kind: 'category', feature, columns, rest: rest + 1, missing: rest };
  return { kind: 'category', feature, columns, rest, missing: rest + 1 };
}

/** Writes the entries of the encoded row that begins at `rowStart`, from entry `start` on. */
export function fillRow(
  design: Design,
  encoded: Float64Array,
  rowStart: number,
  columns: Int32Array,
  values: Float64Array,
  start: number,
): void {
  let at = start;
  for (const term of design.terms) {
    const value = encoded[rowStart + term.feature];
    if (term.kind === 'category') {
      columns[at] = Number.isNaN(value) ? term.missing : (term.columns[value] ?? term.rest);
      values[at] = 1;
      at += 1;
    } else at = fillNumeric(term, value, columns, values, at);
  }
}

function fillNumeric(
  term: NumericTerm,
  value: number,
  columns: Int32Array,
  values: Float64Array,
  start: number,
): number {
  const isMissing = Number.isNaN(value);
  const clipped = Math.max(term.low, Math.min(value, term.high));
  const standard = isMissing ? 0 : standardise(term, clipped);
  columns[start] = term.column;
  values[start] = standard;
  for (let position = 0; position < term.knots.length; position++) {
    const knot = term.knots[position];
    columns[start + 1 + position] = term.column + 1 + position;
    values[start + 1 + position] = !isMissing && standard > knot ? standard - knot : 0;
  }
  const last = start + 1 + term.knots.length;
  if (!term.hasMissing) return last;
  columns[last] = term.column + 1 + term.knots.length;
  values[last] = isMissing ? 1 : 0;
  return last + 1;
}

/** Returns the design of many rows of a matrix. */
export function fillRows(design: Design, matrix: readonly Float64Array[], rows: Int32Array): SparseRows {
  const { width } = design;
  const columns = new Int32Array(rows.length * width);
  const values = new Float64Array(rows.length * width);
  const vector = new Float64Array(matrix.length);
  for (let index = 0; index < rows.length; index++) {
    for (const { feature } of design.terms) vector[feature] = matrix[feature][rows[index]];
    fillRow(design, vector, 0, columns, values, index * width);
  }
  const starts = Int32Array.from({ length: rows.length + 1 }, (_, row) => row * width);
  return { count: rows.length, starts, columns, values };
}
