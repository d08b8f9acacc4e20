/** Seeded tables, equal on every machine. */
import { createRandom } from '@sibyl/engine/random.ts';
import type { Dataset } from './dataset.ts';

/** Standard normal draws (Box and Muller). */
function normalDraws(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function makeNumbers(count: number, rowCount: number, draw: () => number) {
  return Array.from({ length: count }, (_, index) => ({
    name: `x${index}`,
    kind: 'number' as const,
    values: new Float64Array(rowCount).map(draw),
  }));
}

/** Like kin8nm: the distance of a robot hand from a point, from eight joint angles; 8192 x 8. */
export function makeRobotArm(): Dataset {
  const rowCount = 8192;
  const random = createRandom(1);
  const normal = normalDraws(random);
  const features = makeNumbers(8, rowCount, () => (random() - 0.5) * Math.PI);
  const targets = new Float64Array(rowCount).map((_, row) => {
    let [angle, x, y] = [0, 0, 0];
    for (const { values } of features) {
      angle += values[row];
      x += Math.cos(angle) / 8;
      y += Math.sin(angle) / 8;
    }
    return Math.hypot(x - 0.3, y - 0.3) + 0.02 * normal();
  });
  return { name: 'kin8nm-like', task: 'regression', trainCount: Math.floor(rowCount * 0.8), features, targets };
}

/** `trainCount` x 20 numbers (plus a tenth held out); the class depends on eight of them, with noise. */
export function makeLargeBinary(trainCount: number): Dataset {
  const rowCount = Math.round(trainCount * 1.1);
  const random = createRandom(2);
  const features = makeNumbers(20, rowCount, normalDraws(random));
  const x = features.map(({ values }) => values);
  const targets = new Float64Array(rowCount).map((_, row) => {
    const smooth = Math.sin(2 * x[0][row]) + x[1][row] * x[2][row] + 0.5 * x[3][row] ** 2 - 0.5;
    const steps = (x[4][row] > 0.5 ? 1 : 0) - (x[5][row] > x[6][row] ? 1 : 0) + 0.5 * x[7][row];
    return random() < sigmoid(smooth + steps) ? 1 : 0;
  });
  return { name: `${trainCount.toLocaleString('en-US')} x 20`, task: 'binary', trainCount, features, targets };
}

/** Shaped like adult: 48,842 rows of six numbers and eight categories, about a quarter of class 1. */
export function makeAdultLike(): Dataset {
  const rowCount = 48_842;
  const random = createRandom(3);
  const normal = normalDraws(random);
  const numbers = makeNumbers(6, rowCount, () => Math.round(20 * normal()));
  const categories = [8, 16, 7, 14, 6, 5, 2, 41].map((categoryCount, index) => ({
    name: `c${index}`,
    kind: 'category' as const,
    // Squaring makes low codes frequent and high codes rare, as in most tables.
    codes: new Int32Array(rowCount).map(() => Math.floor(random() ** 2 * categoryCount)),
    categoryCount,
    effects: new Float64Array(categoryCount).map(() => 0.7 * normal()),
  }));
  const targets = new Float64Array(rowCount).map((_, row) => {
    const fromCategories = categories.reduce((sum, { codes, effects }) => sum + effects[codes[row]], 0);
    const [first, second, third] = numbers.map(({ values }) => values[row] / 20);
    return random() < sigmoid(fromCategories + first + Math.max(second, 0) * third - 1.5) ? 1 : 0;
  });
  const features = [...numbers, ...categories];
  return { name: 'adult-like', task: 'binary', trainCount: Math.floor(rowCount * 0.8), features, targets };
}
