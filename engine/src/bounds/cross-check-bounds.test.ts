import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { askedFor } from './coverages.ts';
import { crossCheckBounds } from './cross-check-bounds.ts';
import { fitBounds } from './fit-bounds.ts';
import { boundRows } from './fitted-bounds.ts';
import { createBoundReader } from './local.ts';
import { anywhere } from './support.ts';

const random = createRandom(21);
/** About normal: the sum of twelve uniform numbers. */
const draw = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);

/** Calibration of bounds learned from errors that stand `times` each, beside what fresh errors show. */
async function judge(count: number, times: number) {
  const once = Float64Array.from({ length: count }, draw);
  const errors = Float64Array.from({ length: count * times }, (_, row) => once[row % count]);
  const places = Float64Array.from({ length: count }, random);
  const predictions = errors.map((_, row) => places[row % count]);
  const input = {
    encoded: { features: [], columns: [], encoders: [] },
    truth: { values: errors.map((error, row) => error + predictions[row]), support: anywhere },
    predictions,
    errors,
    group: Int32Array.from(errors, (_, row) => row % count),
    seed: 3,
    deadline: Number.NEGATIVE_INFINITY,
    pause: async () => {},
  };
  const fit = await fitBounds(input);
  const fresh = Float64Array.from({ length: 500 }, random);
  const truths = fresh.map((prediction) => prediction + draw());
  return crossCheckBounds(input, fit).calibration.map(({ confidence, observed, standard_error = Number.NaN }) => {
    const read = createBoundReader(fit.fitted.knots, askedFor(fit.fitted.coverages, confidence));
    const { lower, upper } = boundRows(fit.fitted, read, fresh, new Float64Array(0), 0);
    const inside = truths.filter((truth, row) => truth >= lower[row] && truth <= upper[row]).length / truths.length;
    return { standard_error, isTold: Math.abs(observed - inside) <= 2 * standard_error + 0.01 };
  });
}

test('the standard errors of calibration hold for tables of a hundred rows, and count repeated rows once', async () => {
  for (const times of [1, 3]) {
    const tables = 40;
    const levels = (await Promise.all(Array.from({ length: tables }, () => judge(100, times)))).flat();
    const told = levels.filter(({ isTold }) => isTold).length / levels.length;
    const mean = levels.reduce((sum, { standard_error }) => sum + standard_error / levels.length, 0);
    expect(told).toBeGreaterThan(0.92);
    expect(mean).toBeGreaterThan(0.03);
    expect(mean).toBeLessThan(0.06);
  }
});
