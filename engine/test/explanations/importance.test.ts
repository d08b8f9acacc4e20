import { expect, test } from 'vitest';
import { createRandom } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf } from '../tables.ts';

const random = createRandom(21);
const rowCount = 200;
const noise = Array.from({ length: 6 }, () => Array.from({ length: rowCount }, random));
const noiseColumns = noise.map((values, index) => numberColumn(`noise${index}`, values));

test('importances of pure noise do not sum to 1: they are 0, and the loss beside them is within its error', async () => {
  const target = numberColumn('target', noise[0].map(random));
  const { description } = await train(tableOf([...noiseColumns, target]), { target: 'target', effort: 'quick' });
  const { columnImportances, importanceLosses } = description;
  expect(Object.values(columnImportances).filter((share) => share === 0).length).toBeGreaterThanOrEqual(5);
  for (const { increase, error } of Object.values(importanceLosses)) expect(increase).toBeLessThan(4 * error + 1e-9);
});

test('what shuffling a column costs is what it explains, twice its variance', async () => {
  const signal = noise[0].map(() => 10 * random());
  const target = signal.map((value) => value + 0.1 * random());
  const table = tableOf([numberColumn('signal', signal), ...noiseColumns.slice(0, 2), numberColumn('target', target)]);
  const { columnImportances, importanceLosses } = (await train(table, { target: 'target', effort: 'quick' }))
    .description;
  const { increase, error } = importanceLosses.signal;
  expect(columnImportances.signal).toBeGreaterThan(0.98);
  // The mean squared difference of two uniform numbers from 0 to 10.
  expect(Math.abs(increase - 100 / 6)).toBeLessThan(3 * error + 1);
});
