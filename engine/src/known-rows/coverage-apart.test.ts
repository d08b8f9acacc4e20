import { expect, test } from 'vitest';
import { loadModel } from '../load.ts';
import { createRandom } from '../random.ts';
import { train } from '../train.ts';

type Row = [number, number, number, number];

/** Rows of which two fifths are copies, and what comes later: rows that are new, and other copies. */
function draw(seed: number, copy: (row: Row, normal: () => number) => Row, isClass = false) {
  const random = createRandom(seed);
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);
  const drawNew = (): Row => {
    const [a, b, c] = [normal(), normal(), normal()];
    const y = a * b + c + normal();
    return [a, b, c, isClass ? Number(y > 0) : y];
  };
  const alone = Array.from({ length: 240 }, drawNew);
  const copyOne = () => copy(alone[Math.floor(random() * alone.length)], normal);
  const times = (count: number, make: () => Row) => Array.from({ length: count }, make);
  return { rows: [...alone, ...times(160, copyOne)], fresh: times(2000, drawNew), copies: times(2000, copyOne) };
}

const names = ['a', 'b', 'c'] as const;
const asked = (rows: readonly Row[]) => rows.map(([a, b, c]) => ({ a, b, c }));

async function learn(rows: readonly Row[], seed: number) {
  const columns = names.map((name, column) => ({
    name: name as string,
    type: 'number' as const,
    values: Float64Array.from(rows, (row) => row[column]),
  }));
  const values = Float64Array.from(rows, (row) => row[3]);
  const table = { rowCount: rows.length, columns: [...columns, { name: 'y', type: 'number' as const, values }] };
  const model = await train(table, { target: 'y', effort: 'quick', timeBudgetSeconds: 600, seed });
  return loadModel(model.toBytes());
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value / values.length, 0);

const exact = (row: Row): Row => row;
const jittered = (row: Row, normal: () => number): Row => row.map((cell) => cell + 0.001 * normal()) as Row;

async function judgeBounds(copy: typeof exact | typeof jittered) {
  const tries: { fresh: number; copies: number; said: number }[] = [];
  for (const seed of [1, 2, 3]) {
    const { rows, fresh, copies } = draw(seed, copy);
    const model = await learn(rows, seed);
    const coverage = (some: readonly Row[]) => {
      const { lower, upper } = model.predict(asked(some), {}, [])!;
      return meanOf(some.map((row, place) => Number(row[3] >= lower![place] && row[3] <= upper![place])));
    };
    const [{ coverage: said }] = model.description.accuraciesElsewhere!;
    tries.push({ fresh: coverage(fresh), copies: coverage(copies), said: said.observed });
  }
  for (const kind of ['fresh', 'copies', 'said'] as const) {
    const mean = meanOf(tries.map((one) => one[kind]));
    expect(mean, kind).toBeGreaterThan(0.86);
    expect(mean, kind).toBeLessThan(0.95);
  }
}

test('bounds of new rows and of jittered copies hold as asked, and as the record says', () => judgeBounds(jittered));

test('bounds of new rows and of exact copies hold as asked, and as the record says', { tags: 'long' }, () =>
  judgeBounds(exact),
);

test('probabilities of new rows and of copies are as sure as they are right', { tags: 'long' }, async () => {
  const tries = await Promise.all(
    [1, 2, 3].map(async (seed) => {
      const { rows, fresh, copies } = draw(seed, exact, true);
      const model = await learn(rows, seed);
      return [fresh, copies].map((some) => {
        const { values, confidence } = model.predict(asked(some), {}, [])!;
        return meanOf(some.map((row, place) => confidence[place] - Number(values[place] === row[3])));
      });
    }),
  );
  for (const kind of [0, 1]) expect(Math.abs(meanOf(tries.map((one) => one[kind])))).toBeLessThan(0.04);
});
