import { afterEach, expect, test, vi } from 'vitest';
import { numberColumn, tableOf } from '../../test/tables.ts';
import { train } from '../train.ts';
import { warnOfLateness } from './late-warnings.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a training that takes longer than its budget says why', () => {
  expect(warnOfLateness(8.8, 8, 0.1)).toEqual([]);
  expect(warnOfLateness(36, 8.04906279, 0.04)).toEqual([
    expect.stringMatching(/36.0 s of a budget of 8 s.*4 % of a processor/),
  ]);
  expect(warnOfLateness(13, 8, 0.97)).toEqual([expect.stringMatching(/cannot be cut short/)]);
});

test('a process without a processor is told of by its model', async () => {
  const [begun, clock] = [performance.now(), performance.now.bind(performance)];
  vi.spyOn(performance, 'now').mockImplementation(() => begun + 500 * (clock() - begun));
  const values = Float64Array.from({ length: 200 }, (_, row) => (row * 37) % 101);
  const table = tableOf([
    numberColumn('size', values),
    numberColumn(
      'price',
      values.map((value) => 3 * value),
    ),
  ]);
  const { warnings } = (await train(table, { target: 'price', timeBudgetSeconds: 1 })).description;
  expect(warnings).toContainEqual(expect.stringContaining('% of a processor'));
});
