import type { ForecastState } from './forecast-state.ts';
import type { GivenInputs } from './inputs/input-book.ts';
import type { Known } from './value-steps.ts';
import type { Lack, Value, Valued } from './valued.ts';

/** Sums from the first step after the training, or after the newest value; their errors have a growth of their own. */
export function sumSteps(state: ForecastState, valued: Valued, newest: Known['newest']): Valued {
  const sums = new Map<number, (Value | Lack)[]>();
  return (series, steps, given) => {
    const seen = newest.get(series)?.steps ?? 0;
    // Inputs of a row hold for all its steps, so that its sums are its own.
    if (given && given.size > 0)
      return addUp(state, valued, { series, seen, count: steps - seen, given })[steps - seen - 1];
    const own = sums.get(series) ?? addUp(state, valued, { series, seen, count: state.limit - seen, given });
    sums.set(series, own);
    return own[steps - seen - 1];
  };
}

interface Stretch {
  series: number;
  seen: number;
  count: number;
  given: GivenInputs | undefined;
}

/** Of older files, errors are taken to add up as if they were all alike. */
function addUp({ sumGrowth, growth }: ForecastState, valued: Valued, { series, seen, count, given }: Stretch) {
  let [sum, below, above] = [0, 0, 0];
  let lacking: Lack | undefined;
  return Array.from({ length: count }, (_, index): Value | Lack => {
    const next = lacking ?? valued(series, seen + index + 1, given);
    if ('column' in next) {
      lacking = next;
      return next;
    }
    const unit = sumGrowth ? growth[index] : 1;
    sum += next.value;
    below += next.below / unit;
    above += next.above / unit;
    const growing = sumGrowth ? sumGrowth[index] / (index + 1) : 1;
    return { value: sum, below: below * growing, above: above * growing };
  });
}
