import { expect, it, onTestFinished } from 'vitest';
import { openCharts } from '../../../platform/charts/charts.ts';
import { type Chart, chartOf } from './chart.ts';
import type { Step } from './schemas.ts';

const timing = { started_at: '', milliseconds: 0 };
function chart(columns: string[], rows: unknown[][]): Chart | undefined {
  const step: Step = { kind: 'tool', ...timing, id: '1', name: 'q', skill: null, input: {}, output: { columns, rows } };
  return chartOf([step]);
}

it('draws a grouping as bars in the order of the answer, with its names as titles', () => {
  const spec = chart(
    ['city.name', 'average'],
    [
      ['Rome', 3.5],
      ['Oslo', 9],
    ],
  );
  expect(spec).toMatchObject({
    data: {
      values: [
        { x: 'Rome', y: 3.5 },
        { x: 'Oslo', y: 9 },
      ],
    },
    mark: { type: 'bar' },
    encoding: { x: { field: 'x', title: 'city.name', sort: null }, y: { field: 'y', title: 'average' } },
  });
  const long = chart(
    ['city', 'n'],
    [
      ['Rome', 1],
      ['A city of a very long name', 2],
    ],
  );
  expect(long?.encoding).toMatchObject({ y: { field: 'x' }, x: { field: 'y' } });
});

it('draws a series as a line: dates, and whole numbers that rise', () => {
  const dates = chart(
    ['month', 'sales'],
    [
      ['2020-01-01', 1],
      ['2020-02-01', 2],
    ],
  );
  expect(dates).toMatchObject({ mark: { type: 'line' }, encoding: { x: { type: 'temporal' } } });
  expect(
    chart(
      ['year', 'n'],
      [
        [2000, 1],
        [2001, 5],
        [2002, 3],
      ],
    ),
  ).toMatchObject({ mark: { type: 'line' } });
  expect(
    chart(
      ['rooms', 'rent'],
      [
        [3, 9],
        [1, 5],
        [2, 3],
      ],
    ),
  ).toMatchObject({ mark: { type: 'bar' } });
});

it('tells series or figures apart by colour', () => {
  const two = chart(
    ['year', 'sex', 'n'],
    [
      [2000, 'f', 1],
      [2000, 'm', 2],
      [2001, 'f', 3],
      [2001, 'm', 4],
    ],
  );
  expect(two).toMatchObject({ encoding: { color: { field: 'color', title: 'sex' } } });
  const measures = chart(
    ['city', 'lowest', 'highest'],
    [
      ['Rome', 1, 2],
      ['Oslo', 3, null],
    ],
  );
  expect(measures?.data).toMatchObject({ values: [{ color: 'lowest' }, { color: 'highest' }, {}, { y: null }] });
  expect(measures?.encoding).toMatchObject({ xOffset: { field: 'color' } });
});

it.each([
  ['one row', ['city', 'n'], [['Rome', 1]]],
  ['one column', ['n'], [[1], [2]]],
  [
    'rows as they are',
    ['city', 'n'],
    [
      ['Rome', 1],
      ['Rome', 2],
    ],
  ],
  [
    'texts',
    ['city', 'mayor'],
    [
      ['Rome', 'A'],
      ['Oslo', 'B'],
    ],
  ],
  [
    'many columns',
    ['a', 'b', 'c', 'd', 'e'],
    [
      ['x', 1, 2, 3, 4],
      ['y', 1, 2, 3, 4],
    ],
  ],
  ['many bars', ['city', 'n'], Array.from({ length: 41 }, (_, at) => [`c${at}`, at])],
])('draws nothing of %s', (_, columns, rows) => {
  expect(chart(columns, rows)).toBeUndefined();
});

it('has titles that are no code: a name with line breaks, quotes and backslashes draws like any other', async () => {
  const names = ['city\nname', 'fig"ure \\'];
  const rows = ['Rome', 'Oslo'].map((city, at) => [city, at + 1]);
  const spec = chart(names, rows);
  expect(spec?.encoding).toMatchObject({ x: { title: 'city name' }, y: { title: 'fig"ure ⧵' } });
  const charts = openCharts();
  onTestFinished(() => charts.close());
  const png = await charts.draw(spec as Chart, { project: 'p', caller: 'c' });
  expect(Buffer.from(png).readUInt32BE(16)).toBe(1280);
});
