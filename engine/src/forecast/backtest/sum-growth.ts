import { raise, type ScaledErrors } from './error-bounds.ts';

/** Beyond the tested steps the error of a sum is assumed to grow like that of a sum of a random walk. */
const growthOfSums = 1.5;

/** Returns the mean size of the error of the sum of the first values of a forecast, by their number, up to `limit`. */
export function growthOfSum(errors: readonly ScaledErrors[], horizon: number, limit: number): Float64Array {
  const trials = errors.flat();
  const sizes = new Float64Array(horizon);
  for (const trial of trials) {
    let sum = 0;
    for (let step = 0; step < horizon; step++) {
      sum += trial[step];
      sizes[step] += Math.abs(sum) / trials.length;
    }
  }
  const raised = raise(sizes).map((size) => (size > 0 ? size : 1));
  return Float64Array.from({ length: limit }, (_, step) =>
    step < horizon ? raised[step] : raised[horizon - 1] * ((step + 1) / horizon) ** growthOfSums,
  );
}
