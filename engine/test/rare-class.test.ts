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
  expect(description.warnings).toContainEqual(expect.stringContaining('accuracy does not show how good'));
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

test('of a class with one row no figure from 0 to 1 has a standard error above a half', async () => {
  const inputs = Array.from({ length: 2 }, () => Float64Array.from({ length: 300 }, normal));
  const answers = Array.from({ length: 300 }, (_, row) => (row === 7 ? 'odd' : 'usual'));
  const table = tableOf([...inputs.map((cells, input) => numberColumn(`x${input}`, cells)), textColumn('y', answers)]);
  const { standardErrors } = (await train(table, { target: 'y', quality: 'fast' })).description;
  for (const name of ['accuracy', 'balanced_accuracy', 'f1_macro', 'auc', 'pr_auc'])
    expect(standardErrors[name], name).toBeLessThanOrEqual(0.5);
});

test('a table nearly all of whose rows repeat says so in a figure that people read', async () => {
  const place = Float64Array.from({ length: 5000 }, (_, row) => row % 20);
  const columns = [
    numberColumn('a', place),
    numberColumn(
      'b',
      place.map((cell) => 3 * cell),
    ),
  ];
  const answers = Array.from(place, (cell) => (cell % 3 === 0 ? 'yes' : 'no'));
  const { warnings } = (await train(tableOf([...columns, textColumn('y', answers)]), { target: 'y', quality: 'fast' }))
    .description;
  expect(warnings.join()).toContain('% of the rows are duplicates of another row');
  expect(warnings.join()).not.toMatch(/\de\+\d/);
});
