import { expect, test } from 'vitest';
import { createNumericReader } from './cells.ts';

test('the words of the sender for no value are missing, also where they are numbers or dates', () => {
  const readNumber = createNumericReader({ type: 'number', blanks: ['-999', 'none'], decimal: '.' });
  expect([-999, '-999', ' -999 ', 'None', 'NA', -998, '-998'].map(readNumber)).toEqual([
    ...Array(5).fill(Number.NaN),
    -998,
    -998,
  ]);
  const readDate = createNumericReader({ type: 'date', blanks: ['1900-01-01'], date_order: 'ymd' });
  expect(readDate('1900-01-01')).toBeNaN();
  expect(readDate('1900-01-02')).toBe(Date.UTC(1900, 0, 2));
});
