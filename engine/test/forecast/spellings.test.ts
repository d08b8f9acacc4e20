import { describe, expect, test } from 'vitest';
import { writeTime } from '../../src/forecast/axis/format.ts';
import { inferStep } from '../../src/forecast/axis/infer-step.ts';
import { readTime, readTimes } from '../../src/forecast/axis/read-times.ts';
import { moveSteps, nameStep } from '../../src/forecast/axis/step.ts';
import type { Column } from '../../src/table.ts';
import { numberColumn, textColumn } from '../tables.ts';

/** Reads the cells, finds the step, and writes the two times that follow. */
function continueColumn(column: Column) {
  const { reading, times, guesses } = readTimes(column);
  const step = inferStep([times], reading.format.style === 'integer');
  if (!step) throw new Error('no step');
  const next = [1, 2].map((steps) => writeTime(reading.format, moveSteps(step, times[times.length - 1], steps)));
  for (const cell of next) expect(readTime(reading, String(cell))).not.toBeNaN();
  return { step: nameStep(step), next, isGuess: guesses.length > 0 };
}

const list = (text: string) => text.split('|');

describe('periods are continued in the spelling of the table', () => {
  test.each<[cells: string, step: string, next: string, isGuess?: boolean]>([
    ['2020-W52|2020-W53|2021-W01', 'week', '2021-W02|2021-W03'],
    ['2021W50|2021W51|2021W52', 'week', '2022W01|2022W02'],
    ['W51 2020|W52 2020|W53 2020', 'week', 'W01 2021|W02 2021'],
    ['KW 52/2020|KW 53/2020|KW 1/2021', 'week', 'KW 2/2021|KW 3/2021'],
    ['2024 week 1|2024 week 2|2024 week 3', 'week', '2024 week 4|2024 week 5'],
    ['2021-H1|2021-H2|2022-H1', 'half-year', '2022-H2|2023-H1'],
    ['H1 2021|H2 2021|H1 2022', 'half-year', 'H2 2022|H1 2023'],
    ['2021-S1|2021-S2|2022-S1', 'half-year', '2022-S2|2023-S1', true],
    ['1H21|2H21|1H22', 'half-year', '2H22|1H23', true],
    ['FY24 Q1|FY24 Q2|FY24 Q3', 'quarter', 'FY24 Q4|FY25 Q1', true],
    ['Q1 FY2024|Q2 FY2024|Q3 FY2024', 'quarter', 'Q4 FY2024|Q1 FY2025'],
    ['2021M10|2021M11|2021M12', 'month', '2022M01|2022M02'],
    ['10/2021|11/2021|12/2021', 'month', '01/2022|02/2022', true],
    ['9/2021|10/2021|11/2021', 'month', '12/2021|1/2022', true],
    ['2021Q3|2021Q4|2022Q1', 'quarter', '2022Q2|2022Q3'],
    ['Q3 2021|Q4 2021|Q1 2022', 'quarter', 'Q2 2022|Q3 2022'],
    ['2021-Q3|2021-Q4|2022-Q1', 'quarter', '2022-Q2|2022-Q3'],
    ["Q3'21|Q4'21|Q1'22", 'quarter', "Q2'22|Q3'22", true],
    ['3Q21|4Q21|1Q22', 'quarter', '2Q22|3Q22', true],
    ['21Q3|21Q4|22Q1', 'quarter', '22Q2|22Q3', true],
    ['3. Quartal 2021|4. Quartal 2021|1. Quartal 2022', 'quarter', '2. Quartal 2022|3. Quartal 2022'],
    ['T3 2021|T4 2021|T1 2022', 'quarter', 'T2 2022|T3 2022'],
    ['Nov-20|Dec-20|Jan-21', 'month', 'Feb-21|Mar-21', true],
    ['Nov 2020|Dec 2020|Jan 2021', 'month', 'Feb 2021|Mar 2021'],
    ['Okt 20|Nov 20|Dez 20', 'month', 'Jan 21|Feb 21', true],
    ['NOV2020|DEC2020|JAN2021', 'month', 'FEB2021|MAR2021'],
    ['2020-November|2020-December|2021-January', 'month', '2021-February|2021-March'],
    ['Nov-58|Dec-58|Jan-59', 'month', 'Feb-59|Mar-59', true],
    ['Q3 99|Q4 99|Q1 00', 'quarter', 'Q2 00|Q3 00', true],
    ['FY98|FY99|FY00|FY01', 'year', 'FY02|FY03', true],
    ['2017/18|2018/19|2019/20', 'year', '2020/21|2021/22'],
    ['FY22|FY23|FY24', 'year', 'FY25|FY26', true],
    ['2023/24 Q3|2023/24 Q4|2024/25 Q1', 'quarter', '2024/25 Q2|2024/25 Q3'],
  ])('%s', (cells, step, next, isGuess = false) => {
    expect(continueColumn(textColumn('t', list(cells)))).toEqual({ step, next: list(next), isGuess });
  });

  test('a later cell may be a date, and one that is no such period is none', () => {
    const { reading } = readTimes(textColumn('t', ['2020-W52', '2020-W53', '2021-W01']));
    expect(readTime(reading, '2021-01-11')).toBe(readTime(reading, '2021-W02'));
    expect(readTime(reading, '2021-W53')).toBeNaN();
    expect(readTime(reading, '2021-Q1')).toBeNaN();
  });

  test('two digits are years of the past, in the shortest run', () => {
    const firstOf = (cells: string) => new Date(readTimes(textColumn('t', list(cells))).times[0]).getUTCFullYear();
    expect(['Jan-49|Dec-60', 'Jan-69|Jan-09', 'Jan-22|Jan-24', 'Jan-95|Jan-05'].map(firstOf)).toEqual([
      1949, 1969, 2022, 1995,
    ]);
  });

  test('a week that its year does not have is refused by name', () => {
    expect(() => readTimes(textColumn('t', ['2021-W51', 'W52', '2022-W01', '2022-W02']))).toThrow('"W52"');
    expect(() => readTimes(textColumn('t', ['2021-W51', '2021-W54', '2022-W01']))).toThrow('"2021-W54"');
    expect(() => readTimes(textColumn('t', ['2021-W52', '2021-W53']))).toThrow('"2021-W53", which is not a time');
  });
});

describe('numbers that are times by their shape are continued as such, and the guess is said', () => {
  const hours = (first: number, count: number, length: number) =>
    Array.from({ length: count }, (_, index) => first + index * length);
  test.each<[what: string, name: string, cells: number[], step: string, next: number[]]>([
    ['days', 'd', [20_191_230, 20_191_231, 20_200_101], 'day', [20_200_102, 20_200_103]],
    ['months', 'x', [202_011, 202_012, 202_101], 'month', [202_102, 202_103]],
    ['weeks', 'x', [202_052, 202_053, 202_101], 'week', [202_102, 202_103]],
    ['quarters', 'x', [20_201, 20_202, 20_203, 20_204, 20_211], 'quarter', [20_212, 20_213]],
    ['Unix seconds', 'x', hours(1_700_000_400, 30, 3600), 'hour', [1_700_108_400, 1_700_112_000]],
    ['Unix milliseconds', 'x', hours(1_700_000_400_000, 30, 60_000), 'minute', [1_700_002_200_000, 1_700_002_260_000]],
    [
      'Unix seconds of months',
      'x',
      [1_704_067_200, 1_706_745_600, 1_709_251_200],
      'month',
      [1_711_929_600, 1_714_521_600],
    ],
    ['serial days of months', 'x', [45_292, 45_323, 45_352, 45_383], 'month', [45_413, 45_444]],
    ['serial days', 'Date', [45_292, 45_293, 45_294, 45_295], 'day', [45_296, 45_297]],
    ['serial days of weeks', 'x', [45_292, 45_299, 45_306, 45_313], 'week', [45_320, 45_327]],
    ['serial hours', 'x', [45_292.25, 45_292.5, 45_292.75, 45_293], '6 hours', [45_293.25, 45_293.5]],
    ['years with a twelfth', 'time', [1949.917, 1950, 1950.083, 1950.167], 'month', [1950.25, 1950.333]],
    ['years with a quarter', 'time', [1990.5, 1990.75, 1991, 1991.25], 'quarter', [1991.5, 1991.75]],
    ['years and months', 'time', [2020.11, 2020.12, 2021.01], 'month', [2021.02, 2021.03]],
  ])('%s', (_, name, cells, step, next) => {
    expect(continueColumn(numberColumn(name, cells))).toEqual({ step, next, isGuess: true });
    expect(continueColumn(textColumn(name, cells.map(String)))).toEqual({ step, next, isGuess: true });
  });

  test('counters stay plain numbers', () => {
    for (const cells of [
      [1, 2, 3],
      [30_001, 30_002, 30_003],
      [1990, 1991, 1993],
      [200_098, 200_099, 200_100],
    ])
      expect(continueColumn(numberColumn('n', cells))).toMatchObject({ isGuess: false });
  });
});

describe('series keep their calendar', () => {
  const days = (from: string, count: number, isOpen: (weekday: number) => boolean) =>
    Array.from({ length: count }, (_, index) => new Date(Date.parse(from) + index * 86_400_000))
      .filter((date) => isOpen(date.getUTCDay()))
      .map((date) => date.toISOString().slice(0, 10));
  test.each<[what: string, cells: string[], step: string, next: string]>([
    ['the 30th', list('2023-12-30|2024-01-30|2024-02-29|2024-03-30'), 'month', '2024-04-30|2024-05-30'],
    ['the 30th before February', list('2022-11-30|2022-12-30|2023-01-30'), 'month', '2023-02-28|2023-03-30'],
    ['the 29th', list('2022-12-29|2023-01-29|2023-02-28|2023-03-29'), 'month', '2023-04-29|2023-05-29'],
    ['the 31st', list('2022-12-31|2023-01-31|2023-02-28|2023-03-31'), 'month', '2023-04-30|2023-05-31'],
    ['ends of quarters', list('2023-06-30|2023-09-30'), 'quarter', '2023-12-31|2024-03-31'],
    [
      'the last Friday or so',
      list('2024-01-31|2024-02-29|2024-03-28|2024-04-30|2024-05-31'),
      'month',
      '2024-06-30|2024-07-31',
    ],
    ['days of an audit', list('2024-01-11|2024-02-08|2024-03-14|2024-04-10'), 'month', '2024-05-11|2024-06-11'],
    [
      'six-day weeks',
      days('2024-01-01', 27, (day) => day !== 0),
      'day from Monday to Saturday',
      '2024-01-29|2024-01-30',
    ],
    ['five-day weeks', days('2024-01-01', 26, (day) => day > 0 && day < 6), 'weekday', '2024-01-29|2024-01-30'],
    [
      'Sunday to Thursday',
      days('2024-01-01', 25, (day) => day < 5),
      'day from Sunday to Thursday',
      '2024-01-28|2024-01-29',
    ],
    [
      'shops that close on Mondays',
      days('2024-01-01', 41, (day) => day !== 1),
      'day from Tuesday to Sunday',
      '2024-02-11|2024-02-13',
    ],
    [
      'market days',
      days('2024-01-01', 40, (day) => day === 2 || day === 5),
      'day on Tuesday, Friday',
      '2024-02-13|2024-02-16',
    ],
    [
      'every third day',
      days('2024-01-01', 1, () => true).concat('2024-01-04', '2024-01-07', '2024-01-10'),
      '3 days',
      '2024-01-13|2024-01-16',
    ],
    ['weeks of four', list('2024-01-01|2024-01-29|2024-02-26|2024-03-25'), '4 weeks', '2024-04-22|2024-05-20'],
  ])('%s', (_, cells, step, next) => {
    expect(continueColumn(textColumn('t', cells))).toEqual({ step, next: list(next), isGuess: false });
  });
});
