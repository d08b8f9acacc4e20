import { expect, it } from 'vitest';
import { mergePicks } from '../monitoring/fold.ts';
import type { StoredPicks } from '../monitoring/store.ts';
import type { StoredPick } from '../monitoring/stored-pick.ts';
import { Picks } from './picks.ts';

const row = (value: number) => ({ cells: [value], value, confidence: 1, lower: Number.NaN, upper: Number.NaN });
const stored = ({ below, picks }: ReturnType<Picks['take']>) => ({
  below,
  picks: picks.map(({ key, value }): StoredPick => [key, value, 1, null, null, '', null, null]),
});

it('draws uniformly of all rows, whoever saw them and in whatever batches, within bounded memory', () => {
  const most = 500;
  const nodes = [new Picks({ columns: ['x'], most, below: 1 }), new Picks({ columns: ['x'], most, below: 1 })];
  const parts: StoredPicks[] = [];
  let rows = 0;
  let next = 0;
  for (const size of [1, 1, 3, 20_000, 7, 400, 60_000, 1, 2500, 30_000]) {
    const node = nodes[size % 2];
    const first = next;
    next += size;
    node.note(size, (index) => row(first + index));
    node.keep();
    const seen = node.take();
    rows += seen.rows;
    expect(seen.picks.length).toBeLessThanOrEqual(3 * most);
    parts.push(stored(seen));
  }
  expect(rows).toBe(next);
  const { picks } = mergePicks(parts, most);
  expect(picks.length).toBe(most);
  const mean = picks.reduce((sum, [, value]) => sum + value, 0) / most;
  // Four standard errors of the mean of a uniform sample.
  expect(Math.abs(mean / next - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / most));
});

it('counts no row whose answer was not sent', () => {
  const picks = new Picks({ columns: ['x'], most: 10, below: 1 });
  picks.note(5, row);
  picks.keep();
  picks.note(50_000, row);
  picks.drop();
  picks.note(2, row);
  picks.keep();
  const seen = picks.take();
  expect([seen.rows, seen.below, seen.picks.length]).toEqual([7, 1, 7]);
});
