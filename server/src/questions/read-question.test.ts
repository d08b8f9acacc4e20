/** What generic parts of the algebra read, by the model that is shipped, of a table of which some rows are known. */
import { expect, test } from 'vitest';
import type { Profile } from './profile.ts';
import { readQuestion } from './read-question.ts';
import { sayReading } from './realise/say-reading.ts';

const kinds = ['rain', 'sun', 'fog'];
const sample = Array.from({ length: 120 }, (_, at) => {
  const date = new Date(Date.UTC(2012, 0, 1 + 11 * at)).toISOString().slice(0, 10);
  const warmest = Math.round(15 - 10 * Math.cos(at / 6) + (at % 5));
  return [date, warmest, warmest - 8 - (at % 3), 1 + (at % 4), kinds[at % 3]];
});
const number = (name: string, min: number, max: number) => ({ name, type: 'integer', distinct: 30, min, max });
const days: Profile = {
  name: 'days',
  row_count: 1461,
  columns: [
    { name: 'date', type: 'date', distinct: 1461, min: '2012-01-01', max: '2015-12-31' },
    number('temp_max', -2, 36),
    number('temp_min', -8, 20),
    number('stations', 1, 4),
    { name: 'weather', type: 'text', distinct: 3, values: kinds },
  ],
  sample,
};

const read = (question: string) => {
  const [best] = readQuestion(question, days);
  return sayReading(best.reading);
};

test.each([
  ['Which day of the week has the highest average temp_max?', 'Day of the week with the highest average temp max'],
  ['How many days were on a Monday?', 'Number of rows where date is on Monday'],
  ['How many days were at the weekend?', 'Number of rows where date is on Saturday or Sunday'],
  ['minimum and maximum temp_max', 'Lowest temp max and highest temp max'],
  ['What is the maximum temp_min?', 'Highest temp min'],
  ['How many days between March 2013 and May 2013?', 'Number of rows where date is between March 2013 and May 2013'],
])('%s', (question, reading) => expect(read(question)).toBe(reading));

test("words of the table's name are rows, not a value that is called so", () => {
  const jobs = ['office', 'worker', 'sales'];
  const workers: Profile = {
    name: 'workers',
    row_count: 900,
    columns: [{ name: 'job', type: 'text', distinct: 3, values: jobs }, number('age', 18, 64)],
    sample: Array.from({ length: 90 }, (_, at) => [jobs[at % 3], 18 + (at % 46)]),
  };
  const [best] = readQuestion('average age of office workers', workers);
  expect(sayReading(best.reading)).toBe('Average age where job is office');
});

test('rows are counted as rows, whatever the table and its columns are called', () => {
  const states = ['TN', 'TX', 'FL'];
  const causes = ['Theft', 'Loss', 'Theft, Loss', 'Hacking'];
  const breaches: Profile = {
    name: 'breaches',
    row_count: 1151,
    columns: [
      { name: 'State', type: 'text', distinct: 3, values: states },
      { name: 'Type of Breach', type: 'text', distinct: 4, values: causes },
      { name: 'Where', type: 'text', distinct: 3, values: ['Laptop', 'Laptop, Paper', 'Paper'] },
      { name: 'Reported', type: 'date', distinct: 700, min: '2009-10-21', max: '2014-12-31' },
    ],
    sample: Array.from({ length: 120 }, (_, at) => [
      states[at % 3],
      causes[at % 4],
      ['Laptop', 'Laptop, Paper', 'Paper'][at % 3],
      new Date(Date.UTC(2009, 9, 21 + 15 * at)).toISOString().slice(0, 10),
    ]),
  };
  const readOf = (question: string) => sayReading(readQuestion(question, breaches)[0].reading);
  expect(readOf('how many rows are there?')).toBe('Number of rows');
  expect(readOf('How many breaches involved a laptop?')).toMatch(/^Number of rows where Where contains “laptop”$/i);
  expect(readOf('Which month had the most breaches?')).toMatch(/^Month of Reported with the most rows/);
  const [{ reading }] = readQuestion('Which month had the most breaches?', breaches);
  expect(reading.answer).toMatchObject({ kind: 'top', by: { part: 'each month' } });
});

test('the largest of what is large is an end, and no name', () => {
  const homes: Profile = {
    name: 'homes',
    row_count: 900,
    columns: [number('rooms', 0, 3), number('sqft', 200, 1800)],
    sample: Array.from({ length: 90 }, (_, at) => [at % 4, 200 + 17 * at]),
  };
  const [best] = readQuestion('Largest and smallest size', homes);
  expect(sayReading(best.reading)).toBe('Highest sqft and lowest sqft');
});
