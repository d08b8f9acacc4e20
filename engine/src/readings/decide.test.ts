import { describe, expect, test } from 'vitest';
import { decideReading } from './decide.ts';
import type { Requested } from './decision.ts';
import { losesDigits } from './lost-digits.ts';
import { createNewsTest } from './news.ts';
import { createCellParser } from './parse-cell.ts';

const now = Date.UTC(2026, 5, 15);
const cellsOf = (texts: readonly string[]) => texts.map((text) => ({ text, count: 1 }));
const decide = (name: string, texts: readonly string[], requested: Requested = {}) =>
  decideReading(cellsOf(texts), { name, now, ...requested });
const codesOf = (name: string, texts: readonly string[]) => decide(name, texts).notes.map(({ code }) => code);
const valuesOf = (name: string, texts: readonly string[], requested: Requested = {}) =>
  texts.map(createCellParser(decide(name, texts, requested).reading));
const daysOf = (...args: Parameters<typeof valuesOf>) =>
  valuesOf(...args).map((value) => new Date(value).toISOString().replace('T00:00:00.000Z', ''));
const count = (many: number, cell: (row: number) => string) => Array.from({ length: many }, (_, row) => cell(row));

describe('more digits than a double keeps', () => {
  test.each([
    ['1234567890123456.7', true],
    ['0.30000000000000004', false],
    ['0.1000000000000000055511151231257827', false],
    ['12345678901234567', true],
    ['12000000000000000000', false],
    ['0.12345678901234567890', true],
    ['1,234,567,890,123,456,789', true],
    ['123456789012345', false],
  ])('%s loses digits: %s', (text, loses) => {
    expect(losesDigits(text)).toBe(loses);
  });

  test('one such cell leaves decimals numbers, and is named', () => {
    for (const long of ['1234567890123456.7', '12345678901234567']) {
      const { reading, notes } = decide('v', [...count(30, (row) => `${row}.5`), long]);
      expect([reading.type, notes]).toEqual([
        'number',
        [
          expect.objectContaining({ code: 'digits_lost', cells: [long] }),
          expect.objectContaining({ code: 'far_value' }),
        ],
      ]);
      expect(createCellParser(reading)(long)).toBe(Number(long));
    }
  });

  test('many long whole numbers are codes, also beside fractions', () => {
    expect(decide('v', ['9007199254740993', '1.5']).reading.type).toBe('text');
  });

  test('a cell that the first rows did not show is news once, and no more when it is told', () => {
    const decision = decide('v', ['1.5', '2.5']);
    expect(createNewsTest(decision)('1234567890123456.7')).toBe(true);
    const told = decide('v', ['1.5', '2.5', '1234567890123456.7']);
    expect(createNewsTest(told)('9234567890123456.7')).toBe(false);
  });
});

describe('what stands behind a number', () => {
  test('a letter behind a dash is no unit of a negative number', () => {
    const { reading } = decide(
      'part',
      count(40, (row) => `${4000 + row}-A`),
    );
    expect(reading.type).toBe('text');
    expect(
      decide(
        'term',
        count(40, (row) => `${row + 1}-year`),
      ).reading.type,
    ).toBe('text');
    expect(
      valuesOf(
        'stock',
        count(40, (row) => `${row},50- kg`),
      )[3],
    ).toBe(-3.5);
  });

  test('S and H are debit and credit, no seconds and hours', () => {
    const { reading, notes } = decide(
      'Saldo',
      count(40, (row) => `${100 + row},50 ${row % 2 ? 'S' : 'H'}`),
    );
    expect(reading.type).toBe('text');
    expect(notes).toEqual([expect.objectContaining({ code: 'almost_numbers' })]);
    expect(
      valuesOf(
        'run',
        count(40, (row) => `${row + 1} ${row % 2 ? 's' : 'h'}`),
      )[2],
    ).toBe(3 * 3600);
  });

  test.each([
    ['a flag', (row: number) => `${row}.5${row % 3 ? '' : ' e'}`],
    ['a footnote', (row: number) => `${row + 100}${row % 3 ? '' : '[1]'}`],
    ['a flag beside marks for no value', (row: number) => [':', `${row}.5`, `${row}.5 p`][row % 3]],
  ])('%s is told', (_, cell) => {
    const { reading, notes } = decide('Value', count(60, cell));
    expect(reading.type).toBe('text');
    expect(notes).toEqual([expect.objectContaining({ code: 'almost_numbers', cells: expect.any(Array) })]);
  });

  test('a sign that half of the numbers have instead is no value, and one that nearly all have is told', () => {
    const cellsWith = (rows: number) => [...cellsOf(count(30, (row) => `${row}.5`)), { text: '..', count: rows }];
    const half = decideReading(cellsWith(40), { name: '2019', now });
    expect([half.reading.type, half.notes]).toEqual([
      'number',
      [expect.objectContaining({ code: 'words_as_missing' })],
    ]);
    const { reading, notes } = decideReading(cellsWith(400), { name: '2019', now });
    expect(reading.type).toBe('text');
    expect(notes).toEqual([{ code: 'almost_numbers', detail: expect.stringContaining('".." is a frequent word') }]);
  });

  test.each([
    ['houses', (row: number) => `${row + 1}${row % 3 ? '' : 'a'}`],
    ['classes', (row: number) => `${5 + (row % 6)} ${'abc'[row % 3]}`],
  ])('%s are text without a word', (_, cell) => {
    expect(codesOf('v', count(60, cell))).toEqual([]);
  });

  test('a limit is told by a cell of the column', () => {
    const { notes } = decide(
      'age',
      count(40, (row) => (row % 4 ? `${row + 18}` : '65+')),
    );
    expect(notes).toEqual([{ code: 'read_as_limits', detail: expect.stringContaining('"65+"') }]);
  });
});

describe('hours without marks between the parts', () => {
  test('are moments, not seconds since 1970', () => {
    const cells = count(
      48,
      (row) => `202301${String(1 + Math.floor(row / 24)).padStart(2, '0')}${String(row % 24).padStart(2, '0')}`,
    );
    expect(decide('MESS_DATUM', cells).reading).toMatchObject({ type: 'datetime', time_shape: 'yyyymmddhhmmss' });
    expect(valuesOf('MESS_DATUM', cells)[25]).toBe(Date.UTC(2023, 0, 2, 1));
    const seconds = count(48, (row) => String(1_672_531_200 + row * 3600));
    expect(decide('time', seconds).reading.time_shape).toBe('unix_s');
  });
});

describe('powers of ten', () => {
  test('account numbers that a spreadsheet shortened are named', () => {
    const { reading, notes } = decide('account', [...count(30, (row) => `${220_000_000_000 + row * 77}`), '2.2E+11']);
    expect(reading.type).toBe('number');
    expect(notes).toEqual([expect.objectContaining({ code: 'digits_lost', cells: ['2.2E+11'] })]);
  });

  test('serial numbers such as 48E12 are codes, and so is one 1E5 among whole numbers', () => {
    for (const texts of [
      ['48E12', '49E12'],
      ['1E5', '123', '77'],
    ]) {
      const { reading, notes } = decide('serial', texts);
      expect(reading.type).toBe('text');
      expect(notes).toEqual([
        expect.objectContaining({ code: 'read_as_codes', cells: expect.arrayContaining([texts[0]]) }),
      ]);
    }
    expect(decide('serial', ['48E12', '49E12'], { type: 'number' }).reading.type).toBe('number');
  });

  test('scientific notation stays numbers: beside fractions, with a sign, and in lower case with a note', () => {
    expect(codesOf('v', ['1e3', '2.5', '12E4'])).toEqual([]);
    expect(codesOf('v', ['1.5e-7', '2E+05', '3.25e-4'])).toEqual([]);
    expect(codesOf('v', ['1e5', '123', '77'])).toEqual(['read_as_powers']);
  });
});

describe('words among numbers', () => {
  const parts = (word: string, every: number) =>
    count(80, (row) => (row % every === 1 ? word : `${1000 + (row % 10)}`));
  const counted = (texts: readonly string[]) =>
    [...new Set(texts)].map((text) => ({ text, count: texts.filter((other) => other === text).length }));

  test.each([
    ['guitar', 4, 'text'],
    ['guitar', 40, 'integer'],
    ['k.A.', 4, 'integer'],
    ['Not available', 4, 'integer'],
    ['не известно', 4, 'text'],
    ['неизвестно', 4, 'integer'],
    ['(unknown)', 4, 'integer'],
    ['***', 4, 'integer'],
  ])('%s in every row of %d: %s', (word, every, type) => {
    const { reading, notes } = decideReading(counted(parts(word, every)));
    expect(reading.type).toBe(type);
    expect(notes.map(({ code }) => code)).toEqual([type === 'text' ? 'almost_numbers' : 'words_as_missing']);
  });

  test('the end of something that goes on is no date', () => {
    const texts = count(40, (row) => (row % 4 === 1 ? 'present' : `2020-01-${10 + (row % 20)}`));
    expect(decideReading(counted(texts)).reading).toMatchObject({ type: 'date', blanks: ['present'] });
  });
});

describe('the order of dates', () => {
  test('a date with the day first and one with the month first make a text that names both', () => {
    const { reading, notes, open } = decide('d', ['13/01/2024', '02/03/2024', '01/13/2024']);
    expect([reading.type, open]).toEqual(['text', undefined]);
    expect(notes).toEqual([expect.objectContaining({ code: 'ambiguous_dates', cells: ['13/01/2024', '01/13/2024'] })]);
  });

  test('a birth is not in the future, and the years are told', () => {
    const texts = ['03-11-49', '25-12-68', '17-06-05'];
    expect(daysOf('birth_date', texts)).toEqual(['1949-11-03', '1968-12-25', '2005-06-17']);
    expect(decide('birth_date', texts).reading).toMatchObject({ date_order: 'dmy', latest_year: 2026 });
    expect(decide('birth_date', [...texts, '24-12-26']).reading).toMatchObject({ latest_year: 2025 });
    expect(codesOf('Geburtsdatum', texts)).toEqual(['short_years']);
  });

  test('other years of two digits lie at most twenty years ahead, unless the name says that they come later', () => {
    const texts = ['13/1/49', '25/12/68', '17/6/05'];
    expect(decide('ordered', texts).reading.latest_year).toBe(2046);
    expect(decide('valid_until', texts).reading.latest_year).toBe(2069);
    expect(decide('ordered', [...texts, '1/1/2019']).reading.latest_year).toBe(2026);
  });

  test('years of two digits may come first, where the cells or the sender say so', () => {
    expect(daysOf('d', ['20-01-31', '99-12-31'])).toEqual(['2020-01-31', '1999-12-31']);
    expect(decide('d', ['20-01-31', '20-02-01'])).toMatchObject({
      reading: { type: 'text' },
      open: 'dateOrder',
      notes: [{ code: 'ambiguous_dates' }],
    });
    expect(daysOf('d', ['20-01-31'], { dateOrder: 'ymd' })).toEqual(['2020-01-31']);
    expect(createCellParser({ type: 'date', blanks: [], date_order: 'ymd' })('20-01-31')).toBeNaN();
  });
});

describe('times in other shapes', () => {
  test.each([
    ['month', ['Jan-20', 'Dec-21'], ['2020-01-01', '2021-12-01']],
    ['Monat', ['Okt-20', "Mai '21"], ['2020-10-01', '2021-05-01']],
    ['Monat', ['Mrz.18', 'Jan 18', 'Mrz 2019'], ['2018-03-01', '2018-01-01', '2019-03-01']],
    ['period', ['01/2020', '12/2021'], ['2020-01-01', '2021-12-01']],
    ['TIME_PERIOD', ['2020M01', '2021-M12'], ['2020-01-01', '2021-12-01']],
    ['yearMonth', ['202001', '202112'], ['2020-01-01', '2021-12-01']],
    ['OrderDate', ['20200101', '20211231'], ['2020-01-01', '2021-12-31']],
    ['logged_at', ['20200101123000', '20211231000000'], ['2020-01-01T12:30:00.000Z', '2021-12-31']],
    ['ts', ['1700000000', '1700006400'], ['2023-11-14T22:13:20.000Z', '2023-11-15']],
    ['createdAt', ['1700000000123', '1700006400000'], ['2023-11-14T22:13:20.123Z', '2023-11-15']],
    ['time', ['1700000000000000', '1700006400000000'], ['2023-11-14T22:13:20.000Z', '2023-11-15']],
    ['Rechnungsdatum', ['43831', '43832.5'], ['2020-01-01', '2020-01-02T12:00:00.000Z']],
  ])('%s: %j', (name, texts, days) => {
    expect(daysOf(name, texts)).toEqual(days);
    expect(codesOf(name, texts)).toContain('time_guessed');
    const unnamed = decide('x', texts);
    expect(['integer', 'number', 'text']).toContain(unnamed.reading.type);
    expect(daysOf('x', texts, { type: 'datetime' })).toEqual(days);
  });

  test.each([
    ['candidate', ['20200101', '20200102']],
    ['runtime', ['43831', '43832']],
    ['time', ['43831', '43832']],
    ['price', ['1700000000', '1700006400']],
    ['date', ['7', '12']],
    ['Date', ['16695', '16880', '21800']],
    ['ts', ['20201301', '20200101']],
    ['date', ['Aug-01', 'Aug-02', 'Aug-03', 'Aug-04']],
    ['Date', ['Mar 15', 'Apr 12']],
    ['month', ['1', '12']],
    ['year', ['2001', '2002']],
  ])('%s stays what it was: %j', (name, texts) => {
    expect(['integer', 'number', 'text']).toContain(decide(name, texts).reading.type);
  });

  test('what keeps months from being dates is told', () => {
    expect(decide('Monat', ['Jan-18', 'Feb-18', 'Xyz-18']).notes).toMatchObject([
      { code: 'almost_dates', cells: ['Xyz-18'] },
    ]);
    expect(codesOf('Date', ['Mar 15', 'Apr 12'])).toEqual(['maybe_dates']);
  });

  test('what the sender says is told, where a number could count from several days', () => {
    expect(decide('v', ['1700000000'], { type: 'datetime' }).notes).toEqual([
      { code: 'read_as_times', detail: 'numbers such as "1700000000" are read as seconds since 1970 UTC' },
    ]);
    expect(decide('v', ['20200101'], { type: 'date' }).notes).toEqual([]);
    expect(valuesOf('v', ['7'], { type: 'date' })).toEqual([Number.NaN]);
  });

  test('later cells may be dates with marks, and are read by the same years', () => {
    const { reading } = decide('ts', ['1700000000', '1700003600']);
    const parse = createCellParser(reading);
    expect([parse('2024-01-31'), parse('later')]).toEqual([Date.UTC(2024, 0, 31), Number.NaN]);
  });
});

test('the digits in which a program writes a number are not lost, however they are rounded', () => {
  expect(codesOf('v', ['18.929214477539062', '0.1', '-2.4000015258789062'])).toEqual([]);
  expect(codesOf('v', ['18.929214477539068', '0.1'])).toEqual(['digits_lost']);
});

test('small powers of ten are fractions, no powers of whole numbers', () => {
  expect(codesOf('v', ['1.5e-12', '-9.9e-19', '0', '12'])).toEqual([]);
});

describe('spans of time', () => {
  test.each([
    ['worked', ['0:45', '27:15', '255:10'], [2700, 98_100, 918_600]],
    ['v', ['0:45', '27:15', '255:10', '0'], [2700, 98_100, 918_600, 0]],
    ['duration', ['1:30:00', '0:45:10'], [5400, 2710]],
    ['v', ['59:30', '1:02:15'], [3570, 3735]],
    ['lap', ['1:30', '1:29'], [90, 89]],
    ['Length (m:ss)', ['47:52', '3:15'], [2872, 195]],
    ['Length', ['3:39', '6:48'], [219, 408]],
    ['Zeit', ['21:32', '38:10'], [1292, 2290]],
    ['duration', ['1:35', '2:50'], [5700, 10_200]],
    ['v', ['1:02.35', '58.21'], [62.35, 58.21]],
    ['v', ['0 days 01:30:00', '2 days 00:00:10.5'], [5400, 172_810.5]],
    ['v', ['1.03:15:00', '-0:45'], [98_100, -2700]],
    ['v', ['PT1H30M', 'P1DT2.5S'], [5400, 86_402.5]],
  ])('%s: %j are seconds', (name, texts, seconds) => {
    expect(decide(name, texts).reading).toMatchObject({ type: 'number', unit: 's' });
    expect(valuesOf(name, texts)).toEqual(seconds);
    expect(codesOf(name, texts)).toEqual(['read_as_seconds']);
  });

  test('what the file formats as a span is one, also below a day', () => {
    expect(valuesOf('x', ['00:45:00', '07:15:00'], { isSpan: true })).toEqual([2700, 26_100]);
  });

  test('times of day stay hours, and a later span makes the column one', () => {
    const times = count(20, (row) => `${row}:30`);
    const decision = decide('start', times);
    expect(decision.reading).toMatchObject({ clock: true, unit: 'h' });
    expect([createNewsTest(decision)('23:59'), createNewsTest(decision)('27:15')]).toEqual([false, true]);
    expect(decide('start', [...times, '27:15']).reading).toMatchObject({ span: 'h:mm', unit: 's' });
  });

  test.each([
    ['score', ['3:15', '98:45']],
    ['stand', ['27:25', '31:28', '24:24']],
    ['home', ['27:25', '31:28', '24:24']],
    ['set', ['11:10', '15:21', '21:19', '12:21', '21:11', '21:13', '14:21', '18:21', '21:10', '21:16']],
    ['v', ['80:20', '60:40']],
    ['v', ['12:30', '13:45']],
    ['v', ['27:75', '3:15']],
  ])('%s: %j are no spans', (name, texts) => {
    expect(decide(name, texts).reading.type).toBe('text');
  });
});

describe('a known word for "no value" in most cells', () => {
  const half = (word: string) => count(80, (row) => (row % 2 ? `${20 + (row % 50)}` : word));

  test.each(['unknown', 'k.A.', 'keine Angabe', 'n.d.', 'TBD', '..'])('%s is read as missing, and said', (word) => {
    const { reading, notes } = decide('age', half(word));
    expect(reading).toMatchObject({ type: 'integer', blanks: [word.toLowerCase()] });
    expect(notes).toMatchObject([{ code: 'words_as_missing' }]);
  });

  test('any other word leaves text, and the note says what reads it otherwise', () => {
    const [words, numbers] = [half('auf Anfrage').slice(0, 1), half('').filter((cell) => cell !== '')];
    const often = words.map((text) => ({ text, count: 40 }));
    const { reading, notes } = decideReading([...often, ...cellsOf(numbers)], { name: 'price', now });
    expect([reading.type, notes]).toEqual([
      'text',
      [{ code: 'almost_numbers', detail: expect.stringContaining('list it in `blanks` to read it as missing') }],
    ]);
    const days = count(20, (row) => `2024-01-${10 + row}`);
    const dates = decideReading([{ text: 'later', count: 40 }, ...cellsOf(days)], { name: 'until', now });
    expect(dates.notes).toMatchObject([{ code: 'almost_dates' }]);
  });
});
