import { rowNumbers } from '../random.ts';

/** Parts of the variance of errors that were held out forward: of a stretch's level, of single rows, and of a walk. */
export interface ErrorParts {
  level: number;
  noise: number;
  /** Variance that each unit of time adds. */
  growth: number;
}

/** Rows of one stretch of time from the earliest on. */
export interface Stretch {
  times: Float64Array;
  errors: Float64Array;
}

/** A mean square of errors, or of their changes, and how often each part is in it. */
interface Point extends ErrorParts {
  square: number;
  /** About how many independent errors it comes from. */
  weight: number;
}

const bands = 10;
/** Lags of changes as shares of a stretch; over shorter ones errors that are soon forgotten would look like walks. */
const lagShares = [1 / 8, 1 / 4, 1 / 2];
/** Rows of a stretch whose moments are mostly their own; others are of several things, which walk apart. */
const leastMoments = 0.9;
const fewestChanges = 5;
const [rounds, sweeps] = [5, 60];

/**
 * Fits the parts of errors to their sizes along the time ahead, and to those of their changes within a stretch: a few
 * stretches show a few levels, but many changes (the variogram; Cressie 1993). Each square is weighed by what it should
 * be.
 */
export function fitErrorParts(stretches: readonly Stretch[]): ErrorParts {
  const changes = stretches.every(hasOwnMoments) ? lagShares.flatMap((share) => changesOver(stretches, share)) : [];
  // Without changes levels cannot be told from noise.
  const points = [...sizesAhead(stretches).map((one) => (changes.length > 0 ? one : { ...one, noise: 0 })), ...changes];
  const mean = meanOf(points.map(({ square }) => square));
  let parts: ErrorParts = { level: mean, noise: 0, growth: 0 };
  for (let round = 0; round < rounds && mean > 0; round++) {
    const weights = points.map((point) => point.weight / (expected(point, parts) + 1e-9 * mean) ** 2);
    parts = fitParts(points, weights);
  }
  return parts;
}

function expected(point: ErrorParts, { level, noise, growth }: ErrorParts): number {
  return point.level * level + point.noise * noise + point.growth * growth;
}

function hasOwnMoments({ times }: Stretch): boolean {
  return new Set(times).size >= leastMoments * times.length;
}

/** Returns the mean squares in bands of the time ahead. */
function sizesAhead(stretches: readonly Stretch[]): Point[] {
  const all = stretches.flatMap(({ times, errors }) => Array.from(times, (time, place) => [time, errors[place]]));
  all.sort(([a], [b]) => a - b);
  const size = Math.max(1, Math.ceil(all.length / bands));
  const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, band) =>
    all.slice(band * size, (band + 1) * size),
  );
  return pieces.map((own) => ({
    level: 1,
    noise: 1,
    growth: meanOf(own.map(([time]) => time)),
    square: squareOf(own.map(([, error]) => error)),
    // Neighbouring bands have the level, and most of the walk, in common.
    weight: stretches.length / 2,
  }));
}

/** Returns the mean square of changes over a share of each stretch; none where there are too few. */
function changesOver(stretches: readonly Stretch[], share: number): Point[] {
  const changes = stretches.flatMap(({ times, errors }) => {
    const lag = Math.max(1, Math.round(share * times.length));
    return Array.from(rowNumbers(Math.max(0, times.length - lag)), (row) => ({
      time: times[row + lag] - times[row],
      change: errors[row + lag] - errors[row],
    }));
  });
  if (changes.length < fewestChanges) return [];
  const [time, square] = [meanOf(changes.map((one) => one.time)), squareOf(changes.map(({ change }) => change))];
  return [{ level: 0, noise: 2, growth: time, square, weight: stretches.length / share / 2 }];
}

/** The mean size is squared, because single errors are too loud. */
function squareOf(errors: readonly number[]): number {
  return meanOf(errors.map(Math.abs)) ** 2;
}

/** Least squares with no part below 0, by one part after another. */
function fitParts(points: readonly Point[], weights: readonly number[]): ErrorParts {
  const parts: ErrorParts = { level: 0, noise: 0, growth: 0 };
  for (let sweep = 0; sweep < sweeps; sweep++)
    for (const part of ['growth', 'noise', 'level'] as const) {
      let [above, below] = [0, 0];
      for (const [place, point] of points.entries()) {
        const rest = point.square - expected(point, parts) + point[part] * parts[part];
        above += weights[place] * point[part] * rest;
        below += weights[place] * point[part] ** 2;
      }
      parts[part] = below > 0 ? Math.max(0, above / below) : 0;
    }
  return parts;
}

const compared = 40;

/**
 * Returns the mean correlation of the sizes of errors at two times of one stretch, whose inverse is the number of
 * independent sizes that a stretch shows. `times` ascend.
 */
export function likenessWithin({ level, noise, growth }: ErrorParts, times: Float64Array): number {
  const some = Array.from(
    { length: compared },
    (_, place) => times[Math.floor(((place + 0.5) * times.length) / compared)],
  );
  const varianceAt = (time: number) => level + noise + growth * time;
  const pairs = some.flatMap((late, place) =>
    some.slice(0, place).map((early) => {
      const shared = level + growth * early;
      return likenessOfSizes(shared / Math.sqrt(varianceAt(early) * varianceAt(late)));
    }),
  );
  return meanOf(pairs.map((likeness) => (Number.isNaN(likeness) ? 1 : likeness)));
}

/** Returns the correlation of the sizes of two normal errors by that of the errors. */
function likenessOfSizes(correlation: number): number {
  const some = Math.min(1, correlation);
  return (Math.sqrt(1 - some * some) + some * Math.asin(some) - 1) / (Math.PI / 2 - 1);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}
