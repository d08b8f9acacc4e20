import type { PlacedInputs } from './bend-inputs.ts';
import { totalWidth } from './known-input.ts';
import { likelierWith } from './regression.ts';

/** Standard deviations of chance: forecasts from a few origins err up to a tenth less with bends that tell nothing. */
const sureness = 4;
/** The model of the noise is a rough one: around a steady level, inputs that tell nothing seem to tell this many times as much. */
const roughness = 2;

/** Returns whether series are likelier with bent inputs than with straight ones, beyond chance (a chi-square of their number). */
export async function bendsTell(
  histories: readonly Float64Array[],
  straight: PlacedInputs,
  bent: PlacedInputs,
  season: number,
  pause: () => Promise<void>,
): Promise<boolean> {
  let gain = 0;
  for (const [index, values] of histories.entries()) {
    gain += likelierWith(bent.series[index], straight.series[index], values, season);
    await pause();
  }
  const freedom = (totalWidth(bent.inputs) - totalWidth(straight.inputs)) * histories.length;
  return gain / roughness > freedom + sureness * Math.sqrt(2 * freedom);
}
