import { expect, test } from 'vitest';
import type { Candidate, Sample } from '../learners/contract.ts';
import { createRandom, rowNumbers } from '../random.ts';
import { raceCandidates } from './race.ts';

const random = createRandom(14);
const values = Float64Array.from({ length: 3000 }, () => random());
const labels = { task: 'regression', values, classCount: 0, loss: 'squared' } as const;
const rows = rowNumbers(3000);
const samples: Sample[] = Array.from({ length: 6 }, (_, split) => ({
  encoded: { features: [], columns: [], encoders: [] },
  labels,
  train: rows.filter((row) => row % 6 !== split),
  held: rows.filter((row) => row % 6 === split),
  seed: split,
  deadline: 0,
  pause: async () => {},
}));

/** Errs by as much; counts how often it was fitted. */
function candidateOf(name: string, spread: number, fits: Record<string, number>): Candidate {
  const held: Float64Array[] = [];
  return {
    name,
    start: () => ({
      async add(sample) {
        fits[name] = (fits[name] ?? 0) + 1;
        held.push(Float64Array.from(sample.held, (row) => values[row] + spread * (random() - 0.5)));
      },
      settle: () => {
        const part = { score: () => {}, save: () => ({}) };
        return { held: [...held], parts: held.map(() => part), settings: {}, cost: 1, refit: async () => part };
      },
    }),
  };
}

async function race(spreads: Record<string, number>, deadline: number) {
  const fits: Record<string, number> = {};
  const candidates = Object.entries(spreads).map(([name, spread]) => candidateOf(name, spread, fits));
  return { fits, ...(await raceCandidates({ samples, candidates, deadline, onTried: async () => {} })) };
}

test('a hopeless candidate is given up after the first split, a promising one is tried on all', async () => {
  const { fits, splits, isCutShort } = await race({ good: 0.1, hopeless: 3, fair: 0.12 }, Number.POSITIVE_INFINITY);
  expect(fits).toEqual({ good: 6, hopeless: 1, fair: 6 });
  expect({ splits, isCutShort }).toEqual({ splits: 6, isCutShort: false });
});

test('without time the first candidate is tried once, and that is owned up to', async () => {
  const { fits, splits, isCutShort, contenders } = await race({ good: 0.1, better: 0.05 }, 0);
  expect(fits).toEqual({ good: 1 });
  expect({ splits, isCutShort }).toEqual({ splits: 1, isCutShort: true });
  expect(contenders.map(({ name }) => name)).toEqual(['good']);
});
