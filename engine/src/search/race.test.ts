import { expect, test, vi } from 'vitest';
import type { Candidate, Split } from '../learners/contract.ts';
import { createRandom, rowNumbers } from '../random.ts';
import { type Contender, raceCandidates } from './race.ts';

const random = createRandom(14);
const values = Float64Array.from({ length: 3000 }, () => random());
const labels = { task: 'regression', values, classCount: 0, loss: 'squared' } as const;
const rows = rowNumbers(3000);
const splits: Split[] = Array.from({ length: 6 }, (_, splitIndex) => ({
  encoded: { features: [], columns: [], encoders: [] },
  labels,
  train: rows.filter((row) => row % 6 !== splitIndex),
  validation: rows.filter((row) => row % 6 === splitIndex),
  seed: splitIndex,
  deadline: 0,
  pause: async () => {},
}));

/** Milliseconds of a clock on which only fits take time, where it is used. */
let [clock, fitMilliseconds] = [0, 0];

/** Milliseconds that each fit was given. */
const given: number[] = [];

/** Returns a candidate with errors of these sizes, the last one from then on, whose fits are counted. */
function candidateOf(name: string, spreads: readonly number[], fits: Record<string, number>): Candidate {
  const predictions: Float64Array[] = [];
  return {
    name,
    start: () => ({
      async add(split) {
        given.push(split.deadline - performance.now());
        fits[name] = (fits[name] ?? 0) + 1;
        clock += fitMilliseconds;
        const spread = spreads[predictions.length] ?? spreads.at(-1)!;
        predictions.push(Float64Array.from(split.validation, (row) => values[row] + spread * (random() - 0.5)));
      },
      result: () => {
        const model = { cost: 1, score: () => {}, save: () => ({}) };
        return {
          predictions: [...predictions],
          models: predictions.map(() => model),
          settings: {},
          refit: async () => model,
        };
      },
    }),
  };
}

async function race(spreads: Record<string, readonly number[]>, deadline: number) {
  const fits: Record<string, number> = {};
  const shares: number[] = [];
  const candidates = Object.entries(spreads).map(([name, spread]) => candidateOf(name, spread, fits));
  const onTried = async (_contender: Contender, done: number) => void shares.push(done);
  return {
    fits,
    shares,
    ...(await raceCandidates({ splits, candidates, deadline, leastMilliseconds: 500, onTried })),
  };
}

test('a hopeless candidate is given up after the first split, a promising one is tried on all', async () => {
  const { fits, splitCount, isCutShort } = await race(
    { good: [0.1], hopeless: [3], fair: [0.12] },
    Number.POSITIVE_INFINITY,
  );
  expect(fits).toEqual({ good: 6, hopeless: 1, fair: 6 });
  expect({ splits: splitCount, isCutShort }).toEqual({ splits: 6, isCutShort: false });
});

test('the share of fits done never exceeds 1, although a candidate leaves the race late', async () => {
  const { fits, shares } = await race({ good: [0.1], late: [0.1, 3], fair: [0.12] }, Number.POSITIVE_INFINITY);
  expect(fits).toEqual({ good: 6, late: 3, fair: 6 });
  expect(Math.max(...shares)).toBe(1);
});

test('without time the first candidate is tried once, and that is owned up to', async () => {
  given.length = 0;
  const { fits, splitCount, isCutShort, contenders } = await race({ good: [0.1], better: [0.05] }, 0);
  expect(given[0]).toBeGreaterThan(400);
  expect(fits).toEqual({ good: 1 });
  expect({ splits: splitCount, isCutShort }).toEqual({ splits: 1, isCutShort: true });
  expect(contenders.map(({ name }) => name)).toEqual(['good']);
});

test.each([
  { time: 'for all first fits', milliseconds: 130 },
  { time: 'for few fits', milliseconds: 45 },
])('with time $time, rows enough for figures are held out, by fewer candidates', async ({ milliseconds }) => {
  [clock, fitMilliseconds] = [0, 10];
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  const spreads = Object.fromEntries(Array.from({ length: 12 }, (_, place) => [`candidate ${place}`, [0.1]]));
  const { fits, splitCount, isCutShort } = await race(spreads, milliseconds).finally(() => now.mockRestore());
  fitMilliseconds = 0;
  // Two splits hold a thousand rows.
  expect(splitCount).toBeGreaterThanOrEqual(2);
  expect(Math.max(...Object.values(fits))).toBe(splitCount);
  expect(isCutShort).toBe(true);
});

test('a candidate that had no turn gets one where the others leave time, and may win', async () => {
  [clock, fitMilliseconds] = [0, 10];
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  // First fits end after 80 of 200 milliseconds; all of these but one lose on the first split.
  const poor = Array.from({ length: 7 }, (_, place) => [`poor ${place}`, [3]]);
  const spreads = Object.fromEntries([['good', [0.1]], ...poor, ['late', [0.05]]]);
  const { fits, splitCount } = await race(spreads, 200).finally(() => now.mockRestore());
  fitMilliseconds = 0;
  expect(splitCount).toBe(6);
  expect(fits).toMatchObject({ good: 6, 'poor 0': 1, late: 6 });
});
