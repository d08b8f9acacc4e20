import { type TimeSlots, timeAt } from '../encoding/moments.ts';
import type { SavedValue } from '../model-file/reader.ts';

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
}

const bands = 10;
const rounds = 5;

/** Fits the growth of errors to their mean squares in bands of time, each weighed by what its square should be. */
export function fitHorizon({ slots, last, ahead }: TimeAhead, rows: Int32Array, errors: Float64Array): Horizon {
  const times = Float64Array.from(rows, (row) => Math.max(0, ahead[row]));
  const order = Uint32Array.from(rows.keys()).sort((a, b) => times[a] - times[b] || a - b);
  const usual = meanOf(times);
  const size = Math.max(1, Math.ceil(order.length / bands));
  const points: { time: number; square: number }[] = [];
  for (let start = 0; start < order.length; start += size) {
    const own = order.subarray(start, start + size);
    // The mean size is squared, because single errors are too loud.
    const square = meanOf(Float64Array.from(own, (place) => Math.abs(errors[place]))) ** 2;
    points.push({ time: meanOf(Float64Array.from(own, (place) => times[place])), square });
  }
  let [noise, growth] = [meanOf(Float64Array.from(points, ({ square }) => square)), 0];
  for (let round = 0; round < rounds && noise > 0; round++) {
    const weights = points.map(({ time }) => 1 / (noise + growth * time) ** 2);
    [noise, growth] = fitLine(points, weights);
  }
  const mean = noise + growth * usual;
  const isSound = mean > 0 && Number.isFinite(mean);
  return { slots, last, usual, noise: isSound ? noise / mean : 1, growth: isSound ? growth / mean : 0 };
}

/** Returns the line through the points by least squares, neither part of it below 0. */
function fitLine(points: readonly { time: number; square: number }[], weights: readonly number[]): [number, number] {
  let [w, x, y, xx, xy] = [0, 0, 0, 0, 0];
  for (const [place, { time, square }] of points.entries()) {
    w += weights[place];
    x += weights[place] * time;
    y += weights[place] * square;
    xx += weights[place] * time * time;
    xy += weights[place] * time * square;
  }
  const spread = w * xx - x * x;
  const slope = spread > 1e-12 * w * xx ? (w * xy - x * y) / spread : 0;
  const start = (y - slope * x) / w;
  if (slope < 0) return [y / w, 0];
  return start < 0 ? [0, xy / xx] : [start, slope];
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
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
