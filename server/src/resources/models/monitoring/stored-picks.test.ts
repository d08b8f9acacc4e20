import { expect, it } from 'vitest';
import { mergePicks } from './fold.ts';
import { changedSettings } from './settings.ts';
import { at, type StoredPick } from './stored-pick.ts';
import { keepSample } from './stored-picks.ts';

it('keeps no more rows and bytes of a window than of one of its parts', () => {
  const pick = (key: number, text: string): StoredPick => [key, 1, null, null, null, '', null, text];
  const partOf = (from: number, text: string) => ({
    below: 1,
    picks: [0, 1 / 64, 2 / 64].map((step) => pick(from + step, text)),
  });
  const { picks } = mergePicks(
    [0.5, 0.125, 0.25].map((from) => partOf(from, 'Oslo')),
    1000,
  );
  const sampled = (rows: StoredPick[], sample_rows: number) =>
    keepSample(rows, changedSettings(null, { sample_rows })).map((row) => row[at.cells] !== null);
  expect(picks.map(([key]) => Math.floor(key * 64))).toEqual([8, 9, 10, 16, 17, 18, 32, 33, 34]);
  expect(sampled(picks, 4)).toEqual([true, true, true, true, ...Array(5).fill(false)]);
  const long = Array.from({ length: 8 }, (_, index) => pick(index / 10, 'x'.repeat(400_000)));
  expect(sampled(long, 1000)).toEqual([true, true, true, ...Array(5).fill(false)]);
});
