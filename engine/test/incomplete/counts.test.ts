import { expect, test } from 'vitest';
import { createRandom } from '../../src/random.ts';
import { train } from '../../src/train.ts';
import { numberColumn, tableOf } from '../tables.ts';

const rowCount = 800;

/** Draws counts of which many are 0, by Poisson's distribution. */
function drawCounts(seed: number) {
  const random = createRandom(seed);
  const noise = () => random() + random() + random() - 1.5;
  return Array.from({ length: rowCount }, () => {
    const [a, b] = [2 * noise(), 2 * noise()];
    let [chance, left, count] = [Math.exp(-Math.exp(0.3 + 0.7 * a + 0.2 * b)), random(), 0];
    const rate = -Math.log(chance);
    for (left -= chance; left > 0 && count < 100; left -= chance) chance *= rate / ++count;
    return { a, b, count };
  });
}

test('of counts without any input, the mean is answered with bounds that reach 0 and hold', async () => {
  const held = await Promise.all(
    [1, 2, 3, 4].map(async (seed) => {
      const rows = drawCounts(seed);
      const columns = (['a', 'b', 'count'] as const).map((name) =>
        numberColumn(
          name,
          rows.map((row) => row[name]),
        ),
      );
      const model = await train(tableOf(columns), { target: 'count', effort: 'quick' });
      const { values, lower, upper } = model.predict([{}], { quantile: 0.9 }, [])!;
      const mean = rows.reduce((sum, { count }) => sum + count / rowCount, 0);
      expect(Math.abs(values[0] - mean)).toBeLessThan(0.05 * mean);
      expect(lower![0]).toBe(0);
      expect(model.predict([{ a: -1 }], { quantile: 0.5 }, [])!.lower![0]).toBe(0);
      return rows.filter(({ count }) => count >= lower![0] && count <= upper![0]).length / rowCount;
    }),
  );
  expect(held.reduce((sum, share) => sum + share / held.length, 0)).toBeGreaterThan(0.85);
});
