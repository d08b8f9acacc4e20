/** What is asked of a table of sales over four years, of which only the first 300 rows are known. */
import { expect, test } from 'vitest';
import { linkQuestion } from './link/link-question.ts';
import type { Profile } from './profile.ts';
import { readingOf } from './propose/candidate.ts';
import { propose } from './propose/propose.ts';
import { nameReading } from './realise/say-reading.ts';
import { writeSql } from './realise/write-sql.ts';

const goods = ['lamp', 'desk', 'rain'];
const regions = ['Africa', 'Asia', 'Europe'];
const sample = Array.from({ length: 300 }, (_, at) => {
  const day = new Date(Date.UTC(2012, 0, 1 + 4 * at)).toISOString().slice(0, 10);
  return [day, `C${at % 40}`, goods[at % 3], regions[(at >> 2) % 3], 10 + ((at * 37) % 90)];
});
const sales: Profile = {
  name: 'sales',
  row_count: 2400,
  columns: [
    { name: 'sold', type: 'date', distinct: 1200, min: '2012-01-01', max: '2015-12-30' },
    { name: 'customer', type: 'text', distinct: 40 },
    { name: 'product', type: 'text', distinct: 3, values: goods },
    { name: 'region', type: 'text', distinct: 3, values: regions },
    { name: 'revenue', type: 'number', distinct: 90, min: 10, max: 99 },
  ],
  sample,
};

const proposed = (question: string, table = sales) =>
  propose(linkQuestion(question, table), () => 0, 5000).map(readingOf);
const names = (question: string, table = sales) => proposed(question, table).map(nameReading);

test('per month of several years is each of their months, told by its first day', () => {
  const all = proposed('sales per month');
  const parts = all.flatMap(({ answer }) => (answer.kind === 'groups' ? [answer.by.part] : []));
  expect(parts).toContain('each month');
  expect(parts).not.toContain('month');
  const own = all.find(({ answer }) => answer.kind === 'groups' && answer.by.part === 'each month');
  expect(own && writeSql(own, sales)).toContain(`CAST(date_trunc('month', "sold") AS date)`);
});

test.each(['sales by month of the year', 'sales per month in 2014'])('%s may be twelve months', (question) => {
  const parts = proposed(question).flatMap(({ answer }) => (answer.kind === 'groups' ? [answer.by.part] : []));
  expect(parts).toContain('month');
});

test('a table of one year has no months of several', () => {
  const [sold, ...others] = sales.columns;
  const ofOne = { ...sales, columns: [{ ...sold, max: '2012-12-31' }, ...others] };
  expect(proposed('sales per month', ofOne).some(({ answer }) => 'by' in answer && answer.by.part === 'month')).toBe(
    true,
  );
});

test('customers of a table of sales are counted once', () => {
  const all = proposed('How many customers are there in Asia?');
  expect(all.map(nameReading)).toContain('number of distinct values of customer where region is Asia');
  expect(all.some(({ answer }) => answer.kind === 'count')).toBe(false);
  expect(names('number of customers per region')).toContain('number of distinct values of customer for each region');
});

test('sales are rows, whatever they are of', () =>
  expect(names('How many sales are there in Asia?')).toContain('number of rows where region is Asia'));

test.each([
  ['rainy sales', 'product is rain'],
  ['sales to African customers', 'region is Africa'],
])('%s are those where %s', (question, condition) =>
  expect(names(question).some((name) => name.endsWith(condition))).toBe(true),
);
