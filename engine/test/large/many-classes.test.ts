// @module-tag long
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

test('hundreds of classes are told apart from a sample whose scores fit into memory', async () => {
  const request = { target: 'y', cellsInMemory: 300_000, timeBudgetSeconds: 8, effort: 'quick' } as const;
  const { description } = await train(tableOfClasses(250, 6000), request);
  expect(description.classes?.length).toBeGreaterThan(240);
  expect(description.plan.sampling).toMatchObject({ table_rows: 6000 });
  expect(description.accuracy).toBeGreaterThan(0.3);
});
