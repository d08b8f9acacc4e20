/** Questions of strangers in which the rows had another name, or a number counted more than the rows. */
import { expect, test } from 'vitest';
import type { TableSummary } from '../grounding.ts';
import { english } from '../words/english.ts';
import type { FoundValue } from './found-value.ts';
import { understandQuestion } from './understand.ts';
import { describeQuery } from './wording.ts';

const text = (name: string, ...values: string[]) => ({ name, type: 'text', distinct: values.length, values });
const number = (name: string, min: number, max: number, type = 'integer') => ({ name, type, distinct: 900, min, max });

const rides: TableSummary = {
  name: 'taxi',
  row_count: 10_000,
  columns: [
    text('tip', 'yes', 'no'),
    number('distance', 0, 40, 'number'),
    text('company', 'Flash Cab', 'Sun Taxi'),
    text('weekday', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'),
    text('month', 'Jan', 'Feb', 'Mar'),
    number('hour', 0, 23),
  ],
};
const housing: TableSummary = {
  name: 'txhousing',
  row_count: 8600,
  columns: [
    text('city', 'Dallas', 'Austin'),
    number('year', 2000, 2015),
    number('month', 1, 12),
    number('sales', 5, 8000),
    number('listings', 0, 40_000),
  ],
};
const lines: TableSummary = {
  name: 'order_lines',
  row_count: 9000,
  columns: [
    text('country', 'Germany', 'France'),
    number('unit_price', 1, 90, 'number'),
    number('quantity', 1, 9),
    { name: 'sold_on', type: 'date', distinct: 300, min: '2023-01-01', max: '2024-12-31' },
  ],
};
const dishes: TableSummary = {
  name: 'menu',
  row_count: 500,
  columns: [{ name: 'item', type: 'text', distinct: 490 }, number('calories', 20, 2000)],
};
const found: FoundValue[] = ['Cobb Salad', 'Garden Salad', 'Side Salad'].map((value) => ({
  column: dishes.columns[0],
  value,
  count: 1,
}));

function meaningOf(table: TableSummary, question: string): string {
  const surroundings = { vocabulary: english, now: new Date('2025-03-10T12:00:00Z') };
  const reading = understandQuestion(question, table, surroundings, table === dishes ? found : []);
  if (reading.outcome === 'unknown') return `unknown ${reading.unread.join(' ')}`.trim();
  return reading.outcome === 'understood' ? describeQuery(reading.best.query) : reading.outcome;
}

test.each([
  [rides, 'How many trips on Mondays?', 'Number of rows of taxi where weekday is Mon'],
  [rides, 'How many trips by Sun Taxi?', 'Number of rows of taxi where company is Sun Taxi'],
  [rides, 'How many trips in March?', 'Number of rows of taxi where month is Mar'],
  [
    housing,
    'How many homes were sold in Dallas in June 2014?',
    'Total sales where month is 6 and year is 2014 and city is Dallas',
  ],
  [housing, 'Which city had the most sales?', 'The city with the highest total sales where city is not missing'],
  [rides, 'average distance of the local rides by company', 'unknown local'],
  [housing, 'How many homes were sold on the last date?', 'unknown'],
  [
    lines,
    'How many lines with a quantity between 2 and 3 thousand?',
    'Number of rows of order_lines where quantity is between 2,000 and 3,000',
  ],
])('of %o: %s', (table, question, meaning) => expect(meaningOf(table, question)).toBe(meaning));

test.each([
  [rides, 'How many unicorns?', 'unknown unicorns'],
  [rides, 'How many drivers does Flash Cab have?', 'unknown drivers'],
  [rides, 'How many outings per company?', 'unknown outings'],
  [rides, 'What was the highest fare?', 'unknown fare'],
  [rides, 'How many purple rides?', 'unknown purple'],
  [housing, 'How many pirates sold homes in Dallas?', 'unknown pirates'],
])('a noun that may be more than the rows is named: %s', (table, question, meaning) =>
  expect(meaningOf(table, question)).toBe(meaning),
);
