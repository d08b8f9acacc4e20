import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMulberry32 } from '../../src/random.ts';
import { binFeatures } from '../../src/trees/binning/bin-features.ts';
import { countFeatures, countOutputs, type Forest } from '../../src/trees/forest/forest.ts';
import { trainForest } from '../../src/trees/growing/boost.ts';
import { createScorer } from '../../src/trees/kernel/wasm.ts';
import { compileForest } from '../../src/trees/predict/compile.ts';
import { buildLeafSets, planLeafSets } from '../../src/trees/predict/leaf-sets.ts';
import { scoreBinned } from '../../src/trees/predict/score-binned.ts';
import { createLeafSetScorer } from '../../src/trees/predict/score-leaf-sets.ts';
import type { ScoreRow } from '../../src/trees/predict/score-row.ts';
import { createTiles } from '../../src/trees/predict/tile.ts';
import { tileRows } from '../../src/trees/predict/tile-program.ts';
import { createWalk } from '../../src/trees/predict/walk.ts';
import { Arena } from '../../src/trees/state/arena.ts';
import { type RandomTraining, randomTraining } from './random-training.ts';

type ScoreAll = (forest: Forest, values: Float64Array, count: number) => Float64Array;

function scoreEachRow(forest: Forest, scoreRow: ScoreRow, values: Float64Array, count: number): Float64Array {
  const [width, outputs] = [countFeatures(forest), countOutputs(forest)];
  const out = new Float64Array(count * outputs);
  for (let row = 0; row < count; row++) scoreRow(values, row * width, out, row * outputs);
  return out;
}

const byWalks: ScoreAll = (forest, values, count) => {
  const arena = new Arena();
  return scoreEachRow(forest, createWalk(arena, createScorer(arena.memory), forest), values, count);
};

/** Each row has four more trees written for the kernel, and walks the others where they lie. */
const byTreesInPlace: ScoreAll = (forest, values, count) => {
  const arena = new Arena();
  return scoreEachRow(forest, createWalk(arena, createScorer(arena.memory), forest, 1), values, count);
};

function leafSetsOf(forest: Forest) {
  const plan = planLeafSets(forest);
  if (plan === undefined) throw new Error('The forest should be small enough for leaf sets.');
  return buildLeafSets(forest, plan);
}

const byLeafSets: ScoreAll = (forest, values, count) => {
  const arena = new Arena();
  const { scoreRow } = createLeafSetScorer(arena, createScorer(arena.memory), forest, leafSetsOf(forest));
  return scoreEachRow(forest, scoreRow, values, count);
};

const bySharedLeafSets: ScoreAll = (forest, values, count) => {
  const arena = new Arena();
  const out = new Float64Array(count * countOutputs(forest));
  createLeafSetScorer(arena, createScorer(arena.memory), forest, leafSetsOf(forest)).scoreRows(values, 0, count, out);
  return out;
};

const byTiles: ScoreAll = (forest, values, count) => {
  const arena = new Arena();
  const scoreTile = createTiles(arena, createScorer(arena.memory), forest);
  const out = new Float64Array(count * countOutputs(forest));
  for (let row = 0; row < count; row += tileRows) scoreTile?.(values, row, Math.min(tileRows, count - row), out);
  return out;
};

/** The first rows find the trees as they lie, the others prepared. */
const byCompiled: ScoreAll = (forest, values, count) => {
  const [width, outputs] = [countFeatures(forest), countOutputs(forest)];
  const compiled = compileForest(forest);
  const scoreRow: ScoreRow = (cells, start, out, firstScore) =>
    compiled.scoreRows(cells.slice(start, start + width), 1, out.subarray(firstScore, firstScore + outputs));
  return scoreEachRow(forest, scoreRow, values, count);
};

function rowMajor({ features, rowCount }: RandomTraining): Float64Array {
  const values = new Float64Array(rowCount * features.length);
  features.forEach((feature, index) => {
    const cells = feature.kind === 'number' ? feature.values : feature.codes;
    for (let row = 0; row < rowCount; row++) values[row * features.length + index] = cells[row];
  });
  return values;
}

/** Cells between, on and far beyond thresholds, missing cells, and unseen codes. */
function wildRows(forest: Forest, count: number, seed: number): Float64Array {
  const random = createMulberry32(seed);
  const special = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -1,
    0,
    2.5,
    99,
    ...forest.thresholds,
  ];
  return Float64Array.from({ length: count * countFeatures(forest) }, () =>
    random() < 0.4 ? special[Math.floor(random() * special.length)] : Math.floor(random() * 8) - random(),
  );
}

function trainSmall({ features, rowCount, objective, settings }: RandomTraining) {
  const binned = binFeatures(features, rowCount);
  return {
    binned,
    ...trainForest(binned, objective, { ...settings, maxLeaves: Math.min(32, settings.maxLeaves ?? 32) }),
  };
}

test.each([
  ['walks', byWalks],
  ['trees in place', byTreesInPlace],
  ['compiled trees', byCompiled],
  ['leaf sets', byLeafSets],
  ['shared leaf sets', bySharedLeafSets],
  ['tiles', byTiles],
])('%s give the scores that the bins give, bit for bit', (_, scoreAll) => {
  const property = fc.property(randomTraining, (training) => {
    const { forest, binned } = trainSmall(training);
    const fromBins = new Float64Array(training.rowCount * countOutputs(forest));
    const rows = Int32Array.from({ length: training.rowCount }, (_, row) => row);
    scoreBinned(forest, binned, rows, fromBins);
    expect(scoreAll(forest, rowMajor(training), training.rowCount)).toEqual(fromBins);
  });
  fc.assert(property, { numRuns: 60 });
});

test.each([
  ['trees in place', byTreesInPlace],
  ['compiled trees', byCompiled],
  ['leaf sets', byLeafSets],
  ['shared leaf sets', bySharedLeafSets],
  ['tiles', byTiles],
])('%s and walks agree on rows unlike those of training', (_, scoreAll) => {
  const property = fc.property(randomTraining, fc.nat(), (training, seed) => {
    const { forest } = trainSmall(training);
    const rows = wildRows(forest, 50, seed);
    expect(scoreAll(forest, rows, 50)).toEqual(byWalks(forest, rows, 50));
  });
  fc.assert(property, { numRuns: 60 });
});

test('rows of a batch that share the values of some features are scored as they are alone', () => {
  const property = fc.property(randomTraining, fc.nat(), fc.integer({ min: 2, max: 9 }), (training, seed, count) => {
    const { forest } = trainSmall(training);
    const rows = wildRows(forest, count, seed);
    const width = countFeatures(forest);
    const isShared = Array.from({ length: width }, (_, feature) => ((seed >>> (feature % 31)) & 1) === 1);
    for (let at = width; at < rows.length; at++) if (isShared[at % width]) rows[at] = rows[at % width];
    expect(bySharedLeafSets(forest, rows, count)).toEqual(byWalks(forest, rows, count));
  });
  fc.assert(property, { numRuns: 100 });
});

test.each([
  [33, 'squared'],
  [150, 'squared'],
  [290, 'brier'],
  [400, 'squared'],
] as const)('a forest of trees with %d leaves scores rows alone and in batches alike', (maxLeaves, loss) => {
  const values = Float64Array.from({ length: 1000 }, (_, row) => row);
  const targets = values.map((value) => Math.round(Math.sin(value) + 1));
  const objective = { loss, targets, classCount: 3, trainRows: Int32Array.from(values) };
  const binned = binFeatures(
    [{ name: 'x', kind: 'number', values: values.map((value) => (value * 7919) % 1000) }],
    1000,
  );
  const { forest } = trainForest(binned, objective, { rounds: 5, maxLeaves, minRowsPerLeaf: 1 });
  const outputs = countOutputs(forest);
  const compiled = compileForest(forest);
  const batch = new Float64Array(1000 * outputs);
  compiled.scoreRows(values, 1000, batch);
  const alone = new Float64Array(1000 * outputs);
  for (const value of values) {
    compiled.scoreRows(Float64Array.of(value), 1, alone.subarray(value * outputs, (value + 1) * outputs));
  }
  expect(planLeafSets(forest)).toBeUndefined();
  expect(batch).toEqual(alone);
});

test('a row costs a tenth by leaf sets of what it costs by walks', () => {
  const values = Float64Array.from({ length: 1000 }, (_, row) => row);
  const binned = binFeatures([{ name: 'x', kind: 'number', values }], 1000);
  const objective = { loss: 'squared', targets: values, trainRows: Int32Array.from(values) } as const;
  const costPerTree = (maxLeaves: number) => {
    const { forest } = trainForest(binned, objective, { rounds: 5, maxLeaves, minRowsPerLeaf: 1 });
    return compileForest(forest).cost / forest.roots.length;
  };
  expect(costPerTree(16)).toBeLessThan(costPerTree(64) / 10);
});

test.each([Number.NaN, -1, 99, 1.5, Number.POSITIVE_INFINITY])('category code %d scores as missing', (code) => {
  const rows = Int32Array.from({ length: 300 }, (_, row) => row);
  const codes = rows.map((row) => (row % 10) - 1);
  const binned = binFeatures([{ name: 'codes', kind: 'category', codes, categoryCount: 9 }], 300);
  const targets = Float64Array.from(codes, (one) => (one === -1 ? 9 : one % 3));
  const objective = { loss: 'squared', targets, trainRows: rows } as const;
  const { forest } = trainForest(binned, objective, { rounds: 60, learningRate: 0.5, categorySmoothing: 1 });
  for (const scoreAll of [byWalks, byLeafSets, byTiles]) {
    expect(scoreAll(forest, Float64Array.of(code), 1)[0]).toBeCloseTo(9, 0);
  }
});
