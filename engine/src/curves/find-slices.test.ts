import { expect, test } from 'vitest';
import type { Field } from '../columns/fields.ts';
import { plainProfile } from '../columns/profile.ts';
import { createRandom } from '../random.ts';
import { findSlices } from './find-slices.ts';

const rowCount = 2000;
const rows = Int32Array.from({ length: rowCount }, (_, row) => row);

function makeTable(seed: number) {
  const random = createRandom(seed);
  const town = Int32Array.from(rows, () => Math.floor(5 * random()) - 1);
  const size = Float64Array.from(rows, () => random());
  const fields: Field[] = [
    { type: 'text', profile: plainProfile('town', 'category'), codes: town, texts: ['a', 'b', 'c', 'd'], counts: [] },
    { type: 'numeric', profile: plainProfile('size', 'number'), values: size },
    { type: 'numeric', profile: plainProfile('noise', 'number'), values: Float64Array.from(rows, () => random()) },
    {
      type: 'numeric',
      profile: plainProfile('old', 'boolean'),
      values: Float64Array.from(rows, () => Number(random() < 0.5)),
    },
  ];
  const losses = Float64Array.from(rows, () => -Math.log(1 - random()));
  const judge = (isWorse: (row: number) => boolean, independent = rowCount, times = 2) => {
    const worse = losses.map((loss, row) => (isWorse(row) ? times * loss : loss));
    return findSlices(fields, { metric: 'mae', rows, losses: worse, independent }).found;
  };
  return { town, size, losses, judge };
}

test('a value, a band, missing cells and a pair that are worse are found, with their figures', () => {
  const { town, size, losses, judge } = makeTable(1);
  const [value] = judge((row) => town[row] === 2);
  expect(value.conditions).toEqual([{ column: 'town', value: 'c' }]);
  const own = rows.filter((row) => town[row] === 2);
  expect(value.rows).toBe(own.length);
  expect(value.value).toBeCloseTo(own.reduce((sum, row) => sum + 2 * losses[row], 0) / own.length, 10);
  const rest = rows.filter((row) => town[row] !== 2);
  expect(value.elsewhere).toBeCloseTo(rest.reduce((sum, row) => sum + losses[row], 0) / rest.length, 10);
  expect(judge((row) => town[row] < 0)[0].conditions).toEqual([{ column: 'town', value: null }]);
  const [band] = judge((row) => size[row] > 0.8);
  expect(band.conditions).toEqual([{ column: 'size', from: expect.closeTo(0.8, 1), below: null }]);
  const pair = judge((row) => town[row] === 0 && size[row] > 0.8, rowCount, 6);
  const [both] = pair.filter(({ conditions }) => conditions.length === 2);
  expect(both.conditions.map(({ column }) => column).sort()).toEqual(['size', 'town']);
});

test('where no rows are worse, one table in twenty shows any at most', () => {
  const shown = Array.from({ length: 60 }, (_, seed) => makeTable(seed + 10).judge(() => false).length > 0);
  expect(shown.filter(Boolean).length).toBeLessThanOrEqual(6);
});

test('rows that hang together count once', () => {
  const { town, judge } = makeTable(3);
  expect(judge((row) => town[row] === 2, rowCount)).not.toEqual([]);
  expect(judge((row) => town[row] === 2, 160)).toEqual([]);
});
