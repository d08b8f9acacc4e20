import { createRandom } from '@sibyl/engine/random.ts';
import { expect, it } from 'vitest';
import { encodeJson } from '../../../platform/db/json.ts';
import { addSums, type Joined, type LiveSums, noSums, type Sums, SumsByWindow } from './live-sums.ts';
import type { Shape } from './shapes.ts';
import { canTake, takeFrom } from './take-back.ts';

const random = createRandom(5);
const shape: Shape = { classes: null, readClass: () => undefined, middle: 50 };
const window = { version: 1, window_start: '2026-01-05T00:00:00.000Z' };

function truthOf(error: number): Joined {
  const figures = { is_right: null, is_inside: error > 0 ? 1 : 0, confidence: 0.9, answered: null };
  return { ...window, ...figures, error, truth: encodeJson(50 + error) };
}

async function sumOf(errors: readonly number[]): Promise<LiveSums> {
  const sums = new SumsByWindow();
  sums.begin(window);
  await sums.addAll(errors.map(truthOf), new Map([[1, shape]]));
  return [...sums.values()][0];
}

/** What is left of sums, name by name, without what rounding leaves of empty bins. */
function left(stored: Sums, taken: Sums): Record<string, number | null> {
  const change = noSums();
  takeFrom(change, taken);
  const { tally = {}, ...sums } = addSums(stored, change);
  return { ...sums, ...Object.fromEntries(Object.entries(tally).filter(([name]) => tally[`e${name.slice(1)}`] !== 0)) };
}

it('takes a few truths out of many, as if they had never been added', async () => {
  const errors = Array.from({ length: 5000 }, () => 20 * (random() - 0.5));
  const [stored, taken] = [await sumOf(errors), await sumOf(errors.slice(0, 2))];
  expect(canTake(stored, taken)).toBe(true);
  const { tally = {}, version: _, window_start: __, ...sums } = await sumOf(errors.slice(2));
  const rest = left(stored, taken);
  for (const [name, expected] of Object.entries({ ...sums, ...tally, looks: stored.looks })) {
    const [found, sum] = [Number(rest[name]), Number(expected)];
    expect(Math.abs(found - sum) / Math.max(1, Math.abs(sum)), name).toBeLessThan(1e-9);
  }
});

it('adds up anew what swallowed others, many at once, and bins that were made wider', async () => {
  const errors = Array.from({ length: 5000 }, () => 20 * (random() - 0.5));
  expect(canTake(await sumOf([...errors, 1e20]), await sumOf([1e20]))).toBe(false);
  expect(canTake(await sumOf(errors), await sumOf(errors.slice(0, 500)))).toBe(false);
  const wide = await sumOf(Array.from({ length: 5000 }, (_, at) => 10 ** (at / 50 - 50)));
  const gone = Array.from({ length: 200 }, (_, at) => 10 ** (at / 50));
  const verdicts = await Promise.all(gone.map(async (error) => canTake(wide, await sumOf([error]))));
  expect(verdicts).toContain(false);
});
