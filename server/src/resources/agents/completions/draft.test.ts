import { expect, it } from 'vitest';
import { createBuiltinModel } from '../../../builtin/model.ts';
import { ServiceError } from '../../../errors.ts';
import { draftOf } from './draft.ts';
import { TimeBudget } from './time-budget.ts';
import type { Assignment } from './tool-loop.ts';

const caller = new AbortController();

/** The builtin answerer whose reading of questions fails. */
function failing(error: unknown): Assignment {
  const fail = () => Promise.reject(error);
  const planner = { findWords: fail, plan: fail, hint: fail };
  const prompt: Assignment['prompt'] = [{ role: 'user', content: [{ type: 'text', text: 'How many homes?' }] }];
  const model = createBuiltinModel([], { planner });
  return { model, prompt, toolbox: new Map(), budget: new TimeBudget(10_000, caller.signal) } as unknown as Assignment;
}

it('is left out where questions cannot be read just now, unless the caller left', async () => {
  const busy = new ServiceError('queue_full', 'There are too many questions to read.');
  expect(await draftOf(failing(busy))).toBeUndefined();
  await expect(draftOf(failing(new Error('a mistake')))).rejects.toThrow('a mistake');
  caller.abort();
  await expect(draftOf(failing(busy))).rejects.toThrow();
});
