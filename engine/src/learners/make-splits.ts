import { encodeFor, type Frame } from '../encoding/frame.ts';
import type { Split } from '../splits/folds.ts';
import type { Sample } from './contract.ts';

/** The samples of the splits, target encoders fitted on each split's own training rows. */
export function makeSamples(
  frame: Frame,
  splits: readonly Split[],
  seed: number,
  circumstances: Pick<Sample, 'deadline' | 'threads' | 'pause'>,
): Sample[] {
  return splits.map(({ train, held }, split) => ({
    encoded: encodeFor(frame, train, seed + split),
    labels: frame.labels,
    train,
    held,
    seed: seed + split,
    ...circumstances,
  }));
}

/** Held rows of the samples one after another. */
export function heldRows(samples: readonly Sample[]): Int32Array {
  const rows = new Int32Array(samples.reduce((sum, { held }) => sum + held.length, 0));
  let at = 0;
  for (const { held } of samples) {
    rows.set(held, at);
    at += held.length;
  }
  return rows;
}

/** Predictions of the samples' held rows, in the order of `heldRows`. */
export function heldPredictions(held: readonly Float64Array[]): Float64Array {
  const predictions = new Float64Array(held.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const values of held) {
    predictions.set(values, at);
    at += values.length;
  }
  return predictions;
}
