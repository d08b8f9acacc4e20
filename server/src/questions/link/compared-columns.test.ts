import { expect, test } from 'vitest';
import type { Profile } from '../profile.ts';
import { linkQuestion } from './link-question.ts';

const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10);
const rows = Array.from({ length: 100 }, (_, at) => [
  `C${at}`,
  100 + at,
  at % 3 === 0 ? 130 + at : 90 + at,
  day(at),
  day(at + 30),
  at % 4 === 0 ? null : day(at + 25 + (at % 10)),
  40 + (at % 30),
  50,
  1000 + 10 * at,
  20 + at,
  5 + at,
]);
const numbers = (...names: string[]) => names.map((name) => ({ name, type: 'integer', distinct: 90, nulls: 0 }));
const dates = (...names: string[]) => names.map((name) => ({ name, type: 'date', distinct: 90, nulls: 0 }));
const campaigns: Profile = {
  name: 'campaigns',
  row_count: 5000,
  columns: [
    { name: 'code', type: 'text', distinct: 100, nulls: 0 },
    ...numbers('budget_usd', 'spend_usd'),
    ...dates('invoiced', 'due_date', 'paid_on'),
    ...numbers('qty_on_hand', 'reorder_point', 'impressions', 'clicks', 'conversions'),
  ],
  sample: rows,
};

const derived = (question: string) =>
  linkQuestion(question, campaigns)
    .table.columns.slice(campaigns.columns.length)
    .map(({ name, formula }) => [name, formula]);

test.each([
  ['How many campaigns went over budget?', 'spend_usd is more than budget_usd', '"spend_usd" > "budget_usd"'],
  ['share below their reorder point', 'qty_on_hand is less than reorder_point', '"qty_on_hand" < "reorder_point"'],
  ['campaigns with more conversions than clicks', 'conversions is more than clicks', '"conversions" > "clicks"'],
  ['how many were paid after the due date', 'paid_on is after due_date', '"paid_on" > "due_date"'],
  ['how many were paid late', 'paid_on is after due_date', '"paid_on" > "due_date"'],
  ['clicks below 10 % of impressions', 'clicks is less than 10 % of impressions', '"clicks" < 0.1 * "impressions"'],
  ['spend over half of the budget', 'spend_usd is more than 50 % of budget_usd', '"spend_usd" > 0.5 * "budget_usd"'],
  ['on time rate', 'paid_on is no later than due_date', '"paid_on" <= "due_date"'],
])('two columns are compared: %s', (question, name, formula) => expect(derived(question)).toEqual([[name, formula]]));

test.each([
  ['clicks divided by impressions', 'total clicks per impressions'],
  ['clicks over impressions', 'total clicks per impressions'],
  ['clicks per impressions', 'total clicks per impressions'],
  ['average clicks per impressions', 'clicks per impressions'],
  ['budget minus spend', 'budget_usd minus spend_usd'],
  ['difference between budget and spend', 'budget_usd minus spend_usd'],
])('what is worked out of two columns: %s', (question, name) =>
  expect(derived(question).map(([one]) => one)).toContain(name),
);

test.each([
  'How many campaigns had over 50 clicks?',
  'campaigns invoiced after 2025-02-01',
  'clicks before May',
  'How many clicks in all?',
  'a late campaign of which nothing is due',
])('nothing is compared where one is named, or a value: %s', (question) => {
  const names = derived(question).map(([name]) => name);
  expect(names.filter((name) => !/^paid_on is after due_date$/.test(String(name)))).toEqual([]);
});

test('of a group one sum is divided by the other', () => {
  const { table } = linkQuestion('clicks per impressions', campaigns);
  const [column] = table.columns.slice(-1);
  expect(column).toMatchObject({ quotient: [9, 8], formula: expect.stringContaining('sum("clicks")') });
  expect(column.isOfRow).toBeUndefined();
});
