import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Steps } from '../report/steps.ts';
import { goalsOf } from './goals.ts';
import type { Outcome } from './render.ts';

const outcome: Outcome = {
  name: 'bikes',
  quietDays: 10,
  wrong: [],
  noticed: { mean: 1, category: 2, missing: null, truths: 1 },
  phases: { metric: 'coverage', before: 0.9, changed: 0.5, retrained: 0.9, back: 0.5 },
  told: [],
  peers: undefined,
  seconds: 1,
};

it('a shift that was missed fails its goal, in a run that goes on where another was ended, too', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'steps-')), 'results');
  const goals = goalsOf([await new Steps(file).take('life', async () => outcome)]);
  expect(goals[1]).toMatchObject({ measured: 99, bound: 'at most', goal: 3 });
  const resumed = await new Steps(file).take<Outcome>('life', () => Promise.reject(new Error('is done')));
  expect(goalsOf([resumed])).toEqual(goals);
});
