import { expect, test } from 'vitest';
import type { Field } from '../columns/fields.ts';
import { plainProfile } from '../columns/profile.ts';
import { measureCoverage } from './coverage.ts';

const rowCount = 600;
const rows = Int32Array.from({ length: rowCount }, (_, row) => row);
const answers = {
  rows,
  // Nearly always right, except in region 0, where half are wrong.
  isRight: Uint8Array.from(rows, (row) => Number(row % 4 === 0 ? row % 8 === 0 : row % 50 !== 1)),
  expected: new Float64Array(rowCount).fill(0.9),
  shifts: new Float64Array(rowCount).fill(0.01),
};

function texts(name: string, codes: Int32Array): Field {
  const distinct = Math.max(...codes) + 1;
  const counts = Array.from({ length: distinct }, (_, code) => codes.filter((one) => one === code).length);
  const names = counts.map((_, code) => `region ${code}`);
  return { type: 'text', profile: plainProfile(name, 'category'), codes, texts: names, counts };
}

function numbers(name: string, kind: 'number' | 'datetime' | 'boolean', values: Float64Array): Field {
  const missing = values.filter((value) => Number.isNaN(value)).length;
  return { type: 'numeric', profile: { ...plainProfile(name, kind), missing }, values };
}

const region = texts(
  'region',
  rows.map((row) => (row % 4 === 0 ? 0 : 1 + (row % 30))),
);
const start = Date.UTC(2026, 0, 1);
const when = numbers(
  'when',
  'datetime',
  Float64Array.from(rows, (row) => start + row * 86_400_000),
);
const gappy = numbers(
  'gappy',
  'number',
  Float64Array.from(rows, (row) => (row % 3 === 0 ? Number.NaN : row)),
);
const coverage = measureCoverage([region, when, gappy], answers);

test('a group whose answers hold less shows it; the smallest share a part', () => {
  const groups = coverage.filter(({ by }) => by === 'group');
  expect(groups).toHaveLength(21);
  expect(groups[0]).toMatchObject({ column: 'region', value: 'region 0', count: 150, observed: 0.51, expected: 0.9 });
  expect(groups[0].standard_error).toBeCloseTo(Math.sqrt(0.25 / 150), 4);
  for (const { observed } of groups.slice(1)) expect(observed).toBeGreaterThan(0.7);
  expect(groups.at(-1)).toMatchObject({ value: '11 others', rest: 11 });
});

test('time is told in ten bands and missing cells by the columns that lack them', () => {
  const times = coverage.filter(({ by }) => by === 'time');
  expect(times.map(({ count }) => count)).toEqual(Array(10).fill(60));
  expect(times[0].value).toBe('2026-01-01T00:00:00.000Z/2026-03-01T00:00:00.000Z');
  const gaps = coverage.filter(({ by }) => by === 'missing');
  expect(gaps.map(({ value, count }) => [value, count])).toEqual([
    [null, 400],
    ['gappy', 200],
  ]);
});

test('each division holds every row once', () => {
  for (const kind of ['group', 'time', 'missing'])
    expect(coverage.filter(({ by }) => by === kind).reduce((sum, { count }) => sum + count, 0)).toBe(rowCount);
});

test('of many columns the twenty most uneven are told', () => {
  const even = Array.from({ length: 30 }, (_, index) =>
    texts(
      `even ${index}`,
      rows.map((row) => (row >> 3) % 2),
    ),
  );
  const told = new Set(measureCoverage([...even, region], answers).map(({ column }) => column));
  expect([told.size, told.has('region')]).toEqual([20, true]);
});

test('a table of one kind of rows has no parts', () => {
  expect(measureCoverage([numbers('x', 'number', Float64Array.from(rows))], answers)).toEqual([]);
});
