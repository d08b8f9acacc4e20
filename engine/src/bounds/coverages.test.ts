import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { askedFor, fitCoverages, markInside, type ScaledRows } from './coverages.ts';
import { collectLocalBounds } from './local.ts';

const random = createRandom(31);
/** About normal: the sum of twelve uniform numbers. */
const draw = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);

/** 3,000 rows with the same error distribution times `factor`. */
const noise = Float64Array.from({ length: 3000 }, draw);
function rowsOf(factor: number): ScaledRows {
  const predictions = noise.map((_, row) => row);
  return { predictions, errors: noise.map((error) => factor * error), scales: noise.map(() => 1) };
}

test('without a sign that errors will shrink, what is wished is asked', () => {
  const { predictions, errors } = rowsOf(1);
  const coverages = fitCoverages(collectLocalBounds(predictions, errors, 1), rowsOf(1));
  for (const level of [0.5, 0.8, 0.9, 0.99]) expect(askedFor(coverages, level)).toBeCloseTo(level, 1);
});

test('errors that shrink as rows are added need narrower bounds', () => {
  const { predictions, errors } = rowsOf(1);
  const knots = collectLocalBounds(predictions, errors, 1);
  const coverages = fitCoverages(knots, rowsOf(1), {
    raced: rowsOf(1),
    most: rowsOf(1),
    fewer: rowsOf(1.15),
    reach: 0.8,
    rowsPerGroup: 1,
  });
  const { bounds } = knots[5];
  const asked = askedFor(coverages, 0.8);
  const smallerErrors = bounds.errors.map((error) => error / 1.12);
  const edge = bounds.errors[Math.round((bounds.errors.length - 1) * (0.5 + asked / 2))];
  expect(asked).toBeLessThan(0.79);
  expect(smallerErrors.filter((error) => Math.abs(error) <= edge).length / 600).toBeGreaterThan(0.77);
});

test('a file without coverages asks for what is wished', () => {
  expect(askedFor({ wished: new Float64Array(0), asked: new Float64Array(0) }, 0.87)).toBe(0.87);
});

test('bounds from rows that hang together hold among rows of new groups', () => {
  const [groups, each, tables] = [60, 40, 60];
  let held = 0;
  for (let table = 0; table < tables; table++) {
    const effects = Float64Array.from({ length: groups }, draw);
    const errors = Float64Array.from({ length: groups * each }, (_, row) => effects[Math.floor(row / each)]);
    const places = effects.map(random);
    const predictions = errors.map((_, row) => places[Math.floor(row / each)]);
    const fresh = effects.map(random);
    const rows = { predictions: fresh, errors: fresh.map(draw), scales: fresh.map(() => 1) };
    const knots = collectLocalBounds(predictions, errors, each);
    held += markInside(knots, 0.9, rows).reduce((sum, inside) => sum + inside / groups / tables, 0);
  }
  expect(Math.abs(held - 0.9)).toBeLessThan(0.015);
});
