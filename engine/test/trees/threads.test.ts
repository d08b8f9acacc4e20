import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boostingCandidate } from '../../src/learners/boosting/boosting-candidate.ts';
import { createMulberry32 } from '../../src/random.ts';
import { binFeatures } from '../../src/trees/binning/bin-features.ts';
import { trainForest } from '../../src/trees/growing/boost.ts';
import { histogramStride } from '../../src/trees/kernel/kernel.ts';
import { createWasmKernel } from '../../src/trees/kernel/wasm.ts';
import type { BinnedFeatures } from '../../src/trees/state/binned-features.ts';
import type { Objective } from '../../src/trees/state/objective.ts';
import {
  addLeaves,
  fillGradients,
  quantiseGradients,
  splitRows,
  sumHistograms,
} from '../../src/trees/workspace/shared-work.ts';
import { createWorkspace, type Workspace } from '../../src/trees/workspace/workspace.ts';

const width = 10;

function makeTable(rowCount: number, seed = 1) {
  const random = createMulberry32(seed);
  const features = Array.from({ length: width }, (_, index) => ({
    name: `x${index}`,
    kind: 'number' as const,
    values: new Float64Array(rowCount).map(random),
  }));
  const targets = features[0].values.map((value, row) => value * features[1].values[row] + random());
  const objective = { loss: 'squared', targets, trainRows: Int32Array.from(targets.keys()) } as const;
  return { binned: binFeatures(features, rowCount), objective };
}

/** A training's memory with a team of `threads`, all of them at work, and its rows in their first order. */
async function openWorkspace(binned: BinnedFeatures, objective: Objective, threads: number): Promise<Workspace> {
  const kernel = createWasmKernel(binned.arena.memory);
  const workspace = createWorkspace(binned, objective, kernel, { outputs: 1, maxLeaves: 8, threads });
  while (!workspace.team.isReady()) await setImmediate();
  workspace.rowView.set(objective.trainRows);
  workspace.scoreView.fill(0.25);
  const histograms = binned.arena.allocate(width * histogramStride);
  const { rows, team } = workspace;
  while (threads > 1 && !team.hasHelped(threads - 1)) {
    sumHistograms(workspace, rows, objective.trainRows.length, histograms);
  }
  return workspace;
}

/** Runs every job once, as a tree would, and returns all results. */
function doEachJob(workspace: Workspace, count: number) {
  const { binned, sums, leftTableView, rowView, scoreView, scores, rows } = workspace;
  const histograms = binned.arena.allocate(width * histogramStride);
  fillGradients(workspace, 'logisticGradients', count);
  const total = quantiseGradients(workspace, count, 2 ** 20, 2 ** 20);
  sumHistograms(workspace, rows, count, histograms);
  leftTableView.fill(0).fill(1, 0, 100);
  const left = splitRows(workspace, 0, count, 3);
  const leaves = [
    { start: left, count: count - left, value: 0.7 },
    { start: 0, count: left, value: -0.1 },
  ];
  addLeaves(workspace, leaves, count, scores);
  const cells = Array.from({ length: width }, (_, feature) =>
    binned.arena.integers(histograms + feature * histogramStride, 256 * 4).slice(),
  );
  return { sums, total, cells, left, rows: rowView.slice(), scores: scoreView.slice() };
}

test('several threads do each job with the result of one, to the bit', async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 25_000, max: 60_000 }),
    fc.integer({ min: 2, max: 4 }),
    async (count, threads) => {
      const { binned, objective } = makeTable(60_001, count);
      const results = [];
      for (const team of [1, threads]) {
        const workspace = await openWorkspace(
          binned,
          { ...objective, targets: objective.targets.map(Math.round) },
          team,
        );
        results.push(doEachJob(workspace, count));
        workspace.team.close();
      }
      expect(results[1]).toEqual(results[0]);
    },
  );
  await fc.assert(property, { numRuns: 5 });
});

test('any number of threads grows the forest that one thread grows, byte for byte', async () => {
  const settings = fc.record({
    rowFraction: fc.constantFrom(1, 0.8),
    nodeFeatureFraction: fc.constantFrom(1, 0.5),
    maxLeaves: fc.integer({ min: 2, max: 40 }),
    mode: fc.constantFrom<'boost' | 'forest'>('boost', 'forest'),
  });
  const given = fc.record({
    settings,
    rowCount: fc.integer({ min: 40_000, max: 60_000 }),
    threads: fc.integer({ min: 2, max: 4 }),
  });
  const property = fc.property(given, ({ settings: some, rowCount, threads }) => {
    const { binned, objective } = makeTable(rowCount, rowCount);
    const trainRows = objective.trainRows.filter((row) => row % 6 > 0);
    const held = { ...objective, trainRows, validationRows: objective.trainRows.filter((row) => row % 6 === 0) };
    const grow = (count: number) => trainForest(binned, held, { rounds: 4, ...some, threads: count });
    expect(grow(threads)).toEqual(grow(1));
  });
  fc.assert(property, { numRuns: 5 });
});

test('a candidate of the search uses the threads of its sample, and is the same for it', async () => {
  const { objective } = makeTable(50_000);
  const random = createMulberry32(3);
  const columns = Array.from({ length: width }, () => new Float64Array(50_000).map(random));
  const features = columns.map((_, input) => ({ name: `x${input}`, input, categories: 0 }));
  const labels = { task: 'regression', values: objective.targets, classCount: 0, loss: 'squared' } as const;
  const sample = {
    encoded: { features, columns, encoders: [] },
    labels,
    train: objective.trainRows,
    validation: objective.trainRows.subarray(0, 1000),
    seed: 0,
    deadline: Number.POSITIVE_INFINITY,
    pause: async () => {},
  };
  const [alone, together] = await Promise.all(
    [1, 2].map(async (threads) => {
      const run = boostingCandidate('trees', { rounds: 5 }, 5).start();
      await run.add({ ...sample, threads });
      return run.result().predictions;
    }),
  );
  expect(together).toEqual(alone);
});
