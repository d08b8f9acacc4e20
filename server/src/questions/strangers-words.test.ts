/** Words that strangers said of their tables and that were linked or counted wrongly, asked of a large table of loans. */
import { expect, test } from 'vitest';
import { linkQuestion } from './link/link-question.ts';
import type { Profile } from './profile.ts';
import { readingOf } from './propose/candidate.ts';
import { propose } from './propose/propose.ts';
import { nameReading } from './realise/say-reading.ts';

const states = ['CA', 'TX', 'NY', 'FL'];
const grades = ['A', 'B', 'C'];
const sample = Array.from({ length: 300 }, (_, at) => [
  1000 + at,
  states[at % 4],
  grades[at % 3],
  5000 + ((at * 373) % 35_000),
  5 + (at % 26),
  (at * 91) % 9000,
  [36, 60][at % 2],
  1 + (at % 12),
  new Date(Date.UTC(2022, 0, 1 + 2 * at)).toISOString().slice(0, 10),
  1 + (at % 4),
  18 + (at % 60),
]);
const loans: Profile = {
  name: 'loans',
  row_count: 5000,
  columns: [
    { name: 'loan', type: 'integer', distinct: 5000, min: 1000, max: 5999 },
    { name: 'state', type: 'text', distinct: 4, values: states },
    { name: 'grade', type: 'text', distinct: 3, values: grades },
    { name: 'loan_amount', type: 'integer', distinct: 900, min: 1000, max: 40_000 },
    { name: 'interest_rate', type: 'number', distinct: 26, min: 5, max: 31 },
    { name: 'total_collection_amount_ever', type: 'integer', distinct: 300, min: 0, max: 9000 },
    { name: 'term', type: 'integer', distinct: 2, min: 36, max: 60 },
    { name: 'month', type: 'integer', distinct: 12, min: 1, max: 12 },
    { name: 'granted on', type: 'date', distinct: 700, min: '2022-01-01', max: '2023-12-30' },
    { name: 'months_since_late', type: 'integer', distinct: 90, min: 0, max: 120 },
    { name: 'pct_used', type: 'integer', distinct: 80, min: 0, max: 100 },
  ],
  sample,
};

const names = (question: string) =>
  propose(linkQuestion(question, loans), () => 0, 100_000)
    .map(readingOf)
    .map(nameReading);

test.each([
  ['average loan amount in California', 'average loan amount where state is CA'],
  ['How many loans are from New York?', 'number of rows where state is NY'],
  ['average interest rate of grade A loans', 'average interest rate where grade is A'],
  ['top 3 states by total loan amount', '3 values of state with the highest total loan amount'],
  ['How many loans have an interest rate above 20 percent?', 'number of rows where interest rate is more than 20'],
  ['number of loans per month', 'number of rows for each month'],
  ['How many loans were granted after 15.03.2023?', 'number of rows where granted on is 16 March 2023 or later'],
  ['How many 60 month loans are there?', 'number of rows where term is 60'],
])('%s: %s', (question, reading) => expect(names(question)).toContain(reading));

const isNever = (question: string, said: RegExp) =>
  expect(names(question).filter((name) => said.test(name))).toEqual([]);

test('what is said whole takes its words from longer names', () => {
  const { columns, table } = linkQuestion('top 3 states by total loan amount', loans);
  const named = table.columns.flatMap(({ name }, at) => (columns[at].score > 0 ? [name] : []));
  expect(named).toEqual(['state', 'loan_amount']);
});

test('a bound behind a name bounds nothing else', () =>
  isNever('How many loans have an interest rate above 20 percent?', /pct used is more than 20/));

test('a month divides nothing', () => isNever('loan amount per month', / per months/));

test('states are names only where all codes are states', () => {
  const columns = loans.columns.map((column) =>
    column.name === 'state' ? { ...column, values: ['CA', 'DE', 'PT', 'FR'] } : column,
  );
  const rows = sample.map((row, at) => row.with(1, ['CA', 'DE', 'PT', 'FR'][at % 4]));
  const { conditions } = linkQuestion('loans in Portugal and California', { ...loans, columns, sample: rows });
  const values = conditions.flatMap(({ condition }) => (condition.test === 'is' ? condition.values : []));
  expect(values).toContain('PT');
  expect(values).not.toContain('CA');
});
