import { expect, test } from 'vitest';
import { chooseOrigins, planOrigins } from './origins.ts';

const known = (length: number, lengths = [length]) =>
  chooseOrigins(length, 12, 12, planOrigins(lengths, 12, 12)).map((origin) => origin.known);

test('origins are a horizon apart, so that trials do not overlap', () => {
  expect(known(480)).toEqual([468, 456, 444, 432, 420, 408, 396, 384, 372]);
});

test('a shorter series has as many of them, nearer to each other', () => {
  expect(known(168)).toEqual([156, 147, 138, 129, 120, 111, 102, 93, 84]);
});

test('they are never nearer than half a horizon', () => {
  expect(known(72)).toEqual([60, 54, 48, 42, 36]);
});

test('one long series among short ones does not take trials from these', () => {
  expect(known(72, [72, 72, 72, 480])).toEqual(known(72));
});

test('a series that is barely longer than the horizon has none, a horizon of one step has some', () => {
  expect(known(15)).toEqual([]);
  const one = chooseOrigins(20, 1, 1, planOrigins([20], 1, 1));
  expect(one.map((origin) => origin.known)).toEqual([19, 18, 17, 16, 15, 14, 13, 12, 11]);
});
