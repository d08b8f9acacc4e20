import { expect, test } from 'vitest';
import { tellsOfAnswers } from '../curves/answer-warnings.ts';
import { warnOfSilentClasses } from './silent-classes.ts';

test('a class that is never answered is warned of, unless hardly any row has it', () => {
  const confusion = [
    [30, 0, 9, 0],
    [11, 0, 4, 0],
    [5, 0, 40, 0],
    [2, 0, 1, 0],
  ];
  const warnings = warnOfSilentClasses(['N', 'A', 'Y', 'U'], confusion);
  expect(warnings).toEqual([expect.stringContaining('"A" is never predicted: none of the 15 held-out rows')]);
  expect(warnOfSilentClasses(null, null)).toEqual([]);
});

test('a rare class that is only answered where it is not is never found', () => {
  const confusion = [
    [2974, 2],
    [24, 0],
  ];
  const warnings = warnOfSilentClasses(['N', 'Y'], confusion);
  expect(warnings).toEqual([
    expect.stringContaining(
      '"Y" is never found: none of the 24 held-out rows of this class is predicted as it, 2 others',
    ),
  ]);
  expect(warnings.every(tellsOfAnswers)).toBe(true);
});
