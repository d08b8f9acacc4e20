import { expect, test } from 'vitest';
import { train } from '../train.ts';

const count = 300;
const values = Float64Array.from({ length: count }, (_, row) => (row * 37) % 101);
const table = {
  rowCount: count,
  columns: [
    { name: 'x', type: 'number', values },
    { name: 'y', type: 'number', values: values.map((value, row) => 2 * value + ((row * 53) % 17)) },
  ],
} as const;

test('a training that ends early says that nothing was left to try, and what tries more', async () => {
  const { description } = await train(table, { target: 'y', quality: 'fast', timeBudgetSeconds: 60 });
  expect(description.plan).toMatchObject({ quality: 'fast', cut_short: false });
  expect(description.plan.ended).toMatch(
    /^nothing was left to try: 3 kinds of model were compared.* more time would not help, quality `balanced`/,
  );
});

test('a quality that is not one is refused', async () => {
  const asked = { target: 'y', quality: 'great' as never };
  await expect(train(table, asked)).rejects.toMatchObject({ code: 'bad_quality' });
});
