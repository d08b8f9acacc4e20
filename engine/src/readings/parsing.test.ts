import { describe, expect, test } from 'vitest';
import { areBooleanWords } from '../columns/booleans.ts';
import { meaningOf } from '../columns/spellings.ts';
import { isUsualBlank } from './blank.ts';
import { type DateOrder, parseDate } from './dates.ts';
import { decideReading } from './decide.ts';
import { detectMeasures } from './measures.ts';
import { parseNumber } from './numbers.ts';

const cellsOf = (texts: readonly string[]) => texts.map((text) => ({ text, count: 1 }));
const readingOf = (...texts: string[]) => decideReading(cellsOf(texts)).reading;

describe('parseNumber', () => {
  test.each([
    ['823', 823],
    ['1,234.5', 1234.5],
    ['12 %', 12],
    ['$1,200', 1200],
    ['-$5.50', -5.5],
    ['$-5', -5],
    ['3.50 EUR', 3.5],
    ['(5)', -5],
    ['\u22127', -7],
    ['1\u00a0234', 1234],
    ["1'234.5", 1234.5],
    ['1,234,567', 1234567],
    ['.5', 0.5],
    ['1,234', 1234],
    ['1.234', 1.234],
    ['1\u2009234\u2009567', 1234567],
    ['5 €', 5],
    ['US$ 1,500', 1500],
    ['Rs. 1,500.50', 1500.5],
    ['kr 20', 20],
  ])('%j is %d', (text, value) => {
    expect(parseNumber(text, {})).toBe(value);
  });

  test.each([
    '007',
    '1_000',
    '١٢',
    'NaN',
    '+4915112345678',
    '640,56',
    '1.234,5',
    '(-5)',
    'abc',
    '',
    '1.2.3',
    '12 kg',
    '1e999',
    'Infinity',
    '--5',
    '1,2,3',
    '0x10',
    '5-3',
    '2020-01-01',
  ])('%j is no number', (text) => {
    expect(parseNumber(text, {})).toBeNaN();
  });

  test.each([
    ['1.234,5', 1234.5],
    ['640,56', 640.56],
    [',5', 0.5],
    ['5,', 5],
    ['€ 3,50', 3.5],
    ['1.234', 1234],
    ['1,234', 1.234],
    ['1e3', 1000],
  ])('%j with a decimal comma is %d', (text, value) => {
    expect(parseNumber(text, { decimal: ',' })).toBe(value);
  });

  test('a column settles what one cell leaves open', () => {
    expect(readingOf('640,56', '1,234', '7')).toMatchObject({ type: 'number', decimal: ',' });
    expect(readingOf('1.234,56', '1.234', '7,5')).toMatchObject({ type: 'number', decimal: ',', group: '.' });
    expect(readingOf('1,234.5', '2,500')).toMatchObject({ type: 'number', decimal: '.' });
    expect(readingOf('1.5', '640,56')).toMatchObject({ decimal: 'either' });
    expect(readingOf('1.5', '1,234', '640,56')).toMatchObject({ type: 'text' });
    expect(parseNumber('1,234', { decimal: 'either' })).toBeNaN();
  });
});

describe('what a column measures', () => {
  test.each([
    [
      ['12 km', '7.5km', '1,200 KM'],
      [12, 7.5, 1200],
    ],
    [
      ['2 km', '900 m', '12 km', '15 m'],
      [2000, 900, 12_000, 15],
    ],
    [
      ['1,5 kg', '20,25 kg'],
      [1.5, 20.25],
    ],
    [
      ['1.2K', '900', '3M'],
      [1200, 900, 3e6],
    ],
    [
      ['1h 20m', '2 hours', '45 min'],
      [4800, 7200, 2700],
    ],
    [
      ['13:30', '1:15 pm', '00:00:36'],
      [13.5, 13.25, 0.01],
    ],
    [
      ['<5', '12', '90.5', '>= 100'],
      [5, 12, 90.5, 100],
    ],
    [
      ['< 1 year', '2 years', '10+ years', '3 years', '4 years'],
      [1, 2, 10, 3, 4],
    ],
    [
      ['21 °C', '-3 °C'],
      [21, -3],
    ],
    [
      ['1,200 sq ft', '950 sq. ft.'],
      [1200, 950],
    ],
  ])('%j', (texts, values) => {
    const measures = detectMeasures(cellsOf(texts), undefined);
    expect(texts.map((text) => parseNumber(text, measures?.reading ?? {}))).toEqual(values);
  });

  test('few cells in another unit of the same family do not make a column text', () => {
    const texts = [...Array.from({ length: 40 }, (_, row) => `${row + 1}.5 kg`), '900 g'];
    const measures = detectMeasures(cellsOf(texts), undefined);
    expect(texts.slice(-2).map((text) => parseNumber(text, measures?.reading ?? {}))).toEqual([40_500, 900]);
    expect(measures?.notes).toEqual([expect.objectContaining({ code: 'mixed_units' })]);
  });

  test('the s of m/s is no plural', () => {
    const measures = detectMeasures(cellsOf(['2.5 m/s', '4 m/s']), undefined);
    expect(measures?.reading).toMatchObject({ unit: 'm/s' });
    expect(parseNumber('3 m/s', { units: [{ name: 'm/', factor: 1 }] })).toBe(3);
  });

  test('a column that is text because of few cells among numbers with units says so', () => {
    const texts = [...Array.from({ length: 40 }, (_, row) => `${row + 1} km`), '12 km (2x)'];
    const { reading, notes } = decideReading(cellsOf(texts));
    expect(reading.type).toBe('text');
    expect(notes).toEqual([expect.objectContaining({ code: 'almost_numbers', cells: ['12 km (2x)'] })]);
  });

  test.each([[['12a', '12b', '7c']], [['1st', '2nd', '3rd', '4th']], [['<5', '>5']], [['18-24', '25-34', '65+']]])(
    '%j are no measures',
    (texts) => {
      const measures = detectMeasures(cellsOf(texts), undefined);
      expect(texts.some((text) => Number.isNaN(parseNumber(text, measures?.reading ?? {})))).toBe(true);
    },
  );
});

test.each(['', '  ', 'NA', 'N/A', 'null', 'None', 'nan', '-', '?', '\u00a0', '—', '#REF!', '#DIV/0!'])(
  '%j is blank',
  (text) => {
    expect(isUsualBlank(text)).toBe(true);
  },
);

test.each(['0', 'no', 'nobody', 'Nan Goldin'])('%j is not blank', (text) => {
  expect(isUsualBlank(text)).toBe(false);
});

test('booleans in words', () => {
  expect(['Yes', 'no', ' T ', 'off', '1'].map(meaningOf)).toEqual([1, 0, 1, 0, 1]);
  expect(meaningOf('maybe')).toBeNaN();
  expect(areBooleanWords(['yes', 'no'])).toBe(true);
  expect(areBooleanWords(['y', 'no', 'yes'])).toBe(true);
  expect(areBooleanWords(['ja', 'nein'])).toBe(true);
  expect(areBooleanWords(['yes', 'off'])).toBe(false);
  expect(areBooleanWords(['yes'])).toBe(false);
});

test('a column of dates, a third of which lack their year, says why it is text', () => {
  const texts = Array.from({ length: 30 }, (_, row) => (row % 3 ? `2025-04-${10 + (row % 20)}` : `${row}.4.`));
  const { reading, notes } = decideReading(cellsOf(texts));
  expect(reading.type).toBe('text');
  expect(notes).toEqual([expect.objectContaining({ code: 'almost_dates' })]);
});

test('one cell is one cell', () => {
  const { notes } = decideReading(cellsOf([...Array.from({ length: 30 }, (_, row) => String(row)), 'unknown']));
  expect(notes).toEqual([expect.objectContaining({ detail: expect.stringContaining('is read as missing (1 cell);') })]);
});

test('nines far from all other numbers may mean no value', () => {
  const notesOf = (...odd: { text: string; count: number }[]) =>
    decideReading([...cellsOf(Array.from({ length: 30 }, (_, row) => String(row - 5))), ...odd]).notes;
  expect(notesOf({ text: '-999', count: 4 })).toEqual([
    {
      code: 'maybe_missing',
      detail: expect.stringContaining('"-999" is read as a number (4 cells), far from all others (-5 to 24)'),
    },
  ]);
  expect(notesOf({ text: '-999', count: 1 }, { text: '-40', count: 4 })).toEqual([]);
  expect(notesOf({ text: '-999.0', count: 2 }, { text: '9999', count: 3 })).toHaveLength(2);
  expect(decideReading(cellsOf(Array.from({ length: 100 }, (_, row) => String(row + 1)))).notes).toEqual([]);
  expect(decideReading([{ text: '-999', count: 4 }, ...cellsOf(['x', 'y', 'z'])]).notes).toEqual([]);
});

test('a number a hundred times as far from all others may be mistyped', () => {
  const notesOf = (...odd: string[]) =>
    decideReading(cellsOf([...Array.from({ length: 30 }, (_, row) => String(row * 10)), ...odd])).notes;
  expect(notesOf('1000000')).toEqual([
    {
      code: 'far_value',
      detail: expect.stringMatching(/^"1000000" \(1 cell\) is far from all others \(0 to 290\)/),
      cells: ['1000000'],
    },
  ]);
  expect(notesOf('-1000000')).toMatchObject([{ code: 'far_value' }]);
  expect(notesOf('20000')).toEqual([]);
  expect(notesOf('1000000', '2000000')).toEqual([]);
  expect(decideReading([{ text: '0', count: 30 }, ...cellsOf(['5', '5000'])]).notes).toEqual([]);
});

describe('parseDate', () => {
  test.each([
    ['2015-02-24', '2015-02-24T00:00:00.000Z'],
    ['2015-02-24 11:35:52 -0800', '2015-02-24T19:35:52.000Z'],
    ['2015-02-24T11:35:52.25Z', '2015-02-24T11:35:52.250Z'],
    ['2015-02-24T11:35+05:30', '2015-02-24T06:05:00.000Z'],
    ['24.2.2015', '2015-02-24T00:00:00.000Z'],
    ['02/24/2015 1:05 PM', '2015-02-24T13:05:00.000Z'],
    ['Jan 2, 2020', '2020-01-02T00:00:00.000Z'],
    ['2 January 2020', '2020-01-02T00:00:00.000Z'],
    ['Thu, 02 Jan 2020 10:00:00 GMT', '2020-01-02T10:00:00.000Z'],
    ['1949-12', '1949-12-01T00:00:00.000Z'],
    ['Mar 1999', '1999-03-01T00:00:00.000Z'],
    ['4-Mar-24', '2024-03-04T00:00:00.000Z'],
    ['May 2020', '2020-05-01T00:00:00.000Z'],
    ['2020-01-31 24:00', '2020-02-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['1/2/99', '1999-01-02T00:00:00.000Z'],
  ])('%j', (text, iso) => {
    expect(new Date(parseDate(text, 'mdy')).toISOString()).toBe(iso);
  });

  test.each(['2015-02-30', '2015-13-01', 'tomorrow', '12', '12.5', '1-2', '2015-02-24 25:00', 'Foo 2, 2020'])(
    '%j is no date',
    (text) => {
      expect(parseDate(text, 'mdy')).toBeNaN();
    },
  );

  test('slashed dates are read by the evidence of the column, and not without it', () => {
    const order = (...texts: string[]): DateOrder | undefined => readingOf(...texts).date_order;
    expect(order('03/04/2020', '25/04/2020')).toBe('dmy');
    expect(order('03/04/2020', '04/25/2020')).toBe('mdy');
    expect(readingOf('03/04/2020')).toMatchObject({ type: 'text' });
    expect(parseDate('03/04/2020', 'dmy')).toBe(Date.UTC(2020, 3, 3));
    expect(parseDate('03/04/2020', 'mdy')).toBe(Date.UTC(2020, 2, 4));
    expect(parseDate('03/04/2020', 'ymd')).toBeNaN();
  });
});
