import { TrainingError } from '../errors.ts';
import { type Quality, qualities, type TrainRequest } from '../request.ts';

/** What a quality means. */
interface QualityLimits {
  /** Seconds of a training where none are asked for. */
  seconds: number;
  /** Most microseconds for the answer to a row. */
  answerMicroseconds: number;
  /** How often rows are dealt into folds, at least, where they are few. */
  repeats: number;
}

const limits: Readonly<Record<Quality, QualityLimits>> = {
  fast: { seconds: 5, answerMicroseconds: 20, repeats: 1 },
  balanced: { seconds: 60, answerMicroseconds: 100, repeats: 1 },
  best: { seconds: 300, answerMicroseconds: 1000, repeats: 2 },
};

/** Number of rows up to which other folds than the usual ones still change the choice. */
const mostRepeatedRows = 10_000;

/** Either word may be absent. */
interface Asked {
  quality?: Quality | undefined;
  effort?: 'quick' | 'full' | undefined;
}

/** Returns what is asked for; `effort: quick` tries what `fast` does, in the time of `balanced`. */
export function qualityOf({ quality, effort }: Asked): Quality {
  if (quality === undefined) return effort === 'quick' ? 'fast' : 'balanced';
  if (qualities.includes(quality)) return quality;
  throw new TrainingError('bad_quality', `the quality must be one of ${qualities.join(', ')}, got \`${quality}\``);
}

/** Returns the seconds of a training of up to 50,000 rows where none are asked for. */
export function usualSeconds({ quality }: Pick<TrainRequest, 'quality'>): number {
  return limits[qualityOf({ quality })].seconds;
}

export function answerMicrosecondsOf(quality: Quality): number {
  return limits[quality].answerMicroseconds;
}

export function repeatsOf(quality: Quality, rowCount: number): number {
  return rowCount <= mostRepeatedRows ? limits[quality].repeats : 1;
}
