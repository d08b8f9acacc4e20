import type { Field, NumericField } from '../columns/fields.ts';
import type { DependenceDescription, DependencePoint, Model, Predictions } from '../model.ts';
import { createRandom, rowNumbers, shuffle } from '../random.ts';

export interface DependenceRequest {
  model: Model;
  /** The model's inputs, in the order of its description. */
  fields: readonly Field[];
  rowCount: number;
  seed: number;
  /** Moment (milliseconds of the clock) by which all columns but the first must be over: none is begun that might not. */
  deadline: number;
  pause(): Promise<void>;
}

/** A cell as a row carries it, and as a reader of the table is shown it. */
interface GridCell {
  cell: unknown;
  shown: DependencePoint['value'];
}

type Row = Record<string, unknown>;

const mostPoints = 20;
const mostCurves = 60;
const mostClasses = 10;
const mostPredictions = 20_000;
const mostCells = 10_000_000;
const [fewestRows, mostRows] = [20, 200];
const kindsWithGrid: ReadonlySet<string> = new Set(['number', 'boolean', 'datetime', 'category']);

/**
 * Partial dependence (Friedman 2001): one column of some training rows is set to a value, all else left as it is, and the
 * mean answer taken. `low` and `high` hold four fifths of the answers (Goldstein et al. 2015): where they move
 * otherwise than the mean, the column acts together with others. The most important columns come first.
 */
export async function measureDependence(request: DependenceRequest): Promise<DependenceDescription[]> {
  const { model, fields, seed, deadline, pause } = request;
  const classes = shownClasses(model);
  const columns = chooseColumns(request, Math.floor(mostCurves / classes.length));
  const predictions = Math.min(mostPredictions, mostCells / fields.length);
  const most = Math.max(fewestRows, Math.min(mostRows, Math.floor(predictions / mostPoints / columns.length)));
  const rows = [...shuffle(rowNumbers(request.rowCount), createRandom(seed)).subarray(0, most)].map((row) =>
    rawRow(fields, row),
  );
  const curves: DependenceDescription[] = [];
  let longest = 0;
  for (const field of columns) {
    const begun = performance.now();
    if (curves.length > 0 && begun + longest > deadline) break;
    curves.push(...dependOn(model, field, rows, classes));
    await pause();
    longest = Math.max(longest, performance.now() - begun);
  }
  return curves;
}

/** Classes by index: the second of two, or the most frequent of many; one -1 for numbers. */
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

function rawRow(fields: readonly Field[], row: number): Row {
  return Object.fromEntries(fields.map((field) => [field.profile.name, rawCell(field, row)]));
}

function rawCell(field: Field, row: number): unknown {
  if (field.type === 'text') return field.codes[row] < 0 ? null : field.texts[field.codes[row]];
  return Number.isNaN(field.values[row]) ? null : field.values[row];
}

function dependOn(
  model: Model,
  field: Field,
  rows: readonly Row[],
  classes: readonly number[],
): DependenceDescription[] {
  const { name: column, kind: type } = field.profile;
  const labels = model.description.classes;
  const asked = gridOf(field).map(({ cell, shown }) => ({
    shown,
    predictions: model.predict(
      rows.map((row) => ({ ...row, [column]: cell })),
      {},
      [],
    ),
  }));
  return classes.map((index) => ({
    column,
    type,
    class: labels?.[index] ?? null,
    points: asked.map(({ shown, predictions }) => ({ value: shown, ...summarise(answersOf(predictions, index)) })),
  }));
}

/** The predicted numbers, or the probabilities of one class. */
function answersOf(predictions: Predictions | undefined, index: number): Float64Array {
  if (!predictions) return new Float64Array(1);
  const { values, probabilities, count } = predictions;
  if (!probabilities) return values;
  return values.map((_, row) => probabilities[(row * probabilities.length) / count + index]);
}

function summarise(answers: Float64Array): Omit<DependencePoint, 'value'> {
  const mean = answers.reduce((sum, answer) => sum + answer, 0) / answers.length;
  const sorted = answers.toSorted();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  return { mean, low: at(0.1), high: at(0.9) };
}

/** The values that a column is set to, among them a missing cell where training saw some. */
function gridOf(field: Field): GridCell[] {
  const missing = field.profile.missing > 0 ? [{ cell: null, shown: null }] : [];
  if (field.type === 'text') {
    const known = field.texts.slice(0, mostPoints - missing.length);
    return [...known.map((text) => ({ cell: text, shown: text })), ...missing];
  }
  const { kind } = field.profile;
  if (kind === 'boolean')
    return [{ cell: 0, shown: false as DependencePoint['value'] }, { cell: 1, shown: true }, ...missing];
  const values = evenRanks(field, mostPoints - missing.length);
  const show = (value: number) =>
    kind === 'datetime' && Math.abs(value) <= 8.64e15 ? new Date(value).toISOString() : value;
  return [...values.map((value): GridCell => ({ cell: value, shown: show(value) })), ...missing];
}

/** Distinct values at even steps of rank, from the smallest to the largest. */
function evenRanks({ values }: NumericField, count: number): number[] {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const ranks = Array.from({ length: count }, (_, step) => Math.round((step / (count - 1)) * (sorted.length - 1)));
  return [...new Set(ranks.map((rank) => sorted[rank]))];
}
