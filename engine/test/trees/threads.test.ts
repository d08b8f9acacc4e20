import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { boostingCandidate } from '../../src/boosting/candidate.ts';
import { trainForest } from '../../src/trees/boost.ts';
import { binFeatures } from '../../src/trees/features.ts';
import { histogramStride } from '../../src/trees/kernel/kernel.ts';
import { createWasmKernel } from '../../src/trees/kernel/wasm.ts';
import { createRandom } from '../../src/trees/random.ts';
import { createSoloTeam, createTeam } from '../../src/trees/threads/team.ts';

function makeTable(rowCount: number) {
  const random = createRandom(1);
  const features = Array.from({ length: 10 }, (_, index) => ({
    name: `x${index}`,
    kind: 'number' as const,
    values: new Float64Array(rowCount).map(random),
  }));
  const targets = features[0].values.map((value, row) => value * features[1].values[row] + random());
  const objective = { loss: 'squared', targets, trainRows: Int32Array.from(targets.keys()) } as const;
  return { binned: binFeatures(features, rowCount), objective };
}

test('several threads sum the histograms that one thread sums', async () => {
  const { binned } = makeTable(50_001);
  const { arena, blocks, rowCount } = binned;
  const rows = arena.allocate(rowCount * 4);
  arena.integers(rows, rowCount).set(new Int32Array(rowCount).map((_, row) => row));
  const cells = arena.allocate(rowCount * 16);
  const random = createRandom(2);
  arena.integers(cells, rowCount * 4).forEach((_, at, words) => {
    words[at] = random() * 2 ** 32;
  });
  const cellCounts = arena.allocate(40);
  arena.integers(cellCounts, 10).fill(256);
  const plan = { blocks, featureCount: 10, cells, cellCounts };
  const [together, alone] = [0, 1].map(() => arena.allocate(10 * histogramStride));
  const kernel = createWasmKernel(arena.memory);
  const team = createTeam(arena, kernel, plan, 3);
  while (!team.isReady()) await setImmediate();
  for (let turn = 0; turn < 5; turn++) team.sum(rows, rowCount, together);
  team.close();
  createSoloTeam(kernel, plan).sum(rows, rowCount, alone);
  for (let feature = 0; feature < 10; feature++) {
    const used = (histograms: number) => arena.bytes(histograms + feature * histogramStride, 256 * 16);
    expect(used(together)).toEqual(used(alone));
  }
});

test('two threads grow the forest that one thread grows, byte for byte', () => {
  const { binned, objective } = makeTable(250_000);
  const alone = trainForest(binned, objective, { rounds: 10 });
  expect(trainForest(binned, objective, { rounds: 10, threads: 2 })).toEqual(alone);
});

test('a candidate of the search uses the threads of its sample, and is the same for it', async () => {
  const { objective } = makeTable(250_000);
  const random = createRandom(3);
  const columns = Array.from({ length: 10 }, () => new Float64Array(250_000).map(random));
  const features = columns.map((_, input) => ({ name: `x${input}`, input, categories: 0 }));
  const labels = { task: 'regression', values: objective.targets, classCount: 0, loss: 'squared' } as const;
  const sample = {
    encoded: { features, columns, encoders: [] },
    labels,
    train: objective.trainRows,
    held: objective.trainRows.subarray(0, 1000),
    seed: 0,
    deadline: Number.POSITIVE_INFINITY,
    pause: async () => {},
  };
  const [alone, together] = await Promise.all(
    [1, 2].map(async (threads) => {
      const run = boostingCandidate('trees', { rounds: 5 }, 5).start();
      await run.add({ ...sample, threads });
      return run.settle().held;
    }),
  );
  expect(together).toEqual(alone);
});
