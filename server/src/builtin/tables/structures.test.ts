/** Shapes of questions that no set had shown before: places in a ranking, links, sums of groups, words that must not be dropped. */
import { expect, test } from 'vitest';
import { meaningOf, names, number, text } from '../../../test/questions/meaning.ts';
import type { TableSummary } from '../grounding.ts';

const key = (name: string, distinct: number) => ({ name, type: 'integer', distinct, min: 1, max: distinct });
const firms: TableSummary = {
  name: 'firms',
  row_count: 2000,
  columns: [
    { ...names('name', 2000), values: undefined },
    text('industry', 'Software & services', 'Banking', 'Insurance'),
    number('assets', 1, 1200, 'number'),
    number('profits', -20, 20, 'number'),
    text('Geschl.', 'm', 'w'),
  ],
};
const survey: TableSummary = {
  name: 'survey',
  row_count: 60_000,
  columns: [
    number('age', 18, 89),
    number('realrinc', 200, 400_000, 'number'),
    number('prestg10', 16, 80),
    text('educcat', 'High School', 'Bachelor'),
    text('gender', 'Male', 'Female'),
  ],
};
const lines: TableSummary = {
  name: 'order_lines',
  row_count: 50_000,
  columns: [key('order_id', 21_000), number('price', 5, 40, 'number'), text('size', 'S', 'M', 'L')],
};
const catches: TableSummary = {
  name: 'catches',
  row_count: 30_000,
  columns: [number('weight', 4, 280), text('sex', 'F', 'M'), { ...key('year', 30), min: 1970, max: 2002 }],
};
const players: TableSummary = {
  name: 'players',
  row_count: 1270,
  columns: [names('name', 1260), number('HR', 0, 48), { ...number('triples', 0, 12), distinct: 13 }],
};
const food: TableSummary = {
  name: 'menu',
  row_count: 500,
  columns: [text('restaurant', 'Burger King', 'Sonic'), number('calories', 20, 2400)],
};

test.each<[TableSummary, string, string]>([
  [
    firms,
    'Which industry has the second most firms?',
    'The industry with the second highest number of rows of firms where industry is not missing',
  ],
  [firms, 'Wie viele Frauen gibt es?', 'Number of rows of firms where Geschl. is w'],
  [firms, 'What is the 3rd highest profit?', 'The row of firms with the third highest profits'],
  [lines, 'What is the average order value?', 'Average total price per order_id that has any'],
  [lines, 'How much does a customer spend per order on average?', 'Average total price per order_id that has any'],
  [catches, 'How many were caught in 1990?', 'Number of rows of catches where year is 1990'],
  [players, 'How many players never had triples?', 'Number of rows of players where triples is 0'],
])('of %o: %s', (table, question, meaning) => expect(meaningOf(table, question)).toBe(meaning));

test.each<[TableSummary, string, string]>([
  [survey, 'Do men earn more than women?', 'refuse'],
  [firms, 'What is the profit margin?', 'margin'],
  [firms, 'Who sold assets?', 'refuse who'],
  [food, 'How many burgers are there?', 'refuse burgers'],
  [catches, 'How many were refunded in 1990?', 'refuse refunded'],
])('rather refuses than drops a word: %o %s', (table, question, refusal) =>
  expect(meaningOf(table, question)).toContain(refusal),
);
