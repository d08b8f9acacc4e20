import { describe, expect, test } from 'vitest';
import { writeTime } from '../../src/forecast/axis/format.ts';
import { inferStep } from '../../src/forecast/axis/infer-step.ts';
import { readTime, readTimes } from '../../src/forecast/axis/read-times.ts';
import { countSteps, evenStep, monthsStep, moveSteps, nameStep, weekdaysStep } from '../../src/forecast/axis/step.ts';
import { fillGaps } from '../../src/forecast/series/fill.ts';
import { findSeason } from '../../src/forecast/series/season.ts';
import { createRandom } from '../../src/random.ts';
import { numberColumn, textColumn } from '../tables.ts';

/** Reads the cells, finds the step, and writes the three times that follow. */
function continueTimes(cells: string[]) {
  const { reading, times } = readTimes(textColumn('t', cells));
  const step = inferStep([times], reading.format.style === 'integer');
  if (!step) throw new Error('no step');
  const last = times[times.length - 1];
  expect(countSteps(step, times[0], last)).toBeGreaterThanOrEqual(times.length - 1);
  return {
    step: nameStep(step),
    next: [1, 2, 3].map((steps) => writeTime(reading.format, moveSteps(step, last, steps))),
  };
}

describe('times are continued as their column writes them', () => {
  test.each<[string, string[], string, (string | number)[]]>([
    ['months', ['1949-10', '1949-11', '1949-12'], 'month', ['1950-01', '1950-02', '1950-03']],
    ['quarters by their first month', ['1981-7', '1981-10', '1982-1'], 'quarter', ['1982-4', '1982-7', '1982-10']],
    [
      'quarters by number',
      ['1981-1', '1981-2', '1981-3', '1981-4', '1982-1'],
      'quarter',
      ['1982-2', '1982-3', '1982-4'],
    ],
    ['quarters in words', ['2020-Q3', '2020-Q4', '2021-Q1'], 'quarter', ['2021-Q2', '2021-Q3', '2021-Q4']],
    [
      'the first four months of one year',
      ['1981-1', '1981-2', '1981-3', '1981-4'],
      'month',
      ['1981-5', '1981-6', '1981-7'],
    ],
    ['years', ['1990', '1991', '1993'], 'whole number', [1994, 1995, 1996]],
    ['dates of years', ['1990-06-30', '1991-06-30', '1993-06-30'], 'year', ['1994-06-30', '1995-06-30', '1996-06-30']],
    ['month ends', ['2023-12-31', '2024-01-31', '2024-02-29'], 'month', ['2024-03-31', '2024-04-30', '2024-05-31']],
    [
      'days over a leap day',
      ['2024-02-24', '2024-02-25', '2024-02-27'],
      'day',
      ['2024-02-28', '2024-02-29', '2024-03-01'],
    ],
    ['weeks', ['2024-01-01', '2024-01-08', '2024-01-22'], 'week', ['2024-01-29', '2024-02-05', '2024-02-12']],
    [
      'weekdays',
      ['2024-01-04', '2024-01-05', '2024-01-08', '2024-01-09'],
      'weekday',
      ['2024-01-10', '2024-01-11', '2024-01-12'],
    ],
    ['dotted dates', ['29.12.2023', '30.12.2023', '31.12.2023'], 'day', ['2024-01-01', '2024-01-02', '2024-01-03']],
    [
      'hours',
      ['2024-01-01 22:00', '2024-01-01 23:00', '2024-01-02 00:00'],
      'hour',
      ['2024-01-02T01:00:00Z', '2024-01-02T02:00:00Z', '2024-01-02T03:00:00Z'],
    ],
    ['tens', ['-10', '0', '10'], 'step of 10', [20, 30, 40]],
  ])('%s', (_, cells, step, next) => {
    expect(continueTimes(cells)).toEqual({ step, next });
  });

  test('weekends are skipped, and no place of the axis', () => {
    const step = weekdaysStep([0, 1, 2, 3, 4]);
    const friday = Date.UTC(2024, 0, 5);
    expect(new Date(moveSteps(step, friday, 1)).getUTCDay()).toBe(1);
    expect(countSteps(step, friday, Date.UTC(2024, 0, 6))).toBeNaN();
  });

  test('moments and whole numbers need no text; halves, words and booleans are refused by name', () => {
    const moments = Float64Array.of(Date.UTC(2020, 0, 1), Number.NaN);
    expect(readTimes({ name: 't', type: 'time', values: moments }).reading.format.style).toBe('date');
    expect(readTimes(numberColumn('t', [1, 2])).reading.format.style).toBe('integer');
    expect(() => readTimes(numberColumn('t', [1, 2.5]))).toThrow('column `t` holds "2.5", which is not a time');
    expect(() => readTimes(textColumn('t', ['2020-01-01', 'soon']))).toThrow('holds "soon"');
    expect(() => readTimes({ name: 't', type: 'boolean', values: Uint8Array.of(1) })).toThrow('not a time');
  });

  test('a later cell is read in the style of the column', () => {
    const { reading } = readTimes(textColumn('t', ['1981-1', '1981-2', '1981-3', '1981-4', '1982-1']));
    expect(readTime(reading, '1983-3')).toBe(Date.UTC(1983, 6));
    expect(readTime(reading, 'never')).toBeNaN();
  });
});

describe('seasons', () => {
  const month = monthsStep(1, 1);
  const random = createRandom(3);
  const noise = Float64Array.from({ length: 120 }, random);

  test('a year of months is found, noise has none', () => {
    expect(findSeason(month, [noise.map((value, index) => value + index + 5 * Number(index % 12 === 3))])).toBe(12);
    expect(findSeason(month, [noise])).toBe(1);
    expect(findSeason(evenStep('integer', 1), [noise])).toBe(1);
  });

  test('a year is found beneath noise that hides it in the changes from month to month', () => {
    const hidden = Array.from({ length: 60 }, (_, index) => 25 * Math.sin((index * Math.PI) / 6) + ((index * 37) % 23));
    const growing = Float64Array.from(hidden, (value, index) => 100 + index + value);
    expect(findSeason(month, [growing])).toBe(12);
  });

  test('walks have no season, but for few by chance', () => {
    const seasons = Array.from({ length: 200 }, () => {
      let level = 0;
      return findSeason(month, [Float64Array.from({ length: 72 }, () => (level += random() - 0.5))]);
    });
    expect(seasons.filter((season) => season > 1).length).toBeLessThan(20);
  });

  test('plain numbers repeat themselves after any number of steps', () => {
    const wave = noise.map((value, index) => value + 4 * Math.sin((2 * Math.PI * index) / 9));
    expect(findSeason(evenStep('integer', 1), [wave])).toBe(9);
  });

  test('a smooth series of half-hours has the season of a day, and one without days none', () => {
    const halfHour = evenStep('millisecond', 1_800_000);
    const walk = (length: number) => {
      let [level, pace] = [0, 0];
      return Float64Array.from({ length }, () => (level += pace = 0.9 * pace + random() - 0.5));
    };
    const days = walk(700).map((value, index) => value + 20 * Math.sin((2 * Math.PI * index) / 48));
    expect(findSeason(halfHour, [days])).toBe(48);
    expect(findSeason(monthsStep(3, 1), [walk(100)])).toBe(1);
  });

  test('gaps are filled from the same phase, else from the neighbours', () => {
    const gap = Number.NaN;
    expect([...fillGaps(Float64Array.of(1, 10, 3, gap, 5, 30), 2)]).toEqual([1, 10, 3, 20, 5, 30]);
    expect([...fillGaps(Float64Array.of(1, gap, 3, 4), 4)]).toEqual([1, 2, 3, 4]);
  });
});

describe('times as offices, spreadsheets and programs write them', () => {
  const many = (count: number, cell: (index: number) => string) => Array.from({ length: count }, (_, i) => cell(i));
  const two = (value: number) => String(value % 100).padStart(2, '0');
  const dayOf = (index: number) => new Date(Date.UTC(2021, 11, 30 + index)).toISOString().slice(0, 10);
  const ordinal = (index: number, mark = '-') =>
    dayOf(index).slice(0, 4) + mark + String(index < 2 ? 364 + index : index - 1).padStart(3, '0');

  test.each<[string, string[], string, (string | number)[]]>([
    ['years over the century', many(12, (i) => `${1990 + i}/${two(1991 + i)}`), 'year', ['2002/03', '2003/04']],
    ['the same with a hyphen', many(12, (i) => `${1990 + i}-${two(1991 + i)}`), 'year', ['2002-03', '2003-04']],
    ['two whole years', many(5, (i) => `${1998 + i}/${1999 + i}`), 'year', ['2003/2004', '2004/2005']],
    ['ISO without marks', many(5, (i) => `2022010${i + 1}T000000`), 'day', ['2022-01-06', '2022-01-07']],
    ['hours without marks', many(9, (i) => `20220101 0${i}00`), 'hour', ['2022-01-01T09:00:00Z']],
    ['days of the year', many(9, (i) => ordinal(i)), 'day', ['2022-008', '2022-009']],
    ['days of the year as numbers', many(9, (i) => ordinal(i, '')), 'day', [2022008, 2022009]],
    ['days of ISO weeks', many(9, (i) => `2020-W0${1 + Math.floor(i / 7)}-${1 + (i % 7)}`), 'day', ['2020-01-08']],
    ['calendar weeks', many(9, (i) => `CW0${1 + i}/2020`), 'week', ['CW10/2020', 'CW11/2020']],
    ['months in Japanese', many(13, (i) => `${2020 + Math.floor(i / 12)}年${1 + (i % 12)}月`), 'month', ['2021年2月']],
    [
      'Roman quarters',
      many(6, (i) => `${2010 + Math.floor(i / 4)} ${['I', 'II', 'III', 'IV'][i % 4]}`),
      'quarter',
      ['2011 III', '2011 IV', '2012 I'],
    ],
    [
      'hours over the spring change',
      ['2022-03-27 00:00 CET', '2022-03-27 01:00 CET', '2022-03-27 03:00 CEST'],
      'hour',
      ['2022-03-27T02:00:00Z'],
    ],
    ['serial hours', many(49, (i) => (44_562 + i / 24).toFixed(6)), 'hour', [44564.041667, 44564.083333, 44564.125]],
    ['serial minutes', many(90, (i) => (44_562 + i / 1440).toFixed(4)), 'minute', [44562.0625, 44562.0632]],
  ])('%s', (_, cells, step, next) => {
    const continued = continueTimes(cells);
    expect([continued.step, continued.next.slice(0, next.length)]).toEqual([step, next]);
  });

  test('dates that fit the day and the month first are read with the month first, and it is said how to change it', () => {
    const { reading, guesses } = readTimes(
      textColumn(
        'when',
        many(9, (i) => `0${i + 1}/01/2022`),
      ),
    );
    expect([reading.order, guesses]).toEqual(['mdy', [expect.stringContaining('`date_order` `dmy`')]]);
    expect(readTimes(textColumn('when', ['13/01/2022', '14/01/2022'])).guesses).toEqual([]);
  });
});
