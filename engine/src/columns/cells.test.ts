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

test.each([
  [{ decimal: '.' }, '12,5', 'have a decimal point'],
  [{ decimal: '.' }, 'EUR 1.234,50', 'have a decimal point'],
  [{ decimal: ',' }, '45.5', 'have a decimal comma'],
  [{ decimal: ',' }, '45,5 m²', 'have no unit such as "m²"'],
  [{ decimal: ',' }, 'about 45', undefined],
  [{ decimal: '.', units: [{ name: 'km', factor: 1 }] }, '12000 m', 'are in km'],
  [{ decimal: '.', units: [{ name: 'km', factor: 1 }] }, '12,5 km', 'have a decimal point'],
  [{ decimal: '.', unit: '$' }, '1.500 €', 'are in $'],
  [{ decimal: '.', unit: '%' }, '12 ‰', 'are in %'],
  [{ decimal: '.' }, '01067', 'have no leading zeros, which codes have'],
  [{ clock: true }, 'half past eight', 'are times such as 13:30, in hours'],
] as const)('a refused number says what it has that the column lacks: %j %j', (reading, cell, hint) => {
  const refused = createNumericReader({ type: 'number', blanks: [], ...reading })(cell);
  expect(refused).toMatchObject({
    detail: `must be a number, got "${cell}"${hint === undefined ? '' : ` (texts of this column ${hint})`}`,
  });
});

test('a usual word for no value that the table did not have is refused with what to send', () => {
  for (const word of ['k. A.', 'unknown', '..'])
    expect(createNumericReader({ type: 'number', blanks: [] })(word)).toMatchObject({
      detail: `must be a number, got "${word}" (where there is no value, send null or leave the column out)`,
    });
});

test('shares of 1 may be written as percentages', () => {
  const read = createNumericReader({ type: 'number', blanks: [], decimal: 'either', shares: true });
  expect(['50%', '12,5 %', '7.5%', '0.25', 0.5, '5 ‰'].map(read)).toEqual([0.5, 0.125, 0.075, 0.25, 0.5, 0.005]);
});

test('a currency may be written by its sign or its code', () => {
  const reads = (unit: string, cell: string) =>
    createNumericReader({ type: 'number', blanks: [], decimal: '.', unit })(cell);
  expect([reads('$', '5 USD'), reads('EUR', '€5'), reads('$', 'CA$5'), reads('KR', '5 SEK'), reads('€', '5')]).toEqual(
    Array(5).fill(5),
  );
});
