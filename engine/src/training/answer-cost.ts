import type { CvResult } from '../learners/contract.ts';
import { canBag, type Training } from './prepare.ts';
import { answerMicrosecondsOf } from './quality.ts';
import { chosen, type Selection } from './selection.ts';

/** Approximate microseconds to read an input of a row, to size its bounds by it, and to write an answer. */
const [microsecondsToRead, microsecondsToBound, microsecondsToWrite] = [0.1, 0.07, 0.7];
/** Share of the time of an answer that models have in any case, however many inputs are read. */
const leastShare = 0.3;

/** Returns the approximate microseconds of a contender's answer to a row: of the fits that will be served. */
export function microsecondsOf({ bag, models }: CvResult, training: Training): number {
  const served = canBag(training) && bag ? bag() : models.slice(0, 1);
  return served.reduce((sum, { cost }) => sum + cost, 0) / 1000;
}

/** Returns the microseconds that the quality leaves for models when a row has been read, bounded and answered. */
export function microsecondsForModels({ frame, settings }: Training): number {
  const most = answerMicrosecondsOf(settings.quality);
  const perInput = microsecondsToRead + (frame.labels.classCount === 0 ? microsecondsToBound : 0);
  return Math.max(leastShare * most, most - perInput * frame.fields.length - microsecondsToWrite);
}

/** Returns the approximate microseconds of an answer by the chosen contenders. */
export function microsecondsOfBlend(selection: Selection, training: Training): number {
  return chosen(selection).reduce((sum, [{ result }]) => sum + microsecondsOf(result, training), 0);
}
