import { expect, test } from 'vitest';
import type { CoverageDescription } from '../description.ts';
import { warnOfCoverage } from './coverage-warnings.ts';

const part = (value: string, count: number, observed: number, independent = count): CoverageDescription => ({
  by: 'group',
  column: 'region',
  value,
  count,
  independent,
  observed,
  expected: 0.9,
  standard_error: 0.05,
});

test('the group that holds least is warned of, and how many more there are', () => {
  const warnings = warnOfCoverage([part('north', 80, 0.5), part('east', 90, 0.6), part('south', 400, 0.92)]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(
    'rows with `region` = north: of 80 held-out rows about 50 % were predicted correctly or within their bounds, instead of 90 %',
  );
  expect(warnings[0]).toContain('for 1 more');
});

test('many rows of one customer are one', () => {
  expect(warnOfCoverage([part('Kiel', 12, 0, 1), part('south', 400, 0.9)])).toEqual([]);
});

test('what chance does among many groups is not warned of', () => {
  expect(warnOfCoverage([part('north', 10, 0.7), part('south', 400, 0.88)])).toEqual([]);
  expect(warnOfCoverage([])).toEqual([]);
});
