import { expect, it } from 'vitest';
import { judge, lesser } from './judge.ts';
import type { Cost } from './measure.ts';

const cost = (some: Partial<Cost>): Cost => ({
  status: 200,
  made: undefined,
  seconds: 0.01,
  held: 1,
  delayed: 1,
  total: 2,
  ...some,
});
const pair = (small: Partial<Cost>, large: Partial<Cost>) => ({ size: 2, small: cost(small), large: cost(large) });

it('fails a turn of the main thread above 50 ms, whatever the clock says', () => {
  expect(judge(pair({}, { held: 51 })).faults).toEqual(['held 51 ms']);
  expect(judge(pair({}, { delayed: 900 })).faults).toEqual([]);
});

it('fails what costs four times as much at twice the size, and not what costs twice as much', () => {
  expect(judge(pair({ seconds: 1 }, { seconds: 4 })).faults).toEqual(['grew x4.0']);
  expect(judge(pair({ seconds: 2 }, { seconds: 4 })).faults).toEqual([]);
  expect(judge(pair({ total: 30 }, { total: 120 })).faults).toEqual(['grew x4.0']);
});

it('does not take the fixed cost of a request for growth', () => {
  expect(judge(pair({ seconds: 0.01, total: 1 }, { seconds: 0.9, total: 39 })).faults).toEqual([]);
});

it('counts of repeated measurements the smaller ones', () => {
  const sure = lesser(pair({ held: 80 }, { held: 20 }), pair({ held: 10 }, { held: 90 }));
  expect(judge(sure).faults).toEqual([]);
});

it('fails what grows with its square, which it does twice, and not what grows more than it may once', () => {
  const sizes = pair({ total: 41 }, { total: 110 });
  expect(judge({ ...sizes, quarter: cost({ total: 22 }) }).faults).toEqual([]);
  expect(judge({ ...sizes, quarter: cost({ total: 12 }) }).faults).toEqual(['grew x2.7']);
});
