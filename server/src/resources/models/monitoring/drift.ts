import type { ModelDescription } from '@sibyl/engine/model.ts';
import { isMoment } from '@sibyl/engine/readings/reading.ts';
import type { Subject } from './fold.ts';
import type { ColumnReference } from './reference.ts';
import type { Counts } from './sketch.ts';
import { compareOrdered, compareUnordered, type Distance } from './statistics.ts';

/** How far asked rows are from training rows in one column. */
export interface ColumnDrift extends Distance {
  column: string;
  /** Shares of the asked rows, and of the training rows. */
  missing: number;
  missing_in_training: number;
  unseen: number;
}

/** The distances of a window, before they are counted among others. */
export interface Drift {
  columns: ColumnDrift[];
  answers: Distance | null;
}

export function measureDrift(sketch: Counts, { reference, description }: Subject): Drift {
  return {
    columns: reference.columns.map((column, place) => driftOf(column, sketch.columns[place])),
    answers: driftOfAnswers(sketch, description),
  };
}

function driftOf(column: ColumnReference, asked: readonly number[]): ColumnDrift {
  const training = column.counts;
  const [unseen, missing] = [training.length - 2, training.length - 1];
  const share = (counts: readonly number[], bin: number) =>
    counts[bin] /
    Math.max(
      1,
      counts.reduce((sum, count) => sum + count, 0),
    );
  return {
    column: column.name,
    ...(column.form === 'category' ? compareUnordered(asked, training) : compareNumbers(asked, training, column)),
    missing: share(asked, missing),
    missing_in_training: share(training, missing),
    unseen: share(asked, unseen),
  };
}

/** Compares the numbers that are there, and how many are missing or unreadable; the chance counts both looks. */
function compareNumbers(
  asked: readonly number[],
  training: readonly number[],
  { reading }: Pick<ColumnReference, 'reading'>,
): Distance {
  const gaps = (counts: readonly number[]) => {
    const [unseen, missing] = counts.slice(-2);
    return [counts.slice(0, -2).reduce((sum, count) => sum + count, 0), unseen, missing];
  };
  const absent = compareUnordered(gaps(asked), gaps(training));
  // A time moves on: that rows are of later days says nothing of them.
  if (isMoment(reading)) return absent;
  const present = compareOrdered(asked.slice(0, -2), training.slice(0, -2));
  const distance = Math.max(present.distance, absent.distance);
  return { distance, chance: Math.min(1, 2 * Math.min(present.chance, absent.chance)) };
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
