import { expect, test } from 'vitest';
import type { BeyondDescription } from '../description.ts';
import { warnOfLaterRows } from './other-rows-warnings.ts';

const later = (mae: number, scheme = 'forward') =>
  [{ column: 'trend', scheme, accuracies: { mae }, standard_errors: { mae: 16 } }] as unknown as BeyondDescription[];

test('later rows that are predicted worse beyond chance are told of', () => {
  expect(warnOfLaterRows({ mae: 120 }, later(171))).toEqual([expect.stringMatching(/`trend`.* mae is 171 ± 16 .*120/)]);
  expect(warnOfLaterRows({ mae: 150 }, later(171))).toEqual([]);
  expect(warnOfLaterRows({ mae: 120 }, later(171, 'group'))).toEqual([]);
});

test('nothing is told of later rows where one piece of time cannot show chance', () => {
  const [one] = later(171);
  expect(warnOfLaterRows({ mae: 120 }, [{ ...one, standard_errors: {} }])).toEqual([]);
});
