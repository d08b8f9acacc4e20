import { boostingCandidate } from '../boosting/candidate.ts';
import type { Encoded } from '../encoding/frame.ts';
import { createRandom, shuffle } from '../random.ts';
import type { Part, Sample } from '../selection/candidate.ts';
import type { Split } from '../selection/folds.ts';
import { boundsAt, collectBounds, type ErrorBounds } from './conformal.ts';

/** Bounds with the model of the error's size that they are scaled by, when scaling narrows them. */
export interface FittedBounds {
  bounds: ErrorBounds;
  /** Predicts the size of the error from an encoded row with the prediction as one feature more. */
  spread: Part | null;
  /** Sizes below this count as this. */
  floor: number;
}

export interface HeldErrors {
  encoded: Encoded;
  /** Held-out prediction and error (truth minus prediction) of each row, NaN where none was held out. */
  predictions: Float64Array;
  errors: Float64Array;
  seed: number;
  deadline: number;
  pause(): Promise<void>;
}

const judgedCoverage = 0.9;

/** Fits bounds on held-out errors, with and without a spread, and keeps the narrower kind. */
export async function fitBounds(held: HeldErrors): Promise<FittedBounds> {
  const rows = Int32Array.from(held.errors.keys()).filter((row) => !Number.isNaN(held.errors[row]));
  const errors = Float64Array.from(rows, (row) => held.errors[row]);
  const plain = { bounds: collectBounds(errors, rows.length), spread: null, floor: 1 };
  if (rows.length < 100) return plain;
  const meanSize = errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length;
  if (!(meanSize > 0)) return plain;
  const floor = meanSize / 20;
  const { sizes, refit } = await learnSizes(held, rows);
  const scales = Float64Array.from(rows, (row) => Math.max(sizes[row], floor));
  const scaled = collectBounds(
    errors.map((error, index) => error / scales[index]),
    rows.length,
  );
  const meanScale = scales.reduce((sum, scale) => sum + scale, 0) / scales.length;
  if (!(width(scaled) * meanScale < 0.98 * width(plain.bounds))) return plain;
  return { bounds: scaled, spread: await refit(), floor };
}

function width(bounds: ErrorBounds): number {
  const { below, above } = boundsAt(bounds, judgedCoverage);
  return above - below;
}

/** Learns |error| from the inputs and the prediction; the sizes come from fits that did not see the row. */
async function learnSizes(held: HeldErrors, rows: Int32Array) {
  const { encoded, predictions, seed, deadline, pause } = held;
  const name = 'prediction';
  const widened: Encoded = {
    features: [...encoded.features, { name, input: -1, categories: 0 }],
    columns: [...encoded.columns, predictions],
    encoders: encoded.encoders,
  };
  const values = held.errors.map((error) => (Number.isNaN(error) ? 0 : Math.abs(error)));
  const labels = { task: 'regression' as const, values, classCount: 0, loss: 'squared' as const };
  const minRowsPerLeaf = Math.max(20, Math.round(rows.length / 100));
  const settings = { rounds: 150, learningRate: 0.05, maxLeaves: 8, minRowsPerLeaf, l2: 5 };
  const run = boostingCandidate(name, settings, 15).start();
  const samples: Sample[] = dealRows(rows, seed).map((split) => ({
    encoded: widened,
    labels,
    ...split,
    seed,
    deadline,
    pause,
  }));
  for (const sample of samples) await run.add(sample);
  const settled = run.settle();
  const sizes = new Float64Array(values.length);
  for (const [split, sample] of samples.entries())
    for (const [index, row] of sample.held.entries()) sizes[row] = settled.held[split][index];
  return { sizes, refit: () => settled.refit({ ...samples[0], train: rows, held: new Int32Array(0) }) };
}

/** Five folds of the rows whose error is known. */
function dealRows(rows: Int32Array, seed: number): Split[] {
  const shuffled = shuffle(rows.slice(), createRandom(seed));
  return Array.from({ length: 5 }, (_, fold) => ({
    train: shuffled.filter((__, index) => index % 5 !== fold).sort(),
    held: shuffled.filter((__, index) => index % 5 === fold).sort(),
  }));
}
