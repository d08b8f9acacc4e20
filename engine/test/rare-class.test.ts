import { expect, test } from 'vitest';
import { createRandom } from '../src/random.ts';
import { train } from '../src/train.ts';
import { numberColumn, tableOf, textColumn } from './tables.ts';

const random = createRandom(5);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const rows = 3000;

/** Of forty inputs, three of which matter; one is a near-copy of another. Six in a hundred rows are `yes`. */
function buyers() {
  const columns = Array.from({ length: 40 }, () => Float64Array.from({ length: rows }, normal));
  columns[9] = columns[0].map((cell) => cell + 0.1 * normal());
  const answers = Array.from({ length: rows }, (_, row) => {
    const logit = columns[0][row] - columns[1][row] + columns[2][row] - 3.8;
    return random() < 1 / (1 + Math.exp(-logit)) ? 'yes' : 'no';
  });
  return tableOf([...columns.map((cells, input) => numberColumn(`x${input}`, cells)), textColumn('y', answers)]);
}

test('where nearly all rows are of one class, the columns that matter are found, and accuracy is said to tell nothing', async () => {
  const { description } = await train(buyers(), { target: 'y', timeBudgetSeconds: 12 });
  expect(description.accuracies.auc).toBeGreaterThan(0.7);
  expect(description.warnings).toContainEqual(expect.stringContaining('accuracy does not tell'));
  const found = Object.entries(description.columnImportances).flatMap(([name, share]) => (share > 0 ? [name] : []));
  expect(found).toEqual(expect.arrayContaining(['x1', 'x2']));
  // The raw figure is there for each, also within noise.
  for (const { share, error } of Object.values(description.importanceLosses)) {
    expect(share).toBeGreaterThanOrEqual(0);
    expect(error).toBeGreaterThan(0);
  }
  // A model may use either of two copies.
  expect(found.some((name) => name === 'x0' || name === 'x9')).toBe(true);
  expect(found.filter((name) => !['x0', 'x1', 'x2', 'x9'].includes(name)).length).toBeLessThan(2);
});
