import type { RangeDescription } from '../description.ts';
import type { PlacedEncoder } from '../encoding/frame.ts';
import type { TimeSlots } from '../encoding/moments.ts';

/** Finds the cells of encoded rows that lie far outside what training saw. */
export interface RangeLimits {
  /** The inputs that are out of range, by row; undefined where no row has any. */
  findAll(encoded: Float64Array, width: number, count: number): Map<number, number[]> | undefined;
  /** The factor by which the bounds of a row are widened: 1 within the range, one more for each range beyond it. */
  widening(encoded: Float64Array, start: number): number;
}

/** A number counts as inside up to this share of the range beyond it. */
export const rangeMargin = 0.1;
/** The largest factor by which bounds are widened. */
const mostWidening = 10;
const dayMilliseconds = 86_400_000;

/**
 * Numbers are limited by their range, dates by their day number. Columns that never varied have no limits. `timed` slots
 * do not widen bounds, because these grow with time already.
 */
export function rangeLimits(
  ranges: readonly RangeDescription[],
  inputs: readonly string[],
  encoders: readonly PlacedEncoder[],
  timed: TimeSlots = [],
): RangeLimits {
  const byName = new Map(ranges.map((range) => [range.column, range]));
  const limits = encoders.flatMap(({ input, slot, encoder }) => {
    const range = byName.get(inputs[input]);
    const place = range?.type === 'datetime' ? daysPlace(encoder.features, inputs[input]) : 0;
    const [min, max] = range ? spanOf(range) : [Number.NaN, Number.NaN];
    return encoder.features[place]?.categories === 0 && max > min ? [{ input, slot: slot + place, min, max }] : [];
  });
  const slots = Int32Array.from(limits, ({ slot }) => slot);
  const lows = Float64Array.from(limits, ({ min, max }) => min - rangeMargin * (max - min));
  const highs = Float64Array.from(limits, ({ min, max }) => max + rangeMargin * (max - min));
  const isOut = (encoded: Float64Array, start: number, limit: number) => {
    const value = encoded[start + slots[limit]];
    return value < lows[limit] || value > highs[limit];
  };
  return {
    findAll(encoded, width, count) {
      let found: Map<number, number[]> | undefined;
      for (let row = 0; row < count; row++)
        for (let limit = 0; limit < slots.length; limit++) {
          if (!isOut(encoded, row * width, limit)) continue;
          found ??= new Map();
          const beyond = found.get(row);
          if (beyond) beyond.push(limits[limit].input);
          else found.set(row, [limits[limit].input]);
        }
      return found;
    },
    widening(encoded, start) {
      let most = 0;
      for (let limit = 0; limit < slots.length; limit++) {
        if (timed.includes(slots[limit])) continue;
        const value = encoded[start + slots[limit]];
        const { min, max } = limits[limit];
        const beyond = Math.max(min - value, value - max) / (max - min);
        if (beyond > most && beyond > rangeMargin) most = beyond;
      }
      return wideningOf(most);
    },
  };
}

/** Returns the factor by which bounds are widened so many ranges beyond the range. */
export function wideningOf(beyond: number): number {
  return Math.min(mostWidening, 1 + beyond);
}

function daysPlace(features: readonly { name: string }[], column: string): number {
  return features.findIndex(({ name }) => name === `${column} (days)`);
}

function spanOf({ type, min, max }: RangeDescription): [number, number] {
  if (typeof min === 'number' && typeof max === 'number') return [min, max];
  if (type !== 'datetime' || typeof min !== 'string' || typeof max !== 'string') return [Number.NaN, Number.NaN];
  return [Date.parse(min) / dayMilliseconds, Date.parse(max) / dayMilliseconds];
}
