import { expect, test } from 'vitest';
import { loadModel } from '../../src/load.ts';
import { createRandom } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

const random = createRandom(3);
const rowCount = 500;
const x = Array.from({ length: rowCount }, () => 10 * random());
const isNorth = x.map((_, row) => row % 5 === 0);
const region = textColumn(
  'region',
  isNorth.map((north, row) => (north ? 'north' : `south ${row % 3}`)),
);

test('coverage of bounds is told by group, by the same rows as calibration', async () => {
  // Jumps between two values that x does not explain: half of the north is far away, and ordinary bounds miss it.
  const target = x.map((value, row) => 3 * value + random() + (isNorth[row] && random() < 0.5 ? 40 * random() : 0));
  const table = tableOf([numberColumn('x', x), region, numberColumn('y', target)]);
  const trained = await train(table, { target: 'y', task: 'regression', effort: 'quick' });
  const { coverage, calibration } = loadModel(trained.toBytes()).description;
  expect(coverage).toEqual(trained.description.coverage);
  const usual = calibration.find(({ confidence }) => confidence === 0.9);
  expect(coverage.reduce((sum, { count }) => sum + count, 0)).toBe(usual?.count);
  const all = coverage.reduce((sum, { count, observed }) => sum + count * observed, 0) / (usual?.count ?? 0);
  expect(Math.abs(all - (usual?.observed ?? 0))).toBeLessThan(0.02);
  expect(coverage.map(({ value }) => value)).toEqual(expect.arrayContaining(['north', 'south 0', 'south 1']));
});

test('answers of classes that are right less often in one group say so', async () => {
  const answer = x.map((value, row) => ((isNorth[row] ? random() < 0.5 : value > 5) ? 'yes' : 'no'));
  const table = tableOf([numberColumn('x', x), region, textColumn('answer', answer)]);
  const { coverage } = (await train(table, { target: 'answer', effort: 'quick' })).description;
  const partOf = (name: string) => coverage.find(({ value }) => value === name);
  expect(partOf('north')?.observed).toBeLessThan(0.75);
  expect(partOf('north')?.expected).toBeLessThan(0.85);
  expect(partOf('south 1')?.observed).toBeGreaterThan(0.85);
});
