import { type TimeSlots, timeAt } from '../encoding/moments.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { fitErrorParts, likenessWithin } from './error-parts.ts';

/**
 * How errors grow with the time since the last known row, as those of a walk beneath noise do: their variance is
 * `noise` + `growth` x time, relative to the mean one of the rows that were held out.
 */
export interface Horizon {
  slots: TimeSlots;
  /** Time of the last known row, in days or in units of the column. */
  last: number;
  noise: number;
  growth: number;
  /** Mean time ahead of the held-out rows, for rows whose time is unknown. */
  usual: number;
}

/** What is known of the time of rows that were held out forward. */
export interface TimeAhead {
  slots: TimeSlots;
  last: number;
  /** Time of each row of the table since the last row that its fit learned from; NaN for rows that were not held out. */
  ahead: Float64Array;
  /** Number of the stretch in which a row was held out. */
  stretch: Int32Array;
}

/** A stretch counts as at most this many groups, unless it has more. */
const mostSizes = 1.5;
/** Share of the rows that are the nearest ones. */
const nearestShare = 0.05;

/** The growth of errors, and how many independent sizes of errors it was seen from. */
export interface HorizonFit {
  horizon: Horizon;
  independent: number;
}

/**
 * Fits the growth of errors with the time ahead. A stretch of a walk shows few independent sizes, one of even
 * errors as many as it has groups; `groups` are those of all rows.
 */
export function fitHorizon(
  { slots, last, ahead, stretch }: TimeAhead,
  rows: Int32Array,
  errors: Float64Array,
  groups: number,
): HorizonFit {
  const times = Float64Array.from(rows, (row) => Math.max(0, ahead[row]));
  const order = [...rows.keys()].sort((a, b) => times[a] - times[b] || a - b);
  const usual = times.reduce((sum, time) => sum + time / times.length, 0);
  const stretches = [...Map.groupBy(order, (place) => stretch[rows[place]]).values()].map((places) => ({
    times: Float64Array.from(places, (place) => times[place]),
    errors: Float64Array.from(places, (place) => errors[place]),
  }));
  const parts = fitErrorParts(stretches);
  const ordered = Float64Array.from(order, (place) => times[place]);
  const independent = stretches.length / likenessWithin(parts, ordered);
  const most = Math.max(groups, mostSizes * stretches.length);
  // No row was tried nearer than the nearest ones: a walk is not without error there.
  const noise = Math.max(parts.level + parts.noise, parts.growth * ordered[Math.floor(nearestShare * ordered.length)]);
  const mean = noise + parts.growth * usual;
  const isSound = mean > 0 && Number.isFinite(mean);
  return {
    horizon: { slots, last, usual, noise: isSound ? noise / mean : 1, growth: isSound ? parts.growth / mean : 0 },
    independent: isSound ? Math.min(independent, most) : groups,
  };
}

/** Returns the size of errors at a time ahead, relative to the usual one. */
export function sizeAhead({ noise, growth, usual }: Horizon, ahead: number): number {
  const time = Number.isNaN(ahead) ? usual : Math.max(0, ahead);
  return Math.sqrt(Math.max(noise + growth * time, Number.MIN_VALUE));
}

/** Returns the size of the error of the encoded row from `start` on, relative to the usual one. */
export function sizeOfRow(horizon: Horizon, encoded: Float64Array, start: number): number {
  return sizeAhead(horizon, timeAt(horizon.slots, encoded, start) - horizon.last);
}

export function loadHorizon(saved: SavedValue, featureCount: number): Horizon | null {
  if (saved.isNull) return null;
  const horizon = {
    slots: saved
      .get('slots')
      .list(3)
      .map((slot) => slot.integer(0, featureCount - 1)),
    last: saved.get('last').number(),
    noise: saved.get('noise').number(0),
    growth: saved.get('growth').number(0),
    usual: saved.get('usual').number(0),
  };
  return horizon.slots.length > 0 ? horizon : saved.fail('slots that tell the time');
}
