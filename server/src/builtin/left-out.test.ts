import { expect, test } from 'vitest';
import type { Condition, Field, Reading } from '../questions/algebra.ts';
import { leavesBound, leavesCalendar, leavesDenial, leavesOpposite, leavesValue } from './left-out.ts';

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

test.each(['men > 50', 'men >= 50', 'men <= 50', 'men 50+', 'men older than 50', 'men over 50', 'men up to 50'])(
  'the 50 of %s is a bound',
  (question) => expect(leavesBound(['50'], question)).toBe(true),
);

test('a word that the question has not, and a number by itself, bound nothing', () => {
  expect([leavesBound(['sixty'], 'men older than fifty'), leavesBound(['50'], 'men of 50')]).toEqual([false, false]);
});

test.each([
  [['june'], true],
  [['mondays'], true],
  [['months'], false],
])('%s that are left choose other rows: %s', (unread, isLeft) => expect(leavesCalendar(unread)).toBe(isLeft));

const staff = {
  name: 'staff',
  row_count: 900,
  columns: [
    { name: 'married', type: 'text', distinct: 2, values: ['yes', 'no'] },
    { name: 'job', type: 'text', distinct: 2, values: ['management', 'sales'] },
  ],
};

test.each([
  [['unmarried'], true],
  [['united'], false],
])('%s that is left is the opposite of a column: %s', (unread, isLeft) =>
  expect(leavesOpposite(unread, staff, 'How many unmarried staff?')).toBe(isLeft),
);

test.each([
  [['managers'], true],
  [['man'], false],
  [['victims'], false],
])('%s that are left begin as a value does: %s', (unread, isLeft) => expect(leavesValue(unread, staff)).toBe(isLeft));
