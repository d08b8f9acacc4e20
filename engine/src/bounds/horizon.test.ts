import { expect, test } from 'vitest';
import { SavedValue } from '../model-file/reader.ts';
import { TensorWriter } from '../model-file/tensors.ts';
import { createRandom } from '../random.ts';
import { fitBounds } from './fit-bounds.ts';
import { boundRows } from './fitted-bounds.ts';
import { createBoundReader } from './local.ts';
import { loadBounds, saveBounds } from './save-bounds.ts';

const random = createRandom(12);
/** About normal: the sum of twelve uniform numbers. */
const draw = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);
const [days, pieces] = [100, 8];

/** Errors of a walk from the last known value on, in each piece of time. */
function drawErrors(length: number): number[] {
  let place = 0;
  return Array.from({ length }, () => {
    place += draw();
    return place;
  });
}

async function boundWalks() {
  const errors = Float64Array.from(Array.from({ length: pieces }, () => drawErrors(days)).flat());
  const ahead = errors.map((_, row) => 1 + (row % days));
  const stretch = Int32Array.from(errors, (_, row) => Math.floor(row / days));
  const { fitted } = await fitBounds({
    encoded: { features: [], columns: [], encoders: [] },
    predictions: errors.map(() => 0),
    errors,
    group: stretch,
    time: { slots: [0], last: 5000, ahead, stretch },
    seed: 1,
    deadline: Number.POSITIVE_INFINITY,
    pause: async () => {},
  });
  return fitted;
}

/** Times of new rows are counted from the last known one. */
function widthsAt(fitted: Awaited<ReturnType<typeof boundWalks>>, aheads: readonly number[]): number[] {
  const rows = Float64Array.from(aheads, (ahead) => 5000 + ahead);
  const zeros = new Float64Array(rows.length);
  return [...boundRows(fitted, createBoundReader(fitted.knots, 0.9), zeros, rows, 1).upper];
}

test('bounds of walks grow with the time ahead, also beyond what was tried, and hold', async () => {
  const rounds = 60;
  const aheads = [5, 100, 300];
  const inside = aheads.map(() => 0);
  let ratio = 0;
  for (let round = 0; round < rounds; round++) {
    const fitted = await boundWalks();
    const widths = widthsAt(fitted, aheads);
    ratio += widths[2] / widths[1] / rounds;
    for (let future = 0; future < 40; future++) {
      const walk = drawErrors(300);
      for (const [place, ahead] of aheads.entries())
        inside[place] += Number(Math.abs(walk[ahead - 1]) <= widths[place]) / rounds / 40;
    }
  }
  expect(ratio).toBeGreaterThan(1.4);
  for (const share of inside) expect(Math.abs(share - 0.9)).toBeLessThan(0.08);
});

test('bounds that grow with time are loaded as they were saved', async () => {
  const fitted = await boundWalks();
  const tensors = new TensorWriter();
  const saved = new SavedValue(saveBounds(fitted, tensors), tensors.tensors);
  expect(widthsAt(loadBounds(saved, 1), [1, 50, 900])).toEqual(widthsAt(fitted, [1, 50, 900]));
});
