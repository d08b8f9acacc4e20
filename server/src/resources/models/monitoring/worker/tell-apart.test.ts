import { createRandom } from '@sibyl/engine/random.ts';
import { expect, it } from 'vitest';
import { areaOf } from './area.ts';
import { tellApart } from './tell-apart.ts';

const [width, rows] = [6, 200];
const random = createRandom(11);
const columns = Array.from({ length: width }, (_, place) => ({ name: `c${place}`, isOrdered: place % 2 === 0 }));

/** Draws rows of bins; those of column 2 move. */
function draw(moved = 0): Uint8Array {
  const bin = (place: number) => Math.min(19, Math.floor(20 * random()) + (place % width === 2 ? moved : 0));
  return Uint8Array.from({ length: rows * width }, (_, place) => bin(place));
}

const tell = async (asked: Uint8Array) => (await tellApart([{ columns, training: draw(), asked }]))[0]!;

it('tells rows apart by the column that moved', async () => {
  const { auc, standard_error, columns: named } = await tell(draw(8));
  expect(auc).toBeGreaterThan(0.5 + 5 * standard_error);
  expect(named[0]).toBe('c2');
});

it('knows no row by heart that is asked twice', async () => {
  const asked = draw();
  asked.copyWithin((rows / 2) * width, 0, (rows / 2) * width);
  const { auc, standard_error } = await tell(asked);
  expect(auc).toBeLessThan(0.5 + 3 * standard_error);
});

it('is hardly ever sure of a difference where there is none', async () => {
  const chances = [];
  for (let round = 0; round < 20; round += 1) chances.push(await tell(draw()));
  expect(Math.max(...chances.map(({ auc, standard_error }) => (auc - 0.5) / standard_error))).toBeLessThan(3.5);
});

it('ranks as Mann and Whitney do, ties too', () => {
  const { area, variance } = areaOf(Float64Array.of(0, 1, 0, 1), Float64Array.of(1, 2, 2, 3))!;
  expect(area).toBe(0.875);
  expect(variance).toBeCloseTo((5 - 6 / 12) / 48, 12);
  expect(areaOf(Float64Array.of(1, 1), Float64Array.of(1, 2))).toBeUndefined();
});
