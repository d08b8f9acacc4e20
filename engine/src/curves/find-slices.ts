import type { Field } from '../columns/fields.ts';
import type { SliceDescription, SlicesDescription } from '../description.ts';
import { studentQuantile } from '../numerics/student.ts';
import { type Banded, bandRows, noBand } from './band-rows.ts';

/** What each held-out row costs: its absolute error, or the log loss of its class. */
export interface JudgedLosses {
  metric: SlicesDescription['metric'];
  rows: Int32Array;
  losses: Float64Array;
  /** How many of the rows count as evidence, because rows were held out together. */
  independent: number;
}

/** Cells that are read; of more, every second or n-th row is. */
const mostCells = 5_000_000;
/** Columns that are looked at in pairs: those that differ most. */
const mostPaired = 12;
/** Independent rows that a slice has at least. */
const fewestRows = 30;
const mostShown = 20;
/** Chance that any slice is shown where none is worse. */
const level = 0.05;

/**
 * Finds where the model loses more than on all other rows, beyond chance: one-sided t-tests of mean losses, of parts of
 * one column and of two, at a level divided by the number of parts (Bonferroni). A part of two columns is shown only
 * where it is also worse than the rest of either.
 */
export function findSlices(fields: readonly Field[], judged: JudgedLosses): SlicesDescription {
  const { metric, rows, losses, independent } = thin(judged, fields.length);
  const columns = fields.flatMap((field) => bandRows(field, rows) ?? []);
  const evidence = Math.min(1, independent / Math.max(1, rows.length));
  const all = sumUp(losses);
  const singles = columns.map((column) => sumBands(column, losses));
  const pairs = pairUp(columns, singles, all);
  const pairsInAll = (columns.length * (columns.length - 1)) / 2;
  const parts = pairs.reduce((sum, { first, second }) => sum + bandsOf(first) * bandsOf(second), 0);
  const bands = columns.reduce((sum, column) => sum + bandsOf(column), 0);
  const lookedAt = bands + Math.round(pairs.length > 0 ? (parts * pairsInAll) / pairs.length : 0);
  const coverage = 1 - (2 * level) / Math.max(1, lookedAt);
  const test = { evidence, coverage, least: studentQuantile(coverage, Number.POSITIVE_INFINITY) };
  const isWorse = (part: Sums, whole: Sums) => isLarger(part, minus(whole, part), test);
  const found: Found[] = [];
  for (const [place, column] of columns.entries())
    for (const [band, part] of singles[place].entries())
      if (isWorse(part, all)) found.push({ conditions: [column.conditions[band]], part });
  for (const { first, second } of pairs) {
    const [ones, others] = [first, second].map((column) => singles[columns.indexOf(column)]);
    for (const [cell, part] of sumCells(first, second, losses).entries()) {
      const [one, other] = [Math.floor(cell / bandsOf(second)), cell % bandsOf(second)];
      if (isWorse(part, all) && isWorse(part, ones[one]) && isWorse(part, others[other]))
        found.push({ conditions: [first.conditions[one], second.conditions[other]], part });
    }
  }
  return { metric, looked_at: lookedAt, found: show(found, all, evidence) };
}

interface Found {
  conditions: SliceDescription['conditions'];
  part: Sums;
}

/** The parts that cost most in total come first. */
function show(found: readonly Found[], all: Sums, evidence: number): SliceDescription[] {
  const slices = found.map(({ conditions, part }): SliceDescription => {
    const rest = minus(all, part);
    return {
      conditions,
      rows: part.count,
      value: meanOf(part),
      standard_error: Math.sqrt(varianceOf(part) / (part.count * evidence)),
      elsewhere: meanOf(rest),
    };
  });
  const excess = ({ rows, value, elsewhere }: SliceDescription) => rows * (value - elsewhere);
  return slices.sort((a, b) => excess(b) - excess(a)).slice(0, mostShown);
}

function thin(judged: JudgedLosses, columns: number): JudgedLosses {
  const stride = Math.ceil((judged.rows.length * columns) / mostCells);
  if (stride <= 1) return judged;
  const isKept = (_: number, place: number) => place % stride === 0;
  return { ...judged, rows: judged.rows.filter(isKept), losses: judged.losses.filter(isKept) };
}

interface Sums {
  count: number;
  sum: number;
  squares: number;
}

const meanOf = ({ count, sum }: Sums) => sum / Math.max(1, count);
const varianceOf = ({ count, sum, squares }: Sums) =>
  Math.max(0, squares - sum ** 2 / Math.max(1, count)) / Math.max(1, count - 1);
const minus = (whole: Sums, part: Sums): Sums => ({
  count: whole.count - part.count,
  sum: whole.sum - part.sum,
  squares: whole.squares - part.squares,
});
const bandsOf = ({ conditions }: Banded) => conditions.length;

function add(into: Sums, loss: number): void {
  into.count += 1;
  into.sum += loss;
  into.squares += loss * loss;
}

const noSums = (length: number) => Array.from({ length }, (): Sums => ({ count: 0, sum: 0, squares: 0 }));

function sumUp(losses: Float64Array): Sums {
  const [all] = noSums(1);
  for (const loss of losses) add(all, loss);
  return all;
}

function sumBands({ codes, conditions }: Banded, losses: Float64Array): Sums[] {
  const sums = noSums(conditions.length);
  for (let place = 0; place < codes.length; place++)
    if (codes[place] !== noBand) add(sums[codes[place]], losses[place]);
  return sums;
}

function sumCells(first: Banded, second: Banded, losses: Float64Array): Sums[] {
  const width = bandsOf(second);
  const sums = noSums(bandsOf(first) * width);
  for (let place = 0; place < losses.length; place++) {
    const [one, other] = [first.codes[place], second.codes[place]];
    if (one !== noBand && other !== noBand) add(sums[one * width + other], losses[place]);
  }
  return sums;
}

interface MeanTest {
  evidence: number;
  /** Two-sided coverage of the quantile that a difference must exceed, and that quantile for very many rows. */
  coverage: number;
  least: number;
}

/** Welch's t-test: whether the mean of `part` is larger than that of `rest`. */
function isLarger(part: Sums, rest: Sums, { evidence, coverage, least }: MeanTest): boolean {
  const [few, others] = [part.count * evidence, rest.count * evidence];
  if (few < fewestRows || others < fewestRows) return false;
  const [own, other] = [varianceOf(part) / few, varianceOf(rest) / others];
  const distance = (meanOf(part) - meanOf(rest)) / Math.sqrt(own + other);
  if (!(distance > least)) return false;
  const freedom = (own + other) ** 2 / (own ** 2 / (few - 1) + other ** 2 / (others - 1));
  return distance > studentQuantile(coverage, freedom);
}

/** Pairs of the columns whose parts differ most. */
function pairUp(columns: readonly Banded[], singles: readonly Sums[][], all: Sums) {
  const distance = (parts: readonly Sums[]) =>
    Math.max(0, ...parts.map((part) => (meanOf(part) - meanOf(all)) * Math.sqrt(part.count)));
  const order = [...columns.keys()].sort((a, b) => distance(singles[b]) - distance(singles[a]) || a - b);
  const chosen = order.slice(0, mostPaired).map((place) => columns[place]);
  return chosen.flatMap((first, place) => chosen.slice(place + 1).map((second) => ({ first, second })));
}
