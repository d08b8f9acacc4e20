import { expect, test } from 'vitest';
import { type DescribedInputs, noteUnused } from './describe-inputs.ts';
import type { EncodedInput } from './inputs/known-input.ts';
import type { ChosenInputs } from './inputs/ways.ts';

const inputOf = (name: string) => ({ profile: { name } }) as EncodedInput;
const way = (isKnownUsed: boolean, areHolidaysUsed: boolean): ChosenInputs => ({
  form: 'added',
  series: [],
  known: isKnownUsed ? { inputs: [], series: [] } : undefined,
  areHolidaysUsed,
});

function note(names: string[], tried: ChosenInputs[], untried = 0) {
  const described: DescribedInputs = {
    gathered: {
      known: { inputs: names.map(inputOf), series: [] },
      canBend: false,
      holidays: { region: 'DE', names: [], days: 9, series: [], unnamed: [] },
      leftOut: [],
    },
    chosen: undefined,
    tried: tried.map((chosen) => ({ chosen, error: 1 })),
    untried,
  };
  return noteUnused(described);
}

test('what is not used is told one by one', () => {
  const both = [way(true, false), way(false, true)];
  const holidays = 'the holidays of DE are not used: forecasts of the past did not err less with them';
  expect(note(['price'], both)).toEqual([
    '`price` is not used: forecasts of the past did not err less with it',
    holidays,
  ]);
  expect(note(['price', 'day off'], both)).toEqual([
    '`price`, `day off` are not used: forecasts of the past did not err less with them',
    holidays,
  ]);
});

test('what was not tried is not called worse', () => {
  expect(note(['price'], [way(true, false)], 2)).toEqual([
    '`price` is not used: forecasts of the past did not err less with it',
    expect.stringContaining('only 1 of 3 ways'),
  ]);
});
