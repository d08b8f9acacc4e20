import { expect, it } from 'vitest';
import { figureText } from './figure-text.ts';

it.each([
  [13_871.4, 3, '13,900'],
  [873, 2, '870'],
  [999.7, 3, '1,000'],
  [-52_463, 3, '-52,500'],
  [1_234_567, 3, '1,230,000'],
  [0.83776, 3, '0.838'],
  [0.00000123, 3, '0.00000123'],
  [421, 3, '421'],
  [0, 3, '0.00'],
  [2.5e20, 3, '2.50e+20'],
])('says %d with %i digits as %s', (value, digits, text) => {
  expect(figureText(value, digits)).toBe(text);
});
