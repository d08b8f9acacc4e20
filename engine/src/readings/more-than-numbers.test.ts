import { expect, test } from 'vitest';
import { decideReading } from './decide.ts';
import { parseNumber } from './numbers.ts';
import type { NumberReading } from './reading.ts';

const decide = (texts: readonly string[]) => decideReading(texts.map((text) => ({ text, count: 3 })));

test.each([
  [['9.6 ± 0.9', '8.1 ± 1.2']],
  [['ca. 52,6 m²', 'ca. 48 m²', '51 m²']],
  [['40 x 60 cm', '30 x 20 cm']],
  [['2 (5 broadcasts)', '3 (2 broadcasts)', '7']],
  [['~13', '~14']],
  [['500 g', '12 kg']],
  [['1h 30m', '2h', '45m']],
])('%j is text, which is told', (texts) => {
  expect(decide(texts)).toMatchObject({ reading: { type: 'text' }, notes: [{ code: 'almost_numbers' }] });
});

test.each([[['Route 12', 'Route 7']], [['A120-3', 'B77-1']], [['3-1', '0-2']], [['Elm Road 4', 'High Street 12']]])(
  '%j is text without a word',
  (texts) => {
    expect(decide(texts)).toMatchObject({ reading: { type: 'text' }, notes: [] });
  },
);

test.each([
  [['1,5 Mio. €', '2,25 Mio. €', '3,5 Mio. €', '8 Mio. €'], 'mio', [1.5, 2.25, 3.5, 8]],
  [['1,5 Mio. €', '2,25 Mrd. €', '3,5 Tsd. €', '950 €'], undefined, [1_500_000, 2_250_000_000, 3500, 950]],
  [['9,50 €/m²', '11,20 €/m²', '8,70 €/m²', '7,10 €/m²'], '€/m²', [9.5, 11.2, 8.7, 7.1]],
])('%j are numbers', (texts, unit, values) => {
  const { reading } = decideReading(
    texts.map((text) => ({ text, count: 1 })),
    { type: 'number' },
  );
  expect(reading).toMatchObject({ type: 'number', decimal: ',' });
  expect(reading.unit).toBe(unit);
  expect(texts.map((text) => parseNumber(text, reading as NumberReading))).toEqual(values);
});

test('an amount without the word of a column of millions is not so many of them', () => {
  const reading: NumberReading = { decimal: ',', units: [{ name: 'mio', factor: 1 }] };
  const texts = ['1.200.000 €', '1,2 Mio. €', '1,2'];
  expect(texts.map((text) => parseNumber(text, reading))).toEqual([1.2, 1.2, 1.2]);
});

test('a letter behind a number as large as those without it is a mark, not a billion', () => {
  const marks = ['3.4 b', '2.9 b', ...Array.from({ length: 12 }, (_, row) => `${2 + row / 10}`)];
  expect(decide(marks)).toMatchObject({ reading: { type: 'text' }, notes: [{ code: 'almost_numbers' }] });
  const short = ['1.2k', '3.4k', '950', ...Array.from({ length: 9 }, (_, row) => `${640 + row}`)];
  expect(decide(short)).toMatchObject({ reading: { type: 'number' }, notes: [{ code: 'mixed_units' }] });
});

test('words that may mean 0 are told where they are read as no value', () => {
  expect(decide(['1', '2', 'none', 'N/A']).notes).toMatchObject([{ code: 'words_as_missing' }]);
  expect(decide(['1', '2', 'N/A']).notes).toEqual([]);
});

test('dates with points have the day first', () => {
  expect(decide(['03.05.2023', '05.06.2023']).reading).toMatchObject({ date_order: 'dmy' });
});
