import type { Encoded } from '../encoding/frame.ts';
import { findTimeSlots, timeOf } from '../encoding/moments.ts';

/** Numbers of latest residuals whose mean is tried as the level that a model starts from. */
const counts = [1, 3, 10, 30];
/** The level is tried this share of the rows later, so that only what lasts counts. */
const gapShare = 0.02;
/** The level must lower the squares of the residuals by this share. */
const leastGain = 0.3;
const fewestTried = 20;

/**
 * Returns how far the latest rows lie from the model, as far as this lasts; 0 without columns that tell the time.
 * `residuals` are those of the given rows of the table.
 */
export function levelOfLatest(
  { features, columns }: Encoded,
  timeColumns: readonly string[],
  rows: Int32Array,
  residuals: Float64Array,
): number {
  const slots = findTimeSlots(features, timeColumns);
  if (!slots || slots.length === 0) return 0;
  const times = Float64Array.from(rows, (row) => timeOf(slots, (slot) => columns[slot][row]));
  const told = Int32Array.from(rows.keys()).filter((place) => !Number.isNaN(times[place]));
  const order = told.sort((a, b) => times[a] - times[b] || a - b);
  return lastingLevel(Float64Array.from(order, (place) => residuals[place]));
}

/**
 * Returns the mean of the latest residuals (from the earliest on), of as many as tell best what residuals are a while
 * later: a walk goes on from where it is, not from its trend (intercept corrections, Clements & Hendry 1996). 0 where
 * residuals are soon forgotten.
 */
export function lastingLevel(residuals: Float64Array): number {
  const gap = Math.max(1, Math.round(gapShare * residuals.length));
  const first = gap + counts[counts.length - 1];
  if (residuals.length < first + fewestTried) return 0;
  const levelAt = (end: number, count: number) => meanOf(residuals.subarray(end - count, end));
  const lossOf = (count: number) => {
    let sum = 0;
    for (let row = first; row < residuals.length; row++) sum += (residuals[row] - levelAt(row - gap + 1, count)) ** 2;
    return sum;
  };
  const without = residuals.subarray(first).reduce((sum, residual) => sum + residual * residual, 0);
  const losses = counts.map(lossOf);
  const best = Math.min(...losses);
  return best > (1 - leastGain) * without ? 0 : levelAt(residuals.length, counts[losses.indexOf(best)]);
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
