import type { ValidationErrors } from '../bounds/fit-bounds.ts';
import { fewestOfKind, type RecognisedRows } from '../training/part-rows.ts';
import type { LearningRows } from './fewer-rows.ts';

/** Returns the held-out errors of rows that were not known; NaN for the others. */
export function errorsOfOthers({ isKnown }: RecognisedRows, raced: ValidationErrors): ValidationErrors {
  return { ...raced, errors: raced.errors.map((error, row) => (isKnown[row] === 0 ? error : Number.NaN)) };
}

/**
 * Returns the errors of known rows, of fits as they are served (`most`) where these were tried: they follow single rows
 * more closely than the fits of the race, which stop where other rows are no longer answered better.
 */
export function errorsOfKnown(
  { isKnown, isLikeOther }: RecognisedRows,
  raced: ValidationErrors,
  learning: LearningRows | undefined,
): ValidationErrors {
  const ofRace = raced.errors.map((error, row) => (isKnown[row] === 1 ? error : Number.NaN));
  if (!learning) return { ...raced, errors: ofRace };
  const { most, fifthOf } = learning;
  const errors = most.errors.map((error, row) =>
    isLikeOther(row, (other) => fifthOf[other] !== fifthOf[row]) ? error : Number.NaN,
  );
  const tried = errors.filter((error) => !Number.isNaN(error)).length;
  return tried < fewestOfKind ? { ...raced, errors: ofRace } : { predictions: most.predictions, errors };
}
