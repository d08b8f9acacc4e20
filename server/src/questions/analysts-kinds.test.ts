/** What analysts asked and nothing proposed: found with questions that nobody here wrote, tried on a table of another trade. */
import { expect, test } from 'vitest';
import { linkQuestion } from './link/link-question.ts';
import type { Profile } from './profile.ts';
import { readingOf } from './propose/candidate.ts';
import { propose } from './propose/propose.ts';
import { nameReading } from './realise/say-reading.ts';

const towns = ['Lyon', 'Graz', 'Turin'];
const grades = ['junior', 'senior', 'lead'];
const tenures = ['<1 yr', '1-3 yrs', '4-9 yrs', '10+ yrs'];
const stamp = (at: number, minutes: number) => new Date(Date.UTC(2022, 0, 1 + 4 * at, 8, minutes)).toISOString();
const sample = Array.from({ length: 200 }, (_, at) => [
  `Visit ${at}`,
  `${['Ada', 'Bo', 'Cy', 'Di'][at % 4]} ${['Moss', 'Reed'][at % 2]}`,
  towns[at % 3],
  grades[(at * 5) % 3],
  tenures[(at * 3) % 4],
  1 + (at % 5),
  1 + ((at * 3) % 5),
  6 * (1 + (at % 20)),
  at % 3 === 0 ? 9 : 3,
  8,
  20 + ((at * 13) % 400),
  30 + ((at * 17) % 90),
  stamp(at, 0),
  stamp(at, 20 + (at % 30)),
  at % 4 === 0 ? null : stamp(at + 2, 0),
]);
const texts = (name: string, values: readonly string[]) => ({ name, type: 'text', distinct: values.length, values });
const numbers = (name: string, min: number, max: number) => ({ name, type: 'integer', distinct: 90, min, max });
const times = (name: string, nulls = 0) => {
  return { name, type: 'datetime', distinct: 900, nulls, min: '2022-01-01T08:00:00Z', max: '2024-12-30T08:00:00Z' };
};
const visits: Profile = {
  name: 'visits',
  row_count: 9000,
  columns: [
    { name: 'visit_name', type: 'text', distinct: 9000 },
    { name: 'fitter', type: 'text', distinct: 8 },
    texts('town', towns),
    texts('grade', grades),
    texts('tenure', tenures),
    { ...numbers('Q1 Care', 1, 5), distinct: 5 },
    { ...numbers('Q3 Speed', 1, 5), distinct: 5 },
    numbers('contract_months', 6, 120),
    numbers('hours_to_fix', 3, 9),
    numbers('sla_hours', 8, 8),
    numbers('invoice_total', 20, 420),
    numbers('distance_km', 30, 120),
    times('began'),
    times('ended'),
    times('closed_at', 900),
  ],
  sample,
};

const names = (question: string, table = visits) =>
  propose(linkQuestion(question, table), () => 0, 100_000)
    .map(readingOf)
    .map(nameReading);

test.each([
  [
    'junior or senior fitters from Lyon with tenure 10+ yrs',
    'town is Lyon, tenure is 10+ yrs and grade is junior or senior',
  ],
  ['Lyon, not junior, tenure 10+ yrs', 'town is Lyon, tenure is 10+ yrs and grade is not junior'],
  ['tenure less than 1 year, Graz', 'tenure is <1 yr and town is Graz'],
])('three conditions, one of them joined or denied, or an open value: %s', (question, rows) => {
  const conditions = new Set(rows.split(/, | and /));
  const found = names(question).filter((one) => one.startsWith('number of rows where '));
  const parts = found.map((one) => new Set(one.replace('number of rows where ', '').split(/, | and /)));
  expect(parts).toContainEqual(conditions);
});

test.each([
  ['Q1 = 5 and Q3 = 5 count', 'number of rows where Q1 Care is 5 and Q3 Speed is 5'],
  ['how many visits began on the 15th of August 2023', 'number of rows where began is on 15 August 2023'],
  ['visits in dec 24', 'number of rows where began is in December 2024'],
  ['visits with an invoice total of 2-3 hundred', 'number of rows where invoice total is between 200 and 300'],
  [
    'visits with at least 4 hours to fix and 60 km',
    'number of rows where hours to fix is at least 4 and distance km is at least 60',
  ],
  ['visits that began 2022-2023', 'number of rows where year of began is between 2022 and 2023'],
  ['visits with a contract of five years or more', 'number of rows where contract months in years is at least 5'],
  ['how many visits missed their SLA', 'number of rows where hours_to_fix is more than sla_hours'],
  ['how many unclosed visits', 'number of rows where closed at is missing'],
  ['first and last began', 'earliest began and latest began'],
  ['invoice total 2024 minus 2023', 'difference in total invoice total between 2024 and 2023'],
  ['most expensive visit name in each town', 'visit name with the highest invoice total for each town'],
  ['total per town', 'total invoice total for each town'],
])('it is proposed: %s', (question, reading) => expect(names(question)).toContain(reading));

test('nothing is largest or first where no word says so', () => {
  expect(names('who was the fitter of Visit 7').filter((one) => /highest|lowest|first|last/.test(one))).toEqual([]);
  expect(names('who was the fitter of the latest visit').some((one) => /first|last|highest/.test(one))).toBe(true);
});

test('who took part asks for no share, and what stands behind the sign is the part', () => {
  expect(names('how many junior fitters took part').filter((one) => one.startsWith('share'))).toEqual([]);
  const shares = names('Lyon: % junior').filter((one) => one.startsWith('share'));
  expect(shares).toContain('share of rows where grade is junior among rows where town is Lyon');
  expect(shares).not.toContain('share of rows where town is Lyon among rows where grade is junior');
});

test('a column that tells a time is no time between two dates, and short times are told in minutes', () => {
  const derived = (question: string) =>
    linkQuestion(question, visits)
      .table.columns.slice(visits.columns.length)
      .map(({ name }) => name);
  expect(derived('top 3 by hours to fix')).toEqual([]);
  expect(derived('visits with the longest distance')).toEqual([]);
  expect(derived('how long did visits take from began to ended')).toEqual(['minutes from began to ended']);
});

test('an identifier is what it names', () => {
  const table = {
    ...visits,
    columns: [...visits.columns, { name: 'prof_id', type: 'integer', distinct: 40, min: 1, max: 40 }],
    sample: sample.map((row, at) => [...row, at % 40]),
  };
  expect(names('how many different professors', table)).toContain('number of distinct values of prof id');
  expect(names('which 5 towns had the most visits').filter((one) => one.includes('with 5 rows'))).toEqual([]);
});

test('what is sold most is no single row', () => {
  const found = names('5 best selling grades');
  expect(found.some((one) => one === '5 values of grade with the most rows')).toBe(true);
  expect(found.filter((one) => /^5 rows/.test(one))).toEqual([]);
});

test('those with something are compared with those without', () => {
  const table = {
    ...visits,
    columns: [...visits.columns, { name: 'warranty', type: 'boolean', distinct: 2 }],
    sample: sample.map((row, at) => [...row, at % 2 === 0]),
  };
  const found = names('Are visits with warranty of a longer distance than those without?', table);
  expect(new Set(found)).toEqual(new Set(['average distance km for each warranty']));
});

test('a day of no year is no year', () => {
  expect(names('visits that ended on dec 24').filter((one) => one.includes('2024'))).toEqual([]);
});

test('how many there are is no list of what each is called, and two that stand against each other are both told', () => {
  expect(names('how many visits had a distance over 60').filter((one) => one.startsWith('visit name'))).toEqual([]);
  const found = names('average distance junior vs senior');
  expect(found).toContain('average distance km for each grade where grade is junior or senior');
  expect(found.filter((one) => one.startsWith('difference'))).toEqual([]);
  expect(names('average distance difference junior vs senior').some((one) => one.startsWith('difference'))).toBe(true);
});

test('less than somebody has is less, in whatever the column measures', () => {
  const found = (question: string) => names(question).filter((one) => / than that of /.test(one));
  const less = found('visits with a lower distance than Visit 7');
  expect(less.length).toBeGreaterThan(0);
  expect(less.filter((one) => one.includes('distance km is more than'))).toEqual([]);
});

test('anything but a town is not that town', () =>
  expect(names('how many visits anywhere, all but Lyon')).toContain('number of rows where town is not Lyon'));
