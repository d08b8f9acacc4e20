import { expect, test } from 'vitest';
import { createRandom } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

/** Rows of `classCount` classes in turn, each class around a place of its own. */
function tableOfClasses(classCount: number, rowCount: number) {
  const random = createRandom(4);
  const places = Array.from({ length: 6 }, () => Array.from({ length: classCount }, () => 10 * random()));
  const columns = places.map((place, index) =>
    numberColumn(
      `x${index}`,
      Array.from({ length: rowCount }, (_, row) => place[row % classCount] + 0.5 * random()),
    ),
  );
  const names = Array.from({ length: rowCount }, (_, row) => `class ${row % classCount}`);
  return tableOf([...columns, textColumn('y', names)]);
}

test('a thousand classes are told apart from a sample whose scores fit into memory', async () => {
  const request = { target: 'y', cellsInMemory: 1_000_000, timeBudgetSeconds: 8 };
  const { description } = await train(tableOfClasses(1000, 6000), request);
  expect(description.classes?.length).toBeGreaterThan(900);
  expect(description.plan.sampling).toMatchObject({ table_rows: 6000 });
  expect(description.accuracy).toBeGreaterThan(0.3);
});
