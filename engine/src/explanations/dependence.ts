import type { Field, NumericField, TextField } from '../columns/fields.ts';
import type { DependenceDescription, DependencePoint } from '../description.ts';
import type { Model, Predictions } from '../model.ts';
import { evenOrder } from './even-order.ts';

export interface DependenceRequest {
  model: Model;
  /** The model's inputs, in the order of the description. */
  fields: readonly Field[];
  /** The target of each row. Rows are taken at even steps of its rank, so that few represent all. */
  targets: Float64Array;
  /** All rows, in an order that depends on their content alone; breaks ties between equal targets. */
  order: Int32Array;
  /**
   * Moment (milliseconds of the clock) by which all columns except the first must be done; no column is started that
   * might not be.
   */
  deadline: number;
  pause(): Promise<void>;
}

/** A point of the curve: the value that the column is set to, and how it is shown. */
interface GridCell {
  /** The cell for the row at place `row` of `rows`. */
  cellOf(row: number, rows: number): unknown;
  shown: DependencePoint['value'];
  /** Number of values that share the point. */
  rest?: number;
}

type Row = Record<string, unknown>;

const mostPoints = 20;
/** Most categories with a point of their own; the others share one. */
const mostCategories = 50;
const mostCurves = 60;
const mostClasses = 10;
const mostPredictions = 80_000;
/** Rows that are predicted to see how long it takes. */
const timedRows = 20;
const mostCells = 10_000_000;
const fewestRows = 40;
/** Number of rows that a curve starts with; fewer would shift the whole curve. */
const firstRows = 200;
/** Rows are added until the error of a curve is this share of its range. */
const enough = 0.1;
const kindsWithGrid: ReadonlySet<string> = new Set(['number', 'boolean', 'datetime', 'category']);

/**
 * Partial dependence (Friedman 2001): sets one column of some training rows to a value, leaves the rest, and averages
 * the predictions. Rows are added until the error of the curve's shape is small. `low` and `high` enclose four fifths
 * of the predictions (Goldstein et al. 2015).
 */
export async function measureDependence(request: DependenceRequest): Promise<DependenceDescription[]> {
  const { model, fields, targets, order, deadline, pause } = request;
  const classes = shownClasses(model);
  const columns = chooseColumns(request, Math.floor(mostCurves / classes.length));
  const sorted = evenOrder(targets, order);
  let left = Math.min(mostPredictions, mostCells / fields.length);
  const curves: DependenceDescription[] = [];
  let longest = 0;
  for (const [place, field] of columns.entries()) {
    const begun = performance.now();
    if (curves.length > 0 && begun + longest > deadline) break;
    const perColumn = (deadline - begun) / (columns.length - place);
    const most = Math.min(left / (columns.length - place), perColumn / timePrediction(request, sorted));
    const answers = answerGrid(request, field, sorted, most, classes);
    left -= answers.used;
    curves.push(...answers.curves);
    await pause();
    longest = Math.max(longest, performance.now() - begun);
  }
  return curves;
}

/** Returns the milliseconds of a prediction: those of long texts take a hundred times as long as others. */
function timePrediction({ model, fields }: DependenceRequest, order: Int32Array): number {
  const rows = Array.from(order.subarray(0, timedRows), (row) => rawRow(fields, row));
  const begun = performance.now();
  model.predict(rows, {}, []);
  return (performance.now() - begun) / rows.length;
}

/**
 * Returns the indices of the classes shown: the second of two, or the most frequent of many; a single -1 for numbers.
 */
function shownClasses({ description: { classes, confusionMatrix } }: Model): number[] {
  if (!classes) return [-1];
  if (classes.length === 2) return [1];
  const frequencies = (confusionMatrix ?? []).map((counts) => counts.reduce((sum, count) => sum + count, 0));
  const byFrequency = [...classes.keys()].sort((a, b) => (frequencies[b] ?? 0) - (frequencies[a] ?? 0) || a - b);
  return byFrequency.slice(0, mostClasses).sort((a, b) => a - b);
}

function chooseColumns({ model, fields }: DependenceRequest, most: number): Field[] {
  const { columnImportances } = model.description;
  const mattering = Math.max(1, Math.min(most, Math.floor(mostCells / fields.length / mostPoints / fewestRows)));
  return fields
    .filter(({ profile }) => kindsWithGrid.has(profile.kind))
    .sort((a, b) => columnImportances[b.profile.name] - columnImportances[a.profile.name])
    .slice(0, mattering);
}

/** The cells of a training row by input, as `predict` takes them. */
export function rawRow(fields: readonly Field[], row: number): Row {
  return Object.fromEntries(fields.map((field) => [field.profile.name, rawCell(field, row)]));
}

function rawCell(field: Field, row: number): unknown {
  if (field.type === 'text') return field.codes[row] < 0 ? null : field.texts[field.codes[row]];
  return Number.isNaN(field.values[row]) ? null : writtenCell(field, field.values[row]);
}

/** A moment is written as callers write it: its milliseconds are no date. */
function writtenCell({ profile: { kind, reading } }: NumericField, value: number): number | string {
  if (kind !== 'datetime' || !(Math.abs(value) <= 8.64e15)) return value;
  const text = new Date(value).toISOString();
  return reading.type === 'date' ? text.slice(0, 10) : text;
}

/** Predicts more and more rows until the curves of all classes are precise enough, or `most` predictions are used up. */
function answerGrid(
  { model, fields }: DependenceRequest,
  field: Field,
  order: Int32Array,
  most: number,
  classes: readonly number[],
) {
  const { name: column, kind: type } = field.profile;
  const grid = gridOf(field);
  const affordable = Math.max(fewestRows, Math.floor(most / grid.length));
  const count = Math.min(order.length, affordable);
  const answers: number[][][] = classes.map(() => grid.map(() => []));
  const ask = (from: number, to: number) => {
    const rows = Array.from(order.subarray(from, to), (row) => rawRow(fields, row));
    for (const [point, { cellOf }] of grid.entries()) {
      // Only one cell changes: copies of rows of thousands of inputs took longer than their predictions.
      for (const [place, row] of rows.entries()) row[column] = cellOf(from + place, count);
      const predictions = model.predict(rows, {}, []);
      for (const [shown, index] of classes.entries()) answers[shown][point].push(...answersOf(predictions, index));
    }
  };
  let rows = 0;
  const isKnown = () => answers.every((curve) => isPrecise(curve));
  while (rows < count && (rows === 0 || !isKnown() || hasRest(grid))) {
    const next = hasRest(grid) ? count : Math.min(count, Math.max(firstRows, 2 * rows));
    ask(rows, next);
    rows = next;
  }
  const labels = model.description.classes;
  const curves = classes.map(
    (index, shown): DependenceDescription => ({
      column,
      type,
      class: labels?.[index] ?? null,
      points: grid.map(({ shown: value, rest }, point) => ({
        value,
        ...summarise(Float64Array.from(answers[shown][point])),
        count: rows,
        error: shapeErrors(answers[shown])[point],
        ...(rest !== undefined && { rest }),
      })),
    }),
  );
  return { curves, used: rows * grid.length };
}

/**
 * Returns whether a point stands for several values. Such values are distributed over all rows, so the number of rows
 * must be known beforehand.
 */
function hasRest(grid: readonly GridCell[]): boolean {
  return grid.some(({ rest }) => rest !== undefined);
}

function isPrecise(curve: readonly (readonly number[])[]): boolean {
  const means = curve.map((answers) => answers.reduce((sum, answer) => sum + answer / answers.length, 0));
  const span = Math.max(...means) - Math.min(...means);
  return Math.max(...shapeErrors(curve)) <= enough * span;
}

/**
 * Returns the standard error of the curve's shape at each point. Differences between rows that are equal at all points
 * do not count.
 */
function shapeErrors(curve: readonly (readonly number[])[]): number[] {
  const rows = curve[0].length;
  const middles = Array.from({ length: rows }, (_, row) =>
    curve.reduce((sum, answers) => sum + answers[row] / curve.length, 0),
  );
  return curve.map((answers) => {
    const mean = answers.reduce((sum, answer, row) => sum + (answer - middles[row]) / rows, 0);
    const squares = answers.reduce((sum, answer, row) => sum + (answer - middles[row] - mean) ** 2, 0);
    return rows > 1 ? Math.sqrt(squares / (rows - 1) / rows) : 0;
  });
}

/** Returns the predicted numbers, or the probabilities of one class. */
function answersOf(predictions: Predictions | undefined, index: number): Float64Array {
  if (!predictions) return new Float64Array(1);
  const { values, probabilities, count } = predictions;
  if (!probabilities) return values;
  return values.map((_, row) => probabilities[(row * probabilities.length) / count + index]);
}

function summarise(answers: Float64Array): Pick<DependencePoint, 'mean' | 'low' | 'high'> {
  const mean = answers.reduce((sum, answer) => sum + answer, 0) / answers.length;
  const sorted = answers.toSorted();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  return { mean, low: at(0.1), high: at(0.9) };
}

/** Returns the points of a column, including a missing cell where training saw some. */
function gridOf(field: Field): GridCell[] {
  const point = (cell: unknown, shown: DependencePoint['value']): GridCell => ({ cellOf: () => cell, shown });
  const missing = field.profile.missing > 0 ? [point(null, null)] : [];
  if (field.type === 'text') return [...categoryPoints(field), ...missing];
  const { kind } = field.profile;
  if (kind === 'boolean') return [point(0, false), point(1, true), ...missing];
  const values = evenRanks(field, mostPoints - missing.length);
  const show = (value: number) =>
    kind === 'datetime' && Math.abs(value) <= 8.64e15 ? new Date(value).toISOString() : value;
  return [...values.map((value) => point(writtenCell(field, value), show(value))), ...missing];
}

/**
 * Returns a point for each category. Of very many, the rarer ones share a point, each in proportion to its frequency.
 */
function categoryPoints({ texts, counts }: TextField): GridCell[] {
  const own = texts.length <= mostCategories ? texts.length : mostCategories - 1;
  const points = texts.slice(0, own).map((text): GridCell => ({ cellOf: () => text, shown: text }));
  const others = counts.slice(own);
  if (others.length === 0) return points;
  const total = others.reduce((sum, count) => sum + count, 0);
  const cellOf = (row: number, rows: number) => {
    let before = ((row + 0.5) / rows) * total;
    let index = 0;
    while (index < others.length - 1 && before >= others[index]) before -= others[index++];
    return texts[own + index];
  };
  return [...points, { cellOf, shown: `${others.length} others`, rest: others.length }];
}

/** Returns distinct values at even steps of rank, from the smallest to the largest. */
function evenRanks({ values }: NumericField, count: number): number[] {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const ranks = Array.from({ length: count }, (_, step) => Math.round((step / (count - 1)) * (sorted.length - 1)));
  return [...new Set(ranks.map((rank) => sorted[rank]))];
}
