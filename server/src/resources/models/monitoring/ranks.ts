import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { Bar } from './tally.ts';

type Described = Pick<ModelDescription, 'residuals'>;
type Bars = NonNullable<ModelDescription['residuals']>['histogram'];

/** Returns the rank of an error among those of held-out training rows, from -0.5 to 0.5; 0 is their median. */
type Ranker = (error: number) => number;

/** Undefined where there are no such errors, or all are the same. */
function rankerOf({ residuals }: Described): Ranker | undefined {
  const bars = residuals?.histogram ?? [];
  if (bars.length < 2) return undefined;
  const below = sharesBelow(bars);
  const low = bars[0].from;
  const width = (bars[bars.length - 1].to - low) / bars.length;
  return (error) => {
    const place = (error - low) / width;
    if (place <= 0) return -0.5;
    if (place >= bars.length) return 0.5;
    const bar = Math.floor(place);
    return below[bar] + (place - bar) * (below[bar + 1] - below[bar]) - 0.5;
  };
}

function sharesBelow(bars: Bars): number[] {
  const all = bars.reduce((sum, { count }) => sum + count, 0);
  const below = [0];
  for (const { count } of bars) below.push(below[below.length - 1] + count / all);
  return below;
}

const mostSteps = 100;
/** Of a standard error: nothing that is shown or judged needs a place more exactly. */
const nearEnough = 0.01;
/** The deviation of ranks of errors that are like those of held-out rows. */
const usualDeviation = Math.sqrt(1 / 12);

/** By how much errors are moved, and the standard errors of that by their own number and by that of held-out rows. */
export interface Shift {
  value: number;
  standard_error: number;
  training_standard_error: number;
}

/**
 * Returns by how much errors lie above those of held-out training rows, as Hodges and Lehmann estimate it: the median of
 * all differences of two, after whose subtraction the ranks of both are alike (Mann and Whitney). Few large errors,
 * among which a common one hides, count no more than others. Undefined without errors to compare.
 */
export function shiftOf(errors: readonly Bar[], heldOut: number, { residuals }: Described): Shift | undefined {
  const rankOf = rankerOf({ residuals });
  const bars = residuals?.histogram ?? [];
  if (!rankOf || errors.length === 0) return undefined;
  const all = errors.reduce((sum, { count }) => sum + count, 0);
  const meanRank = (shift: number) =>
    errors.reduce((sum, { value, count }) => sum + (count / all) * rankOf(value - shift), 0);
  const spanOf = spanner(errors, bars);
  const near = (nearEnough * usualDeviation) / Math.sqrt(Math.max(all, heldOut));
  const findShift = (rank: number) => findPlace(spanOf(rank), (shift) => meanRank(shift) - rank, near);
  const value = findShift(0);
  const deviation = Math.sqrt(errors.reduce((sum, one) => sum + (one.count / all) * rankOf(one.value - value) ** 2, 0));
  const errorOf = (spread: number, count: number) => {
    const step = spread / Math.sqrt(count);
    return (findShift(-step) - findShift(step)) / 2;
  };
  return {
    value,
    standard_error: errorOf(Math.max(deviation, usualDeviation), all),
    training_standard_error: errorOf(usualDeviation, heldOut),
  };
}

/**
 * Returns a function that says between which places errors have a mean rank: at the first so many of them lie above all
 * held-out ones, and at the last below, that it must be passed between, however far away single errors are.
 */
function spanner(errors: readonly Bar[], bars: Bars): (rank: number) => [number, number] {
  const [least, greatest] = [bars[0].from, bars[bars.length - 1].to];
  const falling = errors.toReversed();
  return (rank) => [valueAt(falling, 0.5 + rank) - greatest, valueAt(errors, 0.5 - rank) - least];
}

/** Returns the value of the first bar with which more than this share of all is reached. */
function valueAt(bars: readonly Bar[], share: number): number {
  const all = bars.reduce((sum, { count }) => sum + count, 0);
  let reached = 0;
  const found = bars.find(({ count }) => {
    reached += count;
    return reached > share * all;
  });
  return (found ?? bars[bars.length - 1]).value;
}

/**
 * Returns a place where a falling curve is near 0: halfway and where a line would cross 0, by turns, because each step
 * reads all errors of a window.
 */
function findPlace(
  [first, last]: readonly [number, number],
  heightAt: (place: number) => number,
  near: number,
): number {
  let [low, high] = [first, last].map((place) => ({ place, height: heightAt(place) }));
  for (let step = 0; step < mostSteps; step += 1) {
    const place = step % 2 === 0 ? (low.place + high.place) / 2 : crossing(low, high);
    const height = heightAt(place);
    if (Math.abs(height) <= near) return place;
    if (height > 0) low = { place, height };
    else high = { place, height };
  }
  return (low.place + high.place) / 2;
}

interface Point {
  place: number;
  height: number;
}

function crossing(low: Point, high: Point): number {
  const share = low.height / (low.height - high.height);
  return low.place + (share > 0 && share < 1 ? share : 0.5) * (high.place - low.place);
}
