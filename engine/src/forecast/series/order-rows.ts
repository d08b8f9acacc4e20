import type { Target } from '../../target/target.ts';
import type { GroupKey } from './keys.ts';

/** The rows of one series: places in the target's labelled rows. */
export interface Group {
  key: GroupKey;
  places: number[];
}

/** The rows of one series, ascending by time; equal times are in the order in which they were written. */
export interface OrderedSeries {
  key: GroupKey;
  moments: Float64Array;
  values: Float64Array;
}

/** Orders the rows of a group by time. A table with the newest row first is read from its end. */
export function orderRows({ key, places }: Group, { rows, values }: Target, times: Float64Array): OrderedSeries {
  let rises = 0;
  for (let index = 1; index < places.length; index++)
    rises += Math.sign(times[rows[places[index]]] - times[rows[places[index - 1]]]);
  const written = rises < 0 ? places.toReversed() : places;
  const sorted = written.toSorted((a, b) => times[rows[a]] - times[rows[b]]);
  return {
    key,
    moments: Float64Array.from(sorted, (place) => times[rows[place]]),
    values: Float64Array.from(sorted, (place) => values[place]),
  };
}

/** Returns the first place whose time is that of the place before; -1 where no time repeats. */
export function findRepeat(moments: Float64Array): number {
  return moments.findIndex((moment, index) => index > 0 && moment === moments[index - 1]);
}
