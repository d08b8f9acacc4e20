import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMulberry32 } from '../../src/random.ts';
import { binFeatures } from '../../src/trees/binning/bin-features.ts';
import { trainForest } from '../../src/trees/growing/boost.ts';
import { scoreBinned } from '../../src/trees/predict/score-binned.ts';
import type { TreeFeature } from '../../src/trees/state/binned-features.ts';

/** Continuous targets, so that no two different splits gain the same and their order cannot matter. */
interface Sample {
  features: TreeFeature[];
  targets: Float64Array;
  weights: Float64Array;
}

const sample: fc.Arbitrary<Sample> = fc
  .record({ seed: fc.integer(), rowCount: fc.integer({ min: 30, max: 250 }) })
  .map(({ seed, rowCount }) => {
    const random = createMulberry32(seed);
    const fill = (make: () => number) => Float64Array.from({ length: rowCount }, make);
    const first = fill(() => Math.floor(random() * 40) - 20);
    const second = fill(() => (random() < 0.2 ? Number.NaN : random()));
    const codes = Int32Array.from({ length: rowCount }, () => Math.floor(random() * 6) - 1);
    return {
      features: [
        { name: 'first', kind: 'number', values: first },
        { name: 'second', kind: 'number', values: second },
        { name: 'codes', kind: 'category', codes, categoryCount: 6 },
      ],
      targets: first.map((value, row) => Math.sin(value / 5) + (codes[row] % 2) + random()),
      weights: fill(() => Math.ceil(random() * 3)),
    };
  });

/** Scores of the training rows after a few rounds. With 64 bins some columns have more values than bins. */
function fitScores({ features, targets, weights }: Sample, maxBins = 64, minRowsPerLeaf = 3): Float64Array {
  const binned = binFeatures(features, targets.length, { maxBins });
  const trainRows = Int32Array.from(targets.keys());
  const settings = { rounds: 8, maxLeaves: 8, minRowsPerLeaf, minHessian: 0, categorySmoothing: 1 };
  const { forest } = trainForest(binned, { loss: 'squared', targets, weights, trainRows }, settings);
  const scores = new Float64Array(targets.length);
  scoreBinned(forest, binned, trainRows, scores);
  return scores;
}

/** The sample whose row i is the row `rows[i]` of the given one. */
function pickRows({ features, targets, weights }: Sample, rows: number[]): Sample {
  return {
    features: features.map((feature) =>
      feature.kind === 'number'
        ? { ...feature, values: Float64Array.from(rows, (row) => feature.values[row]) }
        : { ...feature, codes: Int32Array.from(rows, (row) => feature.codes[row]) },
    ),
    targets: Float64Array.from(rows, (row) => targets[row]),
    weights: Float64Array.from(rows, (row) => weights[row]),
  };
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((largest, value, index) => Math.max(largest, Math.abs(value - b[index])), 0);
}

test('the order of the rows changes no score', () => {
  fc.assert(
    fc.property(sample, fc.integer(), (original, seed) => {
      const random = createMulberry32(seed);
      const order = [...original.targets.keys()].map((row) => ({ row, key: random() }));
      const rows = order.sort((a, b) => a.key - b.key).map(({ row }) => row);
      const scores = fitScores(original);
      expect(fitScores(pickRows(original, rows))).toEqual(Float64Array.from(rows, (row) => scores[row]));
    }),
  );
});

test('the order of the columns changes no score', () => {
  fc.assert(
    fc.property(sample, (original) => {
      const reversed = { ...original, features: original.features.toReversed() };
      expect(largestDifference(fitScores(reversed), fitScores(original))).toBeLessThan(1e-9);
    }),
  );
});

test('a constant column and a column of missing values change no score', () => {
  fc.assert(
    fc.property(sample, (original) => {
      const rowCount = original.targets.length;
      const extra: TreeFeature[] = [
        { name: 'same', kind: 'number', values: new Float64Array(rowCount).fill(7) },
        { name: 'missing', kind: 'number', values: new Float64Array(rowCount).fill(Number.NaN) },
      ];
      const widened = { ...original, features: [extra[0], ...original.features, extra[1]] };
      expect(fitScores(widened)).toEqual(fitScores(original));
    }),
  );
});

test('a row given k times counts as much as a row of weight k', () => {
  fc.assert(
    fc.property(sample, (original) => {
      const rows = [...original.weights].flatMap((weight, row) => Array<number>(weight).fill(row));
      const repeated = pickRows(original, rows);
      const scores = fitScores({ ...repeated, weights: repeated.weights.fill(1) }, 255, 1);
      const expected = fitScores(original, 255, 1);
      expect(
        largestDifference(
          scores,
          Float64Array.from(rows, (row) => expected[row]),
        ),
      ).toBeLessThan(1e-6);
    }),
  );
});

test.each([
  ['cubed', (value: number) => value ** 3],
  ['to the exponential', (value: number) => Math.exp(value)],
  ['scaled and shifted', (value: number) => value * 1e9 - 5e8],
])('number features %s change no score', (_, transform) => {
  fc.assert(
    fc.property(sample, (original) => {
      const features = original.features.map((feature) =>
        feature.kind === 'number' ? { ...feature, values: feature.values.map(transform) } : feature,
      );
      expect(fitScores({ ...original, features })).toEqual(fitScores(original));
    }),
  );
});

test('targets times a power of two give scores times it', () => {
  fc.assert(
    fc.property(sample, fc.integer({ min: -200, max: 200 }), (original, exponent) => {
      const targets = original.targets.map((target) => target * 2 ** exponent);
      const scores = fitScores({ ...original, targets }).map((score) => score / 2 ** exponent);
      expect(scores).toEqual(fitScores(original));
    }),
  );
});

test('targets with the other sign give scores with the other sign', () => {
  fc.assert(
    fc.property(sample, (original) => {
      const targets = original.targets.map((target) => -target);
      const negated = fitScores({ ...original, targets }).map((score) => -score);
      expect(largestDifference(negated, fitScores(original))).toBeLessThan(1e-9);
    }),
  );
});

test('weights times a power of two change no score', () => {
  fc.assert(
    fc.property(sample, fc.integer({ min: -20, max: 20 }), (original, exponent) => {
      const weights = original.weights.map((weight) => weight * 2 ** exponent);
      // The smoothing of categories counts hessians, which grow with the weights.
      const numbers = original.features.filter(({ kind }) => kind === 'number');
      const fit = (one: Sample) => fitScores({ ...one, features: numbers });
      expect(largestDifference(fit({ ...original, weights }), fit(original))).toBeLessThan(1e-9);
    }),
  );
});

test('other codes for the same categories change no score', () => {
  fc.assert(
    fc.property(sample, fc.integer({ min: 1, max: 5 }), (original, shift) => {
      const features = original.features.map((feature) =>
        feature.kind === 'category'
          ? { ...feature, codes: feature.codes.map((code) => (code < 0 ? -1 : (code + shift) % 6)) }
          : feature,
      );
      expect(largestDifference(fitScores({ ...original, features }), fitScores(original))).toBeLessThan(1e-9);
    }),
  );
});
