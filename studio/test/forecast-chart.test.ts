import { expect, test } from 'vitest';
import { fanOf, pastQuery } from '../src/models/forecast-chart.ts';
import { writtenLike } from '../src/models/written-like.ts';

const ask = { table: 't', time: 'at', target: 'v', series: {}, example: '2024-01-01' };
const axisOf = (times: readonly unknown[], before: readonly unknown[] = []) => {
  const next = times.map((at) => ({ at, v: 1, v_min: 0, v_max: 2 }));
  const past = before.map((time) => ({ time, value: 1 }));
  return (fanOf(past, next, 'at', 'v') as { layer: { encoding: { x: object } }[] }).layer[0].encoding.x;
};

test.each(['Jan 23', 'Jan-23', 'Q1 2023', 'KW 1/2023', '2023-01', '2023-Q1'])(
  'times written as %s stand in their order behind the past',
  (first) => {
    expect(axisOf([first, 'Feb 23'], ['Dez 22'])).toMatchObject({ type: 'ordinal', sort: ['Dez 22', first, 'Feb 23'] });
  },
);

test.each([
  ['2023-01-01', 'temporal'],
  ['2023-01-01T10:00:00Z', 'temporal'],
  [202301, 'quantitative'],
])('times such as %s are drawn to scale', (first, type) => {
  expect(axisOf([first])).toMatchObject({ type });
});

test.each([
  ['2016 Q3', '2016-04-01', '2016 Q2'],
  ['Q3/2016', '1998-10-01T00:00:00Z', 'Q4/1998'],
  ['2016 H2', '2016-01-01', '2016 H1'],
  ['2017 W04', '2014-12-29', '2015 W01'],
  ['2017 W04', '2021-01-03', '2020 W53'],
  ['2024-01-01', '2023-01-01', '2023-01-01'],
  ['KW 1/2024', 'KW 52/2023', 'KW 52/2023'],
])('before %s the past %s is written %s', (example, date, written) => {
  expect(writtenLike(example, date)).toBe(written);
});

test('years are whole and have no thousands', () => {
  expect(axisOf([1984, 1985])).toMatchObject({ axis: { format: 'd', tickMinStep: 1 } });
  expect(axisOf([0.5, 1])).not.toHaveProperty('axis');
});

test('the past of words follows the order of the table', () => {
  expect(pastQuery({ ...ask, example: 'Jan 23' })).toContain('order by place desc');
  expect(pastQuery(ask)).toContain('order by time desc');
});

test('the past is taken together as the model takes it', () => {
  expect(pastQuery({ ...ask, aggregate: 'sum', step: 'week' })).toContain('date_trunc(\'week\', "at")');
  expect(pastQuery({ ...ask, aggregate: 'last', example: 'Jan 23', step: 'month' })).toContain('arg_max("v"');
});

test('a quote in a name or a value ends no text', () => {
  const sql = pastQuery({ ...ask, time: 'a"t', series: { shop: "o'hara", place: null } });
  expect(sql).toContain('"a""t"');
  expect(sql).toContain("'o''hara'");
  expect(sql).toContain('"place" is null');
});
