import type { ModelDescription } from '@sibyl/engine/model.ts';
import { movingOn } from './moves-on.ts';
import { binsOf, type ColumnReference, placesOf } from './reference.ts';
import type { Counts } from './sketch.ts';
import { compareOrdered, compareUnordered, type Distance, mostTelling } from './statistics.ts';
import type { Subject } from './subject.ts';

/** A distance, and how many asked rows it is of. */
export interface Looked extends Distance {
  rows: number;
}

/** How far asked rows are from training rows in one column. */
export interface ColumnDrift extends Looked {
  column: string;
  /** Shares of the asked rows, and of the training rows. */
  missing: number;
  missing_in_training: number;
  unseen: number;
}

/** The distances of a window, before they are counted among others. */
export interface Drift {
  columns: ColumnDrift[];
  answers: Looked | null;
}

/** @param areAnswersSo whether all rows were answered as the version answers now, by the same threshold */
export function measureDrift(sketch: Counts, { reference, description }: Subject, areAnswersSo = true): Drift {
  const movesOn = movingOn(description);
  return {
    columns: reference.columns.map((column, place) => driftOf(column, sketch.columns[place], movesOn(column))),
    answers: areAnswersSo ? withRows(driftOfAnswers(sketch, description), sketch) : null,
  };
}

function withRows(distance: Distance | null, { answers }: Counts): Looked | null {
  return distance && { ...distance, rows: rowsOf(answers) };
}

function driftOf(column: ColumnReference, asked: readonly number[], movesOn: boolean): ColumnDrift {
  const training = column.counts;
  const { unseen, missing } = placesOf(column);
  const share = (counts: readonly number[], bin: number) => counts[bin] / Math.max(1, rowsOf(counts));
  return {
    column: column.name,
    ...(column.form === 'category' ? compareCategories(asked, column) : compareNumbers(asked, column, movesOn)),
    rows: rowsOf(asked),
    missing: share(asked, missing),
    missing_in_training: share(training, missing),
    unseen: share(asked, unseen),
  };
}

function rowsOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Values of fewer training rows are taken together: which of them training has is chance. */
const leastKnown = 10;

/**
 * Compares the frequent values, all others together, and how many values are unseen. Where nothing changes, the others
 * have as many rows as training rows would have without their own (Good and Turing): those with one row more are counted
 * to them, and as many rows have an unseen value as training has values of one row.
 */
function compareCategories(asked: readonly number[], column: ColumnReference): Distance {
  const { counts, singles = 0, values } = column;
  const { unseen, missing } = placesOf(column);
  const isOther = counts.map((count, bin) => (bin >= values.length || count < leastKnown) && bin !== missing);
  const rowsAt = (some: readonly number[], isMeant: (bin: number) => boolean) =>
    rowsOf(some.filter((_, bin) => isMeant(bin)));
  const grouped = (some: readonly number[], others: number) => [...some.filter((_, bin) => !isOther[bin]), others];
  const askedOthers = rowsAt(asked, (bin) => isOther[bin]);
  const knownOthers = rowsAt(counts, (bin) => isOther[bin] || (counts[bin] === leastKnown && bin < values.length));
  const isNew = [rowsOf(asked) - asked[unseen], asked[unseen]];
  return mostTelling([
    compareUnordered(grouped(asked, askedOthers), grouped(counts, knownOthers)),
    compareUnordered(isNew, [rowsOf(counts) - singles, singles + counts[unseen]]),
  ]);
}

/**
 * Compares the numbers that are there, and how many are missing, unreadable, or outside the range of the training: few
 * of these say much, and change cumulative shares little.
 */
function compareNumbers(asked: readonly number[], column: ColumnReference, movesOn: boolean): Distance {
  const training = column.counts;
  const bins = binsOf(column);
  const { unseen, missing, below, above } = placesOf(column);
  const within = (counts: readonly number[]) => counts.slice(0, bins);
  const at = (counts: readonly number[], place: number) => counts[place] ?? 0;
  const absent = (counts: readonly number[]) => [at(counts, unseen), at(counts, missing)];
  const outside = (counts: readonly number[]) => [at(counts, below), at(counts, above)];
  const rest = (counts: readonly number[]) => rowsOf(within(counts));
  // A time moves on: that rows are of later days says nothing of them.
  if (movesOn) {
    const gaps = (counts: readonly number[]) => [rest(counts) + rowsOf(outside(counts)), ...absent(counts)];
    return compareUnordered(gaps(asked), gaps(training));
  }
  const gaps = (counts: readonly number[]) => [rest(counts), ...outside(counts), ...absent(counts)];
  const ordered = (counts: readonly number[]) => [at(counts, below), ...within(counts), at(counts, above)];
  return mostTelling([
    compareUnordered(gaps(asked), gaps(training)),
    compareOrdered(ordered(asked), ordered(training)),
  ]);
}

/** Compares answers with those to held-out training rows; null where the training kept none. */
function driftOfAnswers(
  { answers }: Counts,
  { classes, confusionMatrix, residuals }: ModelDescription,
): Distance | null {
  if (classes) {
    if (!confusionMatrix) return null;
    return compareUnordered(
      answers,
      classes.map((_, predicted) => confusionMatrix.reduce((sum, row) => sum + row[predicted], 0)),
    );
  }
  const bands = residuals?.bands ?? [];
  return bands.length < 2
    ? null
    : compareOrdered(
        answers,
        bands.map(({ count }) => count),
      );
}
