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

const halvings = 50;
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
  const [first, last] = [errors[0].value - bars[bars.length - 1].to, errors[errors.length - 1].value - bars[0].from];
  const findShift = (rank: number) => bisect(first, last, (shift) => meanRank(shift) > rank);
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

/** Returns the greatest place that is still below what is looked for. */
function bisect(first: number, last: number, isBelow: (place: number) => boolean): number {
  let [low, high] = [first, last];
  for (let halving = 0; halving < halvings; halving += 1) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
