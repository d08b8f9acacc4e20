import fc from 'fast-check';
import { createMulberry32 } from '../../src/random.ts';
import type { TreeFeature } from '../../src/trees/state/binned-features.ts';
import type { LossName, Objective } from '../../src/trees/state/objective.ts';
import type { TreeSettings } from '../../src/trees/state/settings.ts';

/** A small table with all that a training can meet: missing cells, ties, categories, weights, heavy tails. */
export interface RandomTraining {
  features: TreeFeature[];
  rowCount: number;
  objective: Objective;
  settings: Partial<TreeSettings>;
}

function makeNumbers(rowCount: number, levels: number, holes: number, random: () => number): Float64Array {
  return Float64Array.from({ length: rowCount }, () =>
    random() < holes ? Number.NaN : Math.floor(random() * levels) / levels - 0.5,
  );
}

function makeFeatures(rowCount: number, random: () => number): TreeFeature[] {
  const codes = Int32Array.from({ length: rowCount }, () => Math.floor(random() * 9) - 1);
  return [
    { name: 'few', kind: 'number', values: makeNumbers(rowCount, 4, 0, random) },
    { name: 'many', kind: 'number', values: makeNumbers(rowCount, 5000, 0, random) },
    { name: 'holes', kind: 'number', values: makeNumbers(rowCount, 100, 0.3, random) },
    { name: 'kind', kind: 'category', codes, categoryCount: 8 },
    { name: 'same', kind: 'number', values: new Float64Array(rowCount).fill(3) },
  ];
}

function makeTarget(loss: LossName, signal: number, random: () => number): number {
  const noisy = signal + random() - 0.5;
  if (loss === 'logistic') return noisy > 0 ? 1 : 0;
  if (loss === 'softmax' || loss === 'brier') return Math.min(2, Math.max(0, Math.round(noisy + 1)));
  if (loss === 'poisson' || loss === 'tweedie') return Math.round(Math.abs(noisy) * 3);
  if (loss === 'gamma') return Math.abs(noisy) + 1e-3;
  return noisy * (random() < 0.02 ? 1e6 : 1);
}

/** Draws trainings from a seed, a row count, a loss and settings; shrinks towards few rows. */
export const randomTraining: fc.Arbitrary<RandomTraining> = fc
  .record({
    seed: fc.integer(),
    rowCount: fc.integer({ min: 2, max: 400 }),
    loss: fc.constantFrom<LossName>(
      'squared',
      'logistic',
      'softmax',
      'quantile',
      'poisson',
      'gamma',
      'tweedie',
      'huber',
      'brier',
    ),
    isWeighted: fc.boolean(),
    settings: fc.record({
      rounds: fc.constant(3),
      maxLeaves: fc.integer({ min: 2, max: 40 }),
      minRowsPerLeaf: fc.integer({ min: 1, max: 20 }),
      l2: fc.constantFrom(0, 1, 100),
      rowFraction: fc.constantFrom(1, 0.7),
      featureFraction: fc.constantFrom(1, 0.5),
      nodeFeatureFraction: fc.constantFrom(1, 0.5),
      mode: fc.constantFrom<'boost' | 'forest'>('boost', 'forest'),
      splitMode: fc.constantFrom<'best' | 'random'>('best', 'random'),
      seed: fc.integer({ min: 0, max: 1000 }),
    }),
  })
  .map(({ seed, rowCount, loss, isWeighted, settings }) => {
    const random = createMulberry32(seed);
    const features = makeFeatures(rowCount, random);
    const signals = features[1].kind === 'number' ? features[1].values : new Float64Array(rowCount);
    const rows = Int32Array.from({ length: rowCount }, (_, row) => row);
    const objective: Objective = {
      loss,
      classCount: 3,
      targets: signals.map((signal) => makeTarget(loss, signal, random)),
      trainRows: rows.filter((row) => row % 5 !== 4),
      validationRows: rows.filter((row) => row % 5 === 4),
      ...(isWeighted && { weights: signals.map(() => random() * 3) }),
    };
    return { features, rowCount, objective, settings };
  });
