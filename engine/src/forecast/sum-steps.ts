import type { ForecastState } from './forecast-state.ts';
import type { Far } from './inputs/far-inputs.ts';
import type { GivenInputs } from './inputs/input-book.ts';
import type { Known } from './value-steps.ts';
import type { Lack, Value, Valued } from './valued.ts';

/** Sums over the first steps of a series, as far as they were asked. */
interface Sums extends Value {
  found: (Value | Lack)[];
}

type Growths = Pick<ForecastState, 'sumGrowth' | 'growth'>;

/** Sums from the first step after the training, or after the newest value; their errors have a growth of their own. */
export function sumSteps(state: Growths, valued: Valued, newest: Known['newest']): Valued {
  const shared = new Map<number, Sums>();
  const ofRows = new WeakMap<GivenInputs, Map<number, Sums>>();
  // Inputs of a row hold for all its steps, so that its sums are its own.
  const sumsOf = (given: GivenInputs | undefined) => {
    if (!given || given.size === 0) return shared;
    const own = ofRows.get(given) ?? new Map<number, Sums>();
    ofRows.set(given, own);
    return own;
  };
  return (series, steps, given) => {
    const seen = newest.get(series)?.steps ?? 0;
    const known = sumsOf(given);
    const sums = known.get(series) ?? { found: [], value: 0, below: 0, above: 0 };
    known.set(series, sums);
    while (sums.found.length < steps - seen) {
      const last = sums.found.at(-1);
      const isLacking = last !== undefined && 'column' in last;
      sums.found.push(isLacking ? last : addTo(state, sums, valued(series, seen + sums.found.length + 1, given)));
    }
    return sums.found[steps - seen - 1];
  };
}

/** Of older files, errors are taken to add up as if they were all alike. */
function addTo({ sumGrowth, growth }: Growths, sums: Sums, next: Value | Lack): Value | Lack {
  if ('column' in next) return next;
  const index = sums.found.length;
  const unit = sumGrowth ? growth[index] : 1;
  sums.value += next.value;
  sums.below += next.below / unit;
  sums.above += next.above / unit;
  sums.far = joinFar(sums.far, next.far);
  const growing = sumGrowth ? sumGrowth[index] / (index + 1) : 1;
  const { value, below, above, far } = sums;
  return { value, below: below * growing, above: above * growing, ...(far && { far }) };
}

function joinFar(one: Far | undefined, other: Far | undefined): Far | undefined {
  if (!one || !other) return one ?? other;
  const inputs = [...new Set([...one.inputs, ...other.inputs])].sort((a, b) => a - b);
  return { inputs, times: Math.max(one.times, other.times) };
}
