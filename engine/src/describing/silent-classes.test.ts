import { expect, test } from 'vitest';
import { warnOfSilentClasses } from './silent-classes.ts';

test('a class that is never answered is warned of, unless hardly any row has it', () => {
  const confusion = [
    [30, 0, 9, 0],
    [11, 0, 4, 0],
    [5, 0, 40, 0],
    [2, 0, 1, 0],
  ];
  const warnings = warnOfSilentClasses(['N', 'A', 'Y', 'U'], confusion);
  expect(warnings).toEqual([expect.stringContaining('"A" is never answered: for none of the 15 held-out rows')]);
  expect(warnOfSilentClasses(null, null)).toEqual([]);
});
