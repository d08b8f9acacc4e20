import { expect, it } from 'vitest';
import { warningOf } from '../src/agents/warning-of.ts';

it('says that nothing was looked up only where nothing was', () => {
  const warnings = [false, true].flatMap((hasLookedUp) => [
    warningOf({ figures: [], hasLookedUp }),
    warningOf({ figures: ['4711'], hasLookedUp }),
  ]);
  expect(warnings).toEqual([
    expect.stringContaining('nothing up'),
    expect.stringContaining('nothing up'),
    expect.stringContaining('does not confirm'),
    expect.stringContaining('No tool returned these figures: 4711'),
  ]);
});
