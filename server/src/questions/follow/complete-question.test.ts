import { expect, test } from 'vitest';
import { completeQuestion } from './complete-question.ts';

const text = (name: string, ...values: string[]) => ({ name, type: 'text', distinct: values.length, values });
const number = (name: string, min: number, max: number) => ({ name, type: 'integer', distinct: 900, min, max });
const table = {
  name: 'homes',
  row_count: 5000,
  columns: [
    number('rooms', 0, 3),
    number('sqft', 200, 2000),
    number('price', 500, 6000),
    text('city', 'Rome', 'Oslo', 'Bern'),
    text('heated', 'yes', 'no'),
    text('furnished', 'yes', 'no'),
    { name: 'sold_on', type: 'date', distinct: 900, min: '2014-01-01', max: '2016-12-31' },
  ],
};

const complete = (before: string, next: string, tested: string[] = [], isOfOne = false) =>
  completeQuestion(next, { question: before, table, tested: new Set(tested), isOfOne });

test.each<[string, string, string[], string]>([
  ['What is the average price in Rome?', 'and in Oslo?', ['city'], 'What is the average price in Oslo'],
  ['What is the average price in Rome?', 'And the median?', ['city'], 'What is the median price in Rome'],
  ['What is the average price in Rome?', 'and sqft?', ['city'], 'What is the average sqft in Rome'],
  ['What is the average price in Rome?', 'What about 2-room homes?', ['city'], 'average price in Rome with 2 room'],
  ['How many homes have a price over 4,000?', 'over 2,000?', ['price'], 'How many homes have a price over 2,000'],
  ['Average price by city', 'and by rooms?', [], 'Average price by rooms'],
  ['Which city is the cheapest?', 'And the most expensive one?', [], 'Which city is the most expensive'],
  ['How many homes in Rome?', 'How many of them have 3 rooms?', ['city'], 'How many have 3 rooms in Rome'],
  ['Average price of heated homes', 'and the furnished ones?', ['heated'], 'Average price of furnished homes'],
  ['Average price in March 2014', 'and in April?', ['sold_on'], 'Average price in April 2014'],
])('%s / %s', (before, next, tested, whole) => expect(complete(before, next, tested)[0]).toContain(whole));

test('asks of the one row that was found', () =>
  expect(complete('What is the most expensive home?', 'In which city is it?', [], true)).toContain(
    'In which city is the most expensive home',
  ));

test('a whole question, and one that says more than the table knows, is not changed', () => {
  expect(complete('What is the average price in Rome?', 'How many homes are in Oslo?', ['city'])).toEqual([]);
  expect(complete('What is the average price in Rome?', 'Tell me a joke', ['city'])).toEqual([]);
});

test('a long conversation is not read on', () => {
  const long = `What is the average price in ${'Rome or '.repeat(40)}Bern?`;
  expect(complete(long, 'and in Oslo?', ['city'])).toEqual([]);
});
