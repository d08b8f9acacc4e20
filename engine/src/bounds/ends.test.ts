import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { crossCheckBounds } from './cross-check-bounds.ts';
import { fitBounds } from './fit-bounds.ts';
import { boundRows } from './fitted-bounds.ts';
import { createBoundReader } from './local.ts';
import { bringInto, endsOf, findSupport, limitBounds, type Support } from './support.ts';

const random = createRandom(31);
/** About normal: the sum of twelve uniform numbers. */
const normal = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);

interface Drawn {
  values: Float64Array;
  predictions: Float64Array;
}

async function fit(known: Drawn, support: Support) {
  const { values, predictions } = known;
  const input = {
    encoded: { features: [], columns: [], encoders: [] },
    predictions,
    errors: values.map((value, row) => value - predictions[row]),
    truth: { values, support },
    seed: 1,
    deadline: 0,
    pause: async () => undefined,
  };
  const bounds = await fitBounds(input);
  return { fitted: bounds.fitted, ...crossCheckBounds(input, bounds) };
}

/** Returns the share of truths inside bounds as they are served. */
function coverageOf(
  { fitted }: Awaited<ReturnType<typeof fit>>,
  { values, predictions }: Drawn,
  support: Support,
  level: number,
): number {
  const { lower, upper } = boundRows(
    fitted,
    createBoundReader(fitted.knots, level),
    predictions,
    new Float64Array(0),
    0,
  );
  const inside = predictions.filter((prediction, row) => {
    const bounds = { lower: lower[row], upper: upper[row] };
    limitBounds(support, bringInto(support, prediction), bounds);
    return values[row] >= bounds.lower && values[row] <= bounds.upper;
  });
  return inside.length / values.length;
}

test('bounds reach the zeros of a target that is mostly 0, and the upper side alone takes the risk', async () => {
  const draw = (count: number, noise: number): Drawn => ({
    values: Float64Array.from({ length: count }, () => (random() < 0.6 ? 0 : 2.5 * Math.exp(0.5 * normal()))),
    predictions: Float64Array.from({ length: count }, () => Math.exp(noise * normal())),
  });
  const known = draw(4000, 0.3);
  // Served models average many fits, so their predictions vary less than those that the errors come from.
  const fresh = draw(8000, 0.05);
  const support = findSupport(known.values);
  const bounds = await fit(known, support);
  for (const level of [0.7, 0.8, 0.9])
    expect(Math.abs(coverageOf(bounds, fresh, support, level) - level)).toBeLessThan(0.04);
});

test('calibration of whole numbers counts what is inside bounds as they are served', async () => {
  const draw = (count: number): Drawn => {
    const predictions = Float64Array.from({ length: count }, () => 0.4 * Math.exp(normal()));
    return { predictions, values: predictions.map((mean) => Math.max(0, Math.round(mean + 0.4 * normal()))) };
  };
  const known = draw(1500);
  const support = findSupport(known.values);
  const bounds = await fit(known, support);
  const fresh = draw(8000);
  for (const { confidence, observed } of bounds.calibration)
    expect(Math.abs(coverageOf(bounds, fresh, support, confidence) - observed)).toBeLessThan(0.03);
});

test('ends are the limits of the support, and none where it has no limits', () => {
  const values = Float64Array.from({ length: 40 }, (_, row) => (row < 20 ? 0 : row));
  expect([...new Set(endsOf(findSupport(values), values))]).toEqual([-1, 0]);
  expect([...new Set(endsOf(findSupport(values.map((value) => value - 10)), values))]).toEqual([0]);
});
