import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { calibratePart, fitClassParts } from './class-parts.ts';

/** Rows of five categories that are said to be right by 0.8; of the first as many as `right` are. */
function draw(seed: number, right: number) {
  const random = createRandom(seed);
  const codes = Float64Array.from({ length: 1000 }, (_, row) => row % 5);
  const probabilities = Float64Array.from(
    [...codes].flatMap(() => {
      const second = random() < 0.5 ? 0.2 : 0.8;
      return [1 - second, second];
    }),
  );
  const truth = codes.map((code, row) => {
    const likelier = Number(probabilities[2 * row + 1] > 0.5);
    return random() < (code === 0 ? right : 0.8) ? likelier : 1 - likelier;
  });
  const rows = Int32Array.from(codes.keys());
  return { columns: [{ slot: 3, values: codes, categories: 5 }], said: { rows, truth, probabilities, classCount: 2 } };
}

test('a category whose rows are harder than they seem is calibrated apart', () => {
  const { columns, said } = draw(1, 0.55);
  const parts = fitClassParts(columns, said);
  expect(parts?.slot).toBe(3);
  expect(parts?.byCode.slice(1)).toEqual([null, null, null, null]);
  const [hard, easy, missing] = [0, 1, Number.NaN].map((code) => {
    const row = Float64Array.of(0.2, 0.8);
    if (parts) calibratePart(parts, code, row, 0, 2);
    return row[1];
  });
  expect(hard).toBeGreaterThan(0.5);
  expect(hard).toBeLessThan(0.68);
  expect([easy, missing]).toEqual([0.8, 0.8]);
});

test('categories that are as they seem are left', () => {
  const found = Array.from({ length: 20 }, (_, seed) => {
    const { columns, said } = draw(10 + seed, 0.8);
    return fitClassParts(columns, said);
  });
  expect(found.filter((parts) => parts !== null).length).toBeLessThan(2);
});

test('rows of a stretch of a number that are harder than they seem are calibrated apart', () => {
  const random = createRandom(40);
  const { columns, said } = draw(3, 0.55);
  const values = Float64Array.from(
    columns[0].values,
    (code) => (code === 0 ? 0.8 : 0) + (code === 0 ? 0.2 : 0.8) * random(),
  );
  const noise = values.map(() => random());
  const numbers = [noise, values].map((own, slot) => ({ slot, values: own, categories: 0 }));
  const parts = fitClassParts(numbers, said);
  expect(parts?.slot).toBe(1);
  const [hard, easy, missing] = [0.9, 0.3, Number.NaN].map((value) => {
    const row = Float64Array.of(0.2, 0.8);
    if (parts) calibratePart(parts, value, row, 0, 2);
    return row[1];
  });
  expect(hard).toBeLessThan(0.7);
  expect([easy, missing]).toEqual([0.8, 0.8]);
});
