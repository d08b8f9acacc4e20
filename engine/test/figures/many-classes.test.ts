import { expect, test } from 'vitest';
import { createRandom } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';
import { createNormal } from './worlds.ts';

const side = 8;

/** Places on a board of as many classes as it has squares, each about as likely. */
function drawBoard(rowCount: number, seed: number) {
  const [random, normal] = [createRandom(seed), createNormal(seed + 50)];
  return Array.from({ length: rowCount }, () => {
    const square = Math.floor(side * side * random());
    return {
      x: (square % side) + 0.35 * normal(),
      y: Math.floor(square / side) + 0.35 * normal(),
      square: `k${square}`,
    };
  });
}

test('a share of right answers holds for fresh rows where many classes have few rows each', {
  tags: 'long',
}, async () => {
  const seeds = [1, 2, 3, 4];
  let off = 0;
  for (const seed of seeds) {
    const rows = drawBoard(448, seed);
    const table = tableOf([
      numberColumn(
        'x',
        rows.map(({ x }) => x),
      ),
      numberColumn(
        'y',
        rows.map(({ y }) => y),
      ),
      textColumn(
        'square',
        rows.map(({ square }) => square),
      ),
    ]);
    const request = { target: 'square', seed, timeBudgetSeconds: 600, candidates: ['logistic regression'] };
    const model = await train(table, { ...request, effort: 'quick' });
    const fresh = drawBoard(3000, seed + 100);
    const { values } = model.predict(
      fresh.map(({ x, y }) => ({ x, y })),
      {},
      [],
    )!;
    const { classes, accuracies } = model.description;
    const right = fresh.filter(({ square }, row) => classes![values[row]] === square).length / fresh.length;
    off += (accuracies.accuracy - right) / seeds.length;
  }
  // Fits that were judged learned from nine tenths of the rows.
  expect(off).toBeLessThan(0.01);
  expect(off).toBeGreaterThan(-0.03);
});
