/** What owners of a table say of its flags, times and codes, where names and cells say it otherwise. */
import { expect, test } from 'vitest';
import type { Profile } from '../profile.ts';
import { sayCondition } from '../realise/say-reading.ts';
import { linkQuestion } from './link-question.ts';

const rows = [
  ['2022-11-02', '2022-11-09', 'F', 1, 0, 'SelfPay', 20],
  ['2023-02-11', null, 'M', 0, 1, 'GroupPlan', 35],
  ['2023-05-20', '2023-06-01', 'F', 1, 1, 'SelfPay', 0],
  ['2024-03-03', '2024-03-30', 'M', 0, 0, 'GroupPlan', 12],
];
const date = { type: 'date', distinct: 4 };
const flag = { type: 'integer', distinct: 2, nulls: 0, min: 0, max: 1 };
const stays: Profile = {
  name: 'stays',
  row_count: 400,
  columns: [
    { ...date, name: 'admit_date', nulls: 0, min: '2022-11-02', max: '2024-03-03' },
    { ...date, name: 'discharged_on', nulls: 100, min: '2022-11-09', max: '2024-03-30' },
    { name: 'sex', type: 'text', distinct: 2, nulls: 0, values: ['F', 'M'] },
    { ...flag, name: 'is_active' },
    { ...flag, name: 'readmit_30d' },
    { name: 'payer', type: 'text', distinct: 2, nulls: 0, values: ['SelfPay', 'GroupPlan'] },
    { name: 'visits', type: 'integer', distinct: 4, nulls: 0, min: 0, max: 35 },
  ],
  sample: rows,
};
const conditionsOf = (question: string) =>
  linkQuestion(question, stays).conditions.map((one) => sayCondition(one.condition));

test.each([
  ['how many active stays', 'is active is 1'],
  ['inactive stays', 'is active is 0'],
  ['stays that arent active', 'is active is 0'],
  ['stays of women', 'sex is F'],
  ['stays with a group plan', 'payer is GroupPlan'],
  ['who has not been discharged yet', 'discharged on is missing'],
  ['stays in the first half of 2023', 'admit date is in the first half of 2023'],
  ['stays Q1 2024', 'admit date is in the first quarter of 2024'],
  ['stays by sex 2023', 'admit_date is in 2023'],
  ['stays with no visits', 'visits is 0'],
  ['stays within 12 visits', 'visits is at most 12'],
])('%s: %s', (question, condition) => expect(conditionsOf(question)).toContain(condition));

test('a time is of the column that is named, else of when a row came to be', () => {
  expect(conditionsOf('stays discharged in 2023')).toContain('discharged_on is in 2023');
  expect(conditionsOf('stays discharged in 2023')).not.toContain('admit_date is in 2023');
  expect(conditionsOf('stays in 2023')).not.toContain('discharged_on is in 2023');
});

test('"how long" is the time between two', () => {
  const { table } = linkQuestion('How long does it take until they are discharged on average?', stays);
  expect(table.columns.at(-1)?.name).toBe('days from admit_date to discharged_on');
  expect(table.rows.map((row) => row.at(-1))).toEqual([7, null, 12, 27]);
});

test('a value that a column has in its name says which column is meant, and no rows', () => {
  const brands = ['Citrus Hill', 'Minute Maid'];
  const sales: Profile = {
    name: 'oj_sales',
    row_count: 900,
    columns: [
      { name: 'Brand bought', type: 'text', distinct: 2, nulls: 0, values: brands },
      ...brands.map((brand) => ({ name: `Price ${brand}`, type: 'number', distinct: 9, nulls: 0, min: 1, max: 3 })),
    ],
    sample: brands.map((brand) => [brand, 1.7, 1.9]),
  };
  const said = (question: string) => linkQuestion(question, sales).conditions.map((one) => sayCondition(one.condition));
  expect(said('What is the average price of Citrus Hill?')).toEqual([]);
  expect(said('What is the highest Price Minute Maid?')).toEqual([]);
  expect(said('How many sales of Minute Maid were there?')).toContain('Brand bought is Minute Maid');
});
