import { expect, test } from 'vitest';
import type { Profile } from '../profile.ts';
import { sayCondition } from '../realise/say-reading.ts';
import { linkQuestion } from './link-question.ts';

const people: Profile = {
  name: 'people',
  row_count: 6,
  columns: [
    { name: 'FullName', type: 'text', distinct: 6, nulls: 0 },
    { name: 'SalaryUSD', type: 'integer', distinct: 6, nulls: 0, min: 30_000, max: 120_000 },
    { name: 'Dependents', type: 'text', distinct: 4, nulls: 0, values: ['0', '1', '2', '3+'] },
    { name: 'Churn', type: 'text', distinct: 2, nulls: 0, values: ['No', 'Yes'] },
    { name: 'speed', type: 'number', distinct: 4, nulls: 2, min: 1, max: 9 },
    { name: 'hired', type: 'date', distinct: 6, nulls: 0, min: '1998-02-01', max: '2015-07-04' },
    { name: 'team', type: 'text', distinct: 3, nulls: 0, values: ['Los Angeles Office', 'Los Angeles', 'Zürich'] },
  ],
  sample: [
    ['Ann Lee', 30_000, '0', 'No', 1, '1998-02-01', 'Los Angeles Office'],
    ['Bo Ek', 40_000, '1', 'Yes', null, '1999-03-01', 'Los Angeles'],
    ['Cy Fox', 50_000, '2', 'No', 4, '2003-05-01', 'Zürich'],
    ['Di Orr', 60_000, '3+', 'Yes', null, '2010-07-04', 'Zürich'],
    ['Ed Poe', 90_000, '3+', 'No', 8, '2013-07-09', 'Los Angeles'],
    ['Fay Roy', 120_000, '0', 'No', 9, '2015-07-04', 'Los Angeles'],
  ],
};

const found = (question: string) =>
  linkQuestion(question, people).conditions.map(({ condition }) => sayCondition(condition));

test.each([
  ['Who works in los angeles?', 'team is Los Angeles'],
  ['Who works in los angeles?', 'team contains “los angeles”'],
  ['Anybody in Zurich?', 'team is Zürich'],
  ['How many customers churned?', 'Churn is Yes'],
  ['How many have not churned?', 'Churn is No'],
  ['How many have 3 or more dependents?', 'Dependents is 3+'],
  ['How many have 2+ dependents?', 'number in Dependents is at least 2'],
  ['How many rows have no speed?', 'speed is missing'],
  ['Who earns more than 50k?', 'SalaryUSD is more than 50000'],
  ['Salaries between 40,000 and 60,000', 'SalaryUSD is between 40000 and 60000'],
  ['Who was hired in the 1990s?', 'year of hired is between 1990 and 1999'],
  ['Who was hired after July 2010?', 'hired is 1 August 2010 or later'],
  ['Who was hired in july?', 'hired is in July'],
  ['Hired on July 4, 2010', 'hired is on 4 July 2010'],
  ['Who has speed eight?', 'speed is 8'],
])('%s finds: %s', (question, condition) => expect(found(question)).toContain(condition));

test('a month is no verb, and a number outside of a column is not in it', () => {
  expect(found('Who may work in zurich?')).toEqual(['team is Zürich']);
  expect(found('Who has a speed of 400?')).toEqual([]);
});

test('names of columns are split and inflected', () => {
  const { columns } = linkQuestion('What is the average salary by team of those who were hired?', people);
  expect(columns.map(({ score }) => score > 0.5)).toEqual([false, true, false, false, false, true, true]);
});
