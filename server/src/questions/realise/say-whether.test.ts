import { expect, test } from 'vitest';
import type { Field, Reading } from '../algebra.ts';
import { sayWhether, whetherOf } from './say-whether.ts';

const column = { name: 'city', type: 'text', distinct: 2 };
const city: Field = { at: 0, column, part: 'whole', kind: 'text' };
const compared: Reading = {
  rows: { conditions: [{ test: 'is', field: city, values: ['Rome', 'Oslo'] }] },
  answer: { kind: 'groups', by: city, measure: { of: 'rows' } },
};

test.each([
  ['Is it dearer in Rome than in Oslo?', 'Yes, the difference is **3**.'],
  ['Is it cheaper in Rome than in Oslo?', 'No, the difference is **3**.'],
])('%s', (question, said) => {
  const whether = whetherOf(question, compared);
  expect(
    whether &&
      sayWhether(whether, [
        ['Oslo', 4],
        ['Rome', 7],
      ]),
  ).toBe(said);
});

test('figures of both are no verdict where none is asked for, or one is missing', () => {
  expect(whetherOf('Compare Rome and Oslo', compared)).toBeUndefined();
  expect(sayWhether({ first: 'Rome', descending: true }, [['Rome', 7]])).toBeUndefined();
});

test.each([
  ['Are there any homes in Rome?', 3, 'Yes.'],
  ['any homes in Rome', 0, 'No.'],
  ['How many homes are in Rome?', 3, undefined],
])('%s %s', (question, count, said) => {
  const counted: Reading = { rows: compared.rows, answer: { kind: 'count' } };
  const whether = whetherOf(question, counted);
  expect(whether && sayWhether(whether, [[count]])).toBe(said);
});
