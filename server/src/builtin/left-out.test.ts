import { expect, test } from 'vitest';
import type { Condition, Field, Reading } from '../questions/algebra.ts';
import { leavesDenial } from './left-out.ts';

const field: Field = { at: 0, column: { name: 'maker', type: 'text', distinct: 3 }, part: 'whole', kind: 'text' };
const readingOf = (...conditions: Condition[]): Reading => ({ rows: { conditions }, answer: { kind: 'count' } });
const ford: Condition = { test: 'is', field, values: ['Ford'] };
const noFord: Condition = { ...ford, negated: true };
const none: Condition = { test: 'is', field, values: ['None'] };

test.each([
  ['How many cars are not Fords?', ford, true],
  ['How many cars are not Fords?', noFord, false],
  ['How many cars except Fords?', noFord, false],
  ["How many cars aren't Fords?", noFord, false],
  ["How many cars aren't Fords?", ford, true],
  ['How many cars other than Fords?', ford, true],
  ['How many cars have no maker?', { test: 'missing', field } as const, false],
  ['How many cars have no maker?', none, false],
  ['How many cars, not Fords, have a maker?', { test: 'missing', field, negated: true } as const, true],
  ['How many Fords have no owner?', ford, true],
  ['How many Fords have no more than 3 doors?', ford, false],
  ['Which Ford won the most races?', ford, false],
])('%s', (question, condition, isLeft) => expect(leavesDenial(readingOf(condition), question)).toBe(isLeft));

test('a name that denies is read', () => {
  const column = { name: 'days_not_worked', type: 'number', distinct: 9 };
  const days: Field = { at: 1, column, part: 'whole', kind: 'number' };
  const reading: Reading = { rows: { conditions: [] }, answer: { kind: 'figure', field: days, aggregate: 'sum' } };
  expect(leavesDenial(reading, 'How many days not worked?')).toBe(false);
});

test('a column of what is outside denies nothing', () => {
  const column = { name: 'outside_seats', type: 'number', distinct: 9 };
  const seats: Field = { at: 1, column, part: 'whole', kind: 'number' };
  const reading: Reading = { rows: { conditions: [] }, answer: { kind: 'figure', field: seats, aggregate: 'sum' } };
  expect(leavesDenial(reading, 'How many outside seats?')).toBe(false);
});
