import { centredAverage } from '../methods/decompose.ts';

/** A share of 0.001 of series without a season is beyond this, in standard deviations. */
const critical = 3.09;
/** Fewest values of each phase beyond the first. */
const fewestCycles = 2;

/**
 * Returns how much more the phases of a season differ than chance would have it, around a moving average, divided by
 * the critical value: F as a normal deviate (Wilson & Hilferty 1931, Paulson 1942). Above 1 is significant; 0 when the
 * series is short.
 */
export function phaseEffects(values: Float64Array, season: number): number {
  const trend = centredAverage(values, season);
  const rest = values.map((value, index) => value - trend[index]);
  const known = Array.from(rest.keys()).filter((index) => !Number.isNaN(rest[index]));
  const [between, within] = [season - 1, known.length - season];
  if (known.length < fewestCycles * season) return 0;
  const sums = new Float64Array(season);
  const counts = new Float64Array(season);
  for (const index of known) {
    sums[index % season] += rest[index];
    counts[index % season] += 1;
  }
  const mean = sums.reduce((sum, one) => sum + one, 0) / known.length;
  const explained = sums.reduce((sum, one, phase) => sum + counts[phase] * (one / counts[phase] - mean) ** 2, 0);
  const left = known.reduce(
    (sum, index) => sum + (rest[index] - sums[index % season] / counts[index % season]) ** 2,
    0,
  );
  if (!(explained > 0)) return 0;
  return deviateOf(explained / between / (left / within), between, within) / critical;
}

/** Returns the normal deviate that is as rare as this F; it grows to its limit for an F without end. */
function deviateOf(ratio: number, numerator: number, denominator: number): number {
  const [one, other] = [2 / (9 * numerator), 2 / (9 * denominator)];
  if (ratio === Number.POSITIVE_INFINITY) return (1 - other) / Math.sqrt(other);
  const root = Math.cbrt(ratio);
  return ((1 - other) * root - (1 - one)) / Math.sqrt(other * root ** 2 + one);
}
