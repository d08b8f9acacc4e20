import { expect, test, vi } from 'vitest';
import { numberColumn, tableOf, textColumn } from '../../test/tables.ts';
import { createRandom } from '../random.ts';
import { makeRowSplits } from '../splits/folds.ts';
import { train } from '../train.ts';
import { joinFolds } from './shorten-search.ts';

test('joined folds hold out each row once, and learn from all others', () => {
  const rowCount = 103;
  const none = new Int32Array(rowCount);
  const group = Int32Array.from(none.keys());
  const folds = makeRowSplits({ rowCount, folds: 10, repeats: 1, seed: 1, group, stratum: none });
  const joined = joinFolds(folds, 3);
  expect(joined.flatMap(({ validation }) => [...validation]).sort((a, b) => a - b)).toEqual([...group]);
  for (const { train: known, validation } of joined)
    expect([...known, ...validation].sort((a, b) => a - b)).toEqual([...group]);
});

/** A clock that moves on whenever it is read, as if a step took so long: the same on any machine, however busy. */
function countReadings(milliseconds: number) {
  let now = 0;
  return vi.spyOn(performance, 'now').mockImplementation(() => {
    now += milliseconds;
    return now;
  });
}

/** Before, it took twice its time, judged a tenth of the rows, and learned in short steps that ended early. */
test.for([4, 8])(
  'a training whose steps take %d ms keeps to its time, judges all rows, and is no stump',
  async (step) => {
    const random = createRandom(8);
    const draw = () => Array.from({ length: 800 }, random);
    const [a, b, c] = [draw(), draw(), draw()];
    const y = a.map((value, row) => Math.sin(6 * value) + b[row] * c[row] + 0.2 * random());
    const table = tableOf([numberColumn('a', a), numberColumn('b', b), numberColumn('c', c), numberColumn('y', y)]);
    const clock = countReadings(step);
    const begun = performance.now();
    const { description } = await train(table, { target: 'y', timeBudgetSeconds: 6 });
    const seconds = (performance.now() - begun) / 1000;
    clock.mockRestore();
    expect(seconds).toBeLessThan(7);
    expect(description.calibration[0].count).toBe(800);
    expect(description.accuracies.r2_score).toBeGreaterThan(0.95);
  },
);

test('a pause of a busy machine while trees are timed changes nothing that is learned', async () => {
  const random = createRandom(3);
  const draw = () => Array.from({ length: 30 }, random);
  const [a, b, c] = [draw(), draw(), draw()];
  const kinds = a.map((value, row) => ['x', 'y', 'z'][Math.floor(3 * (0.7 * value + 0.3 * b[row]))]);
  const table = tableOf([numberColumn('a', a), numberColumn('b', b), numberColumn('c', c), textColumn('kind', kinds)]);
  const rows = a.map((value, row) => ({ a: value, b: b[row], c: c[row] }));
  const learn = async () => (await train(table, { target: 'kind', effort: 'quick' })).predict(rows, {}, []);
  const undisturbed = await learn();
  const readClock = performance.now.bind(performance);
  let [timed, paused] = [0, 0];
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    // Only the first timing is paused.
    const isTimed = paused === 0 && new Error().stack?.includes('timeRounds') === true;
    if (isTimed && ++timed === 2) paused = 100;
    return readClock() + paused;
  });
  const disturbed = await learn();
  clock.mockRestore();
  expect(paused).toBe(100);
  expect(disturbed).toEqual(undisturbed);
});
