import { expect, test } from 'vitest';
import { numberColumn, tableOf, textColumn } from '../../../test/tables.ts';
import type { Column } from '../../table.ts';
import { collectPanel } from '../series/collect.ts';
import { gatherInputs } from './gather-inputs.ts';
import { totalWidth } from './known-input.ts';
import { mostWidthFor } from './most-width.ts';

const days = 120;
const shops = ['north', 'south', 'west'];
const places = shops.flatMap(() => Array.from({ length: days }, (_, day) => day));
const dayOf = (place: number) => new Date(Date.UTC(2022, 0, 1 + place)).toISOString().slice(0, 10);
const words = (name: string, count: number) =>
  textColumn(
    name,
    places.map((day) => `${name}-${day % count}`),
  );

/** A holiday every tenth day, with forty names over the years. */
const holidaysOf = (_region: string, year: number) =>
  Array.from({ length: 36 }, (_, index) => ({
    date: new Date(Date.UTC(year, 0, 1 + 10 * index)).toISOString().slice(0, 10),
    name: `feast ${index % 6}`,
  }));

function gather(columns: readonly Column[], holidays?: string) {
  const table = tableOf([
    textColumn(
      'shop',
      shops.flatMap((shop) => new Array<string>(days).fill(shop)),
    ),
    textColumn('day', places.map(dayOf)),
    numberColumn('sold', places.keys()),
    ...columns,
  ]);
  const knownInputs = columns.map(({ name }) => name);
  const request = { target: 'sold', orderBy: 'day', groupBy: ['shop'], knownInputs, holidays };
  const panel = collectPanel(table, request, 'day');
  const histories = panel.series.map(({ values }) => values);
  return gatherInputs(table, request, panel, histories, { ahead: 10, season: 7, holidaysOf });
}

test('inputs that are too wide together are left out, the last ones first, and that is said', () => {
  const { known, leftOut } = gather([words('a', 30), words('b', 30), words('c', 30), words('d', 20)]);
  expect(known?.inputs.map(({ profile }) => profile.name)).toEqual(['a', 'b', 'd']);
  expect(totalWidth(known?.inputs ?? [])).toBe(77);
  expect(leftOut).toEqual([expect.stringContaining('`c` is left out of known_inputs')]);
});

test('holidays count too: only as many names as there is room have effects of their own', () => {
  const { known, holidays, leftOut } = gather([words('a', 30), words('b', 30), words('d', 18)], 'XX');
  expect(totalWidth(known?.inputs ?? [])).toBe(75);
  expect(holidays?.series[0].width).toBe(5);
  expect(leftOut).toEqual([expect.stringMatching(/^feast \d,.* count as any of the holidays of XX/)]);
});

test('a day is encoded once for all series of the same dates', () => {
  const { holidays } = gather([], 'XX');
  expect(holidays?.series).toHaveLength(3);
  expect(new Set(holidays?.series).size).toBe(1);
  const { width, cells } = holidays!.series[0];
  expect(width).toBe(3 + 6);
  const row = (day: number) => [...cells.subarray(day * width, (day + 1) * width)];
  // Of the day itself, the next one and the one before; then by name.
  expect(row(10)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 0]);
  expect(row(9)).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0]);
  expect(row(11)).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0]);
});

test('a column of one word is not used, and that is said', () => {
  const empty = textColumn('empty', new Array<null>(places.length).fill(null));
  const { known, leftOut } = gather([words('a', 1), words('b', 2), empty]);
  expect(known?.inputs.map(({ profile }) => profile.name)).toEqual(['b']);
  expect(leftOut).toEqual(['`a` is not used: its cells are all `a-0`', '`empty` is not used: its cells are all empty']);
});

test('the more series and values, the fewer numbers a time', () => {
  const most = (series: number, length: number) =>
    mostWidthFor(new Array(series).fill(new Float64Array(length)), { ahead: 30, season: 7, kinds: 2 });
  expect([most(1, 100), most(5000, 100), most(5000, 800)]).toEqual([80, 30, 4]);
});
