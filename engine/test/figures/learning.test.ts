import { expect, test } from 'vitest';
import { loadModel } from '../../src/load.ts';
import { createRandom } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

/** A step function that few rows do not reveal. */
function drawSteps(rowCount: number, seed: number) {
  const random = createRandom(seed);
  const inputs = ['a', 'b', 'c'].map(() => Array.from({ length: rowCount }, random));
  const steps = Array.from({ length: rowCount }, (_, row) =>
    inputs.reduce((sum, values, place) => sum + (Math.floor(values[row] * 6 + place) % 3), 0),
  );
  const y = steps.map((step) => step + 0.3 * random());
  return tableOf([
    ...inputs.map((values, place) => numberColumn('abc'[place], values)),
    numberColumn('y', y),
    textColumn(
      'high',
      steps.map((step) => (step > 3 ? 'yes' : 'no')),
    ),
  ]);
}

test.each([
  ['y', 'high', 1],
  ['high', 'y', -1],
])(
  'what twice the rows would give is told, and is about what they give: %s',
  { tags: 'long' },
  async (target, ignored, better) => {
    const request = { target, ignore: [ignored], effort: 'quick', timeBudgetSeconds: 600 } as const;
    const { learning } = loadModel((await train(drawSteps(200, 1), request)).toBytes()).description;
    const { learning: larger } = (await train(drawSteps(400, 2), request)).description;
    if (!learning || !larger) throw new Error('no learning curve');
    expect(better * (learning.all - learning.half)).toBeGreaterThan(0);
    expect(better * (learning.doubled - learning.all)).toBeGreaterThan(0);
    expect(learning.gain_error).toBeGreaterThan(0);
    // Closer to the result of twice the rows than to the present one.
    expect(Math.abs(larger.all - learning.doubled)).toBeLessThan(Math.abs(larger.all - learning.all));
  },
);

test('few rows tell no curve', async () => {
  const { learning } = (await train(drawSteps(50, 3), { target: 'y', effort: 'quick' })).description;
  expect(learning).toBeNull();
});
