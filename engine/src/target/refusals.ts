import { TrainingError } from '../errors.ts';
import { decideReading } from '../readings/decide.ts';
import { nameSome } from '../readings/notes.ts';

/** What a profile tells of a target before its rows are read. */
export interface TargetProfile {
  name: string;
  /** Number of cells with a value, and of different ones. */
  known: number;
  distinct: number;
  isMoment: boolean;
}

const fewestRows = 10;
/** Sums of squares are lost to a double far beyond these sizes. */
const [smallest, largest] = [1e-100, 1e100];

/** Throws where no rows of such a target can be learned from. */
export function refuseTarget({ name, known, distinct, isMoment }: TargetProfile): void {
  if (distinct === 0) throw new TrainingError('target_empty', `column \`${name}\` has no values`, name);
  if (distinct === 1) throw constantTarget(name);
  if (isMoment)
    throw new TrainingError(
      'target_kind',
      `column \`${name}\` contains dates: predict a number or a class instead`,
      name,
    );
  if (known < fewestRows)
    throw new TrainingError(
      'too_few_rows',
      `column \`${name}\` has ${known} values: at least ${fewestRows} rows are needed to learn from`,
      name,
    );
}

export function constantTarget(name: string): TrainingError {
  return new TrainingError(
    'target_constant',
    `column \`${name}\` has one distinct value: there is nothing to learn`,
    name,
  );
}

/** Throws where the largest number of a target, without its sign, cannot be learned from. */
export function refuseSize(name: string, size: number): void {
  if (size === 0 || (size >= smallest && size <= largest)) return;
  const detail =
    size > largest
      ? `numbers beyond ${largest}: remove the rows that cannot be right, or divide all by one power of ten`
      : `no number of at least ${smallest} in size: multiply all by one power of ten`;
  throw new TrainingError('target_size', `column \`${name}\` has ${detail}`, name);
}

/** Most classes of a model: each has trees and probabilities of its own. */
export const mostClasses = 1000;

/**
 * Throws where there are more classes than a model can have.
 *
 * @param whyText why a column of numbers or dates is text, as a sentence
 */
export function refuseManyClasses(name: string, classes: number, whyText?: string): void {
  if (classes <= mostClasses) return;
  const many = `column \`${name}\` has ${classes} distinct values: at most ${mostClasses} classes are supported`;
  throw new TrainingError('too_many_classes', whyText ? `${many}; ${whyText}` : many, name);
}

/**
 * Throws where classes have less than two rows on average.
 *
 * @param whyText why a column of numbers or dates is text, as a sentence
 */
export function refuseRareClasses(name: string, classes: number, rows: number, whyText?: string): void {
  if (classes <= rows / 2) return;
  const few = `column \`${name}\` has ${classes} distinct values in ${rows} rows: too few rows for each class`;
  throw new TrainingError('too_many_classes', whyText ? `${few}; ${whyText}` : few, name);
}

/** Returns why a column that is almost numbers or dates is text; `counts` are the rows of each text. */
export function whyText(counts: ReadonlyMap<string, number>): string | undefined {
  const cells = [...counts].map(([text, count]) => ({ text, count }));
  const found = decideReading(cells).notes.find(({ code }) => isWhyText(code));
  if (!found) return undefined;
  const odd = found.cells ? ` (${nameSome(found.cells)})` : '';
  return `${found.detail}${odd}`;
}

/** Whether a note of a reading, or a warning of a table, says why a column is text. */
export function isWhyText(code: string): boolean {
  return code === 'almost_numbers' || code === 'almost_dates' || code === 'ambiguous_dates';
}
