import { expect, it } from 'vitest';
import { addToTally, boundBins, errorsOf, type Tally, tallyOf } from './tally.ts';

const numbers = { classes: null, readClass: () => undefined, middle: 1000 };
const tallyError = (error: number) =>
  tallyOf({ error, confidence: null, answered: null, raw: 1000 + error }, { ...numbers });

it('counts errors of all magnitudes in so many bins, and loses none', () => {
  const errors = Array.from(
    { length: 40_000 },
    (_, at) => (at % 2 ? 1 : -1) * 2 ** (((at * 7919) % 360) - 180 + at / 40_000),
  );
  const tally: Tally = {};
  for (const error of [...errors, 0, 5e-324, -5e-324]) addToTally(tally, tallyError(error));
  boundBins(tally);
  const bars = errorsOf(tally);
  expect(bars.length).toBeLessThanOrEqual(1000);
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(40_003);
  expect(bars.find(({ value }) => value === 0)?.count).toBeGreaterThan(0);
  const below = (limit: number) => bars.reduce((sum, { value, count }) => sum + (value < limit ? count : 0), 0);
  for (const limit of [-1e30, -1, 1, 1e30])
    expect(Math.abs(below(limit) - errors.filter((error) => error < limit).length)).toBeLessThan(400);
});

it('leaves the bins of a usual window as they are', () => {
  const tally: Tally = {};
  for (let at = 0; at < 10_000; at += 1) addToTally(tally, tallyError(((at * 7919) % 2000) - 1000));
  const before = { ...tally };
  boundBins(tally);
  expect(tally).toEqual(before);
});

it('reads true numbers as the comparison does', () => {
  const tell = (raw: unknown) => tallyOf({ error: 3, confidence: null, answered: null, raw }, { ...numbers });
  expect(tell('1,200.5')).toEqual(tell(1200.5));
  expect(tell('12%')).toEqual(tell(12));
  expect(tell(1200.5)).toMatchObject({ n: 1, d: 200.5 });
});
