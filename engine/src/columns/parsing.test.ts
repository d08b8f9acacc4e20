import { describe, expect, test } from 'vitest';
import { isBlank } from './blank.ts';
import { areBooleanWords, parseBoolean } from './booleans.ts';
import { detectDateStyle, parseDate } from './dates.ts';
import { detectMeasures, detectNumberStyle, parseNumber } from './numbers.ts';

describe('parseNumber', () => {
  test.each([
    ['823', 823],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['640,56', 640.56],
    ['12 %', 12],
    ['$1,200', 1200],
    ['-$5.50', -5.5],
    ['$-5', -5],
    ['€ 3,50', 3.5],
    ['3.50 EUR', 3.5],
    ['(5)', -5],
    [' 1e3 ', 1000],
    ['\u22127', -7],
    ['1\u00a0234', 1234],
    ["1'234.5", 1234.5],
    ['1,234,567', 1234567],
    ['1.234.567', 1234567],
    ['.5', 0.5],
    ['0,123', 0.123],
    ['1,234', 1234],
    ['1.234', 1.234],
    ['US$ 1,500', 1500],
    ['Rs. 1,500.50', 1500.5],
    ['kr 20', 20],
  ])('%j is %d', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  test.each(['abc', '', '1.2.3', '12 kg', '1e999', 'Infinity', '--5', '1,2,3', '0x10', '5-3', '2020-01-01'])(
    '%j is no number',
    (text) => {
      expect(parseNumber(text)).toBeNaN();
    },
  );

  test('a column settles what one cell leaves open', () => {
    const comma = detectNumberStyle(['640,56', '1,234', '7']);
    expect(parseNumber('1,234', comma)).toBe(1.234);
    expect(parseNumber('1.234', comma)).toBe(1.234);
    const german = detectNumberStyle(['1.234,56', '1.234', '7,5']);
    expect(parseNumber('1.234', german)).toBe(1234);
    expect(parseNumber('1,234', detectNumberStyle(['1,234.5', '2,500']))).toBe(1234);
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
    const style = detectMeasures(texts);
    expect(texts.map((text) => parseNumber(text, style))).toEqual(values);
  });

  test.each([[['12a', '12b', '7c']], [['1st', '2nd', '3rd', '4th']], [['<5', '>5']], [['18-24', '25-34', '65+']]])(
    '%j are no measures',
    (texts) => {
      const style = detectMeasures(texts);
      expect(texts.some((text) => Number.isNaN(parseNumber(text, style)))).toBe(true);
    },
  );
});

test.each(['', '  ', 'NA', 'N/A', 'null', 'None', 'nan', '-', '?', '\u00a0', '—', '#REF!', '#DIV/0!'])(
  '%j is blank',
  (text) => {
    expect(isBlank(text)).toBe(true);
  },
);

test.each(['0', 'no', 'nobody', 'Nan Goldin'])('%j is not blank', (text) => {
  expect(isBlank(text)).toBe(false);
});

test('booleans in words', () => {
  expect(['Yes', 'no', ' T ', 'off', '1'].map(parseBoolean)).toEqual([1, 0, 1, 0, 1]);
  expect(parseBoolean('maybe')).toBeNaN();
  expect(areBooleanWords(['yes', 'No', 'YES'])).toBe(true);
  expect(areBooleanWords(['Y', 'no', 'yes '])).toBe(true);
  expect(areBooleanWords(['ja', 'nein'])).toBe(true);
  expect(areBooleanWords(['yes', 'off'])).toBe(false);
  expect(areBooleanWords(['yes'])).toBe(false);
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
    ['1981-1', '1981-01-01T00:00:00.000Z'],
    ['1949-12', '1949-12-01T00:00:00.000Z'],
    ['Mar 1999', '1999-03-01T00:00:00.000Z'],
    ['1/2/99', '1999-01-02T00:00:00.000Z'],
  ])('%j', (text, iso) => {
    expect(new Date(parseDate(text)).toISOString()).toBe(iso);
  });

  test.each(['2015-02-30', '2015-13-01', 'tomorrow', '12', '12.5', '1-2', '2015-02-24 25:00', 'Foo 2, 2020'])(
    '%j is no date',
    (text) => {
      expect(parseDate(text)).toBeNaN();
    },
  );

  test('slashed dates are read by the evidence of the column', () => {
    const style = detectDateStyle(['03/04/2020', '25/04/2020']);
    expect(parseDate('03/04/2020', style)).toBe(Date.UTC(2020, 3, 3));
    expect(parseDate('03/04/2020')).toBe(Date.UTC(2020, 2, 4));
  });
});
