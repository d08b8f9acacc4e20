import type { CvResult } from '../learners/contract.ts';
import type { Training } from './prepare.ts';
import { canBag } from './prepare.ts';

/** Approximate microseconds to read an input of a row. */
const microsecondsPerInput = 0.1;
/** Share of the time of an answer that models have in any case, however many inputs are read. */
const leastShare = 0.3;

/** Returns the approximate microseconds of a contender's answer to a row: of the fits that will be served. */
export function microsecondsOf({ bag, models }: CvResult, training: Training): number {
  const served = canBag(training) && bag ? bag() : models.slice(0, 1);
  return served.reduce((sum, { cost }) => sum + cost, 0) / 1000;
}

/** Returns the microseconds that are left for models when the inputs have been read. */
export function microsecondsForModels(most: number, { frame }: Training): number {
  return Math.max(leastShare * most, most - microsecondsPerInput * frame.fields.length);
}
