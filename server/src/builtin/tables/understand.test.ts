import { expect, test } from 'vitest';
import type { TableSummary } from '../grounding.ts';
import { english } from '../words/english.ts';
import { understandQuestion } from './understand.ts';
import { describeQuery } from './wording.ts';

const text = (name: string, ...values: string[]) => ({ name, type: 'text', distinct: values.length, values });
const number = (name: string) => ({ name, type: 'number', distinct: 900 });
const trips: TableSummary = {
  name: 'boat "trips"',
  row_count: 1000,
  columns: [
    text('Captain\'s "name"', "O'Brien", 'Ahab'),
    text('harbour', 'Cork', 'Kiel'),
    text('home_harbour', 'Kiel', 'Split'),
    number('ticket_price'),
    number('fuel_price'),
    { name: 'sailed_on', type: 'date', distinct: 300, min: '2024-01-02', max: '2024-12-30' },
    { name: 'cancelled', type: 'boolean', distinct: 2 },
  ],
};
const surroundings = { vocabulary: english, now: new Date('2025-03-10T12:00:00Z') };
const read = (question: string) => understandQuestion(question, trips, surroundings);

function meaningOf(question: string): string {
  const reading = read(question);
  return reading.outcome === 'understood' ? describeQuery(reading.best.query) : reading.outcome;
}

function sqlOf(question: string): string {
  const reading = read(question);
  return reading.outcome === 'understood' ? reading.best.sql : reading.outcome;
}

const meanings: [question: string, meaning: string][] = [
  ['How many trips in March?', 'sailed_on is from 2024-03-01 and before 2024-04-01'],
  ['How many trips last month?', 'sailed_on is from 2025-02-01 and before 2025-03-01'],
  ['How many trips in Q2 2024?', 'sailed_on is from 2024-04-01 and before 2024-07-01'],
  ['How many trips since 2024-05-17?', 'sailed_on is from 2024-05-17'],
  ['How many trips before 5 May 2024?', 'sailed_on is before 2024-05-05'],
  ['How many trips in the last 7 days?', 'sailed_on is from 2025-03-03 and before 2025-03-11'],
  ['How many cancelled trips?', 'cancelled is yes'],
  ['How many trips were not cancelled?', 'cancelled is no'],
  ['How many uncancelled trips?', 'cancelled is no'],
  ['How many trips have a ticket price of 20 or more?', 'ticket_price >= 20'],
  ['How many trips have no captain name?', 'Captain\'s "name" is missing'],
  ['How many trips by month?', 'by month'],
];
test.each(meanings)('%s', (question, meaning) => expect(meaningOf(question)).toContain(meaning));

test('names and values of any letters cannot leave their quotes', () => {
  expect(sqlOf("How many trips of O'Brien?")).toBe(
    `SELECT count(*) AS "rows"\nFROM "boat ""trips"""\nWHERE "Captain's ""name""" = 'O''Brien'`,
  );
  expect(sqlOf(`How many trips with harbour "x'; DROP TABLE y; --"?`)).toContain(`"harbour" = 'x''; DROP TABLE y; --'`);
});

test.each([
  ['a value of two columns', 'How many trips are in Kiel?', ['harbour is Kiel', 'home_harbour is Kiel']],
  ['a word of two columns', 'What is the average price?', ['ticket_price', 'fuel_price']],
])('leaves %s to whoever asks', (_, question, choices) => {
  const reading = read(question);
  const candidates = reading.outcome === 'ambiguous' ? reading.candidates.map(({ query }) => describeQuery(query)) : [];
  expect(candidates).toHaveLength(choices.length);
  for (const choice of choices) expect(candidates.join('\n')).toContain(choice);
});

test('names the words that mean nothing', () => {
  expect(read('How many pirates were on trips?')).toEqual({ outcome: 'unknown', unread: ['pirates'] });
});

test.each([
  'Are all trips cancelled?',
  'What is the ticket price per fuel price?',
  'How many trips cost 20 or are cancelled?',
  'percentage of cancelled trips to Kiel in 2024',
  'trips '.repeat(80),
])('rather understands nothing than half: %s', (question) => expect(read(question).outcome).not.toBe('understood'));
