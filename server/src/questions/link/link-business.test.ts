/** Names, times and missing values as tables of business have them. */
import { expect, test } from 'vitest';
import type { Profile } from '../profile.ts';
import { sayCondition } from '../realise/say-reading.ts';
import { linkQuestion } from './link-question.ts';

const rows = [
  ['2012-01-05', 12.8, -1.1, 4.7, 'None'],
  ['2012-07-14', 25.6, 13.3, null, 'Minor damage'],
  ['2013-07-04', 30.1, 15.0, 2.9, 'None'],
  ['2013-12-02', 4.4, -3.3, 3.1, 'Substantial'],
];
const days: Profile = {
  name: 'days',
  row_count: rows.length,
  columns: [
    { name: 'date', type: 'date', distinct: 4, nulls: 0, min: '2012-01-05', max: '2013-12-02' },
    { name: 'temp_max', type: 'number', distinct: 4, nulls: 0, min: 4.4, max: 30.1 },
    { name: 'temp_min', type: 'number', distinct: 4, nulls: 0, min: -3.3, max: 15 },
    { name: 'wind', type: 'number', distinct: 3, nulls: 1, min: 2.9, max: 4.7 },
    { name: 'damage', type: 'text', distinct: 3, nulls: 0, values: ['None', 'Minor damage', 'Substantial'] },
  ],
  sample: rows,
};

test.each([
  ['average wind in winter', 'date is in December or January or February'],
  ['wind on 2013-07-04', 'date is on 4 July 2013'],
  ['How many days have no wind?', 'wind is missing'],
  ['On how many days is the wind unknown?', 'wind is missing'],
  ['How many days have a known wind?', 'wind is not missing'],
  ['share of days with damage', 'damage is not None'],
  ['share of days without damage', 'damage is None'],
  ['days with a minimum below zero', 'temp min is less than 0'],
])('%s: %s', (question, condition) =>
  expect(linkQuestion(question, days).conditions.map((one) => sayCondition(one.condition))).toContain(condition),
);

test.each([
  ['What was the hottest day?', 'temp_max'],
  ['the coldest day', 'temp_min'],
  ['maximum temperature', 'temp_max'],
  ['the windiest day', 'wind'],
])('%s names %s', (question, name) => {
  const { columns } = linkQuestion(question, days);
  const scores = columns.map(({ score }) => score);
  expect(days.columns[scores.indexOf(Math.max(...scores))].name).toBe(name);
});
