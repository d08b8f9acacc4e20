/** Questions in business words that failed when strangers asked them, with similar ones. */
import { expect, test } from 'vitest';
import type { TableSummary } from '../grounding.ts';
import { english } from '../words/english.ts';
import type { FoundValue } from './found-value.ts';
import { understandQuestion } from './understand.ts';
import { describeQuery } from './wording.ts';

const text = (name: string, ...values: string[]) => ({ name, type: 'text', distinct: values.length, values });
const many = (name: string) => ({ name, type: 'text', distinct: 9000 });
const number = (name: string, min: number, max: number, distinct = 900) => ({
  name,
  type: 'integer',
  distinct,
  min,
  max,
});

const members: TableSummary = {
  name: 'pro_salary',
  row_count: 5000,
  columns: [
    number('age', 18, 80, 60),
    number('salary', 1000, 9000),
    number('ApplicantIncome', 1, 90_000),
    number('dependents', 0, 5, 6),
    text('internet', 'No', 'Yes'),
    text('smoker', 'no', 'yes'),
    text('churn', 'No', 'Yes'),
    text('marital', 'married', 'single'),
    number('senior', 0, 1, 2),
    text('plan', 'basic', 'full service', 'gold'),
    text('aircon', 'no', 'yes'),
    { name: 'joined', type: 'date', distinct: 900, min: '2015-01-03', max: '2024-11-30' },
  ],
};
const cars: TableSummary = {
  name: 'listing',
  row_count: 5000,
  columns: [
    many('model'),
    number('year', 1999, 2020, 22),
    number('price', 500, 90_000),
    number('mileage', 0, 200_000),
    number('engineSize', 1, 6, 30),
    text('fuelType', 'Petrol', 'Diesel', 'Hybrid'),
  ],
};
const models: FoundValue[] = ['A3', 'A4', 'S3'].map((value) => ({ column: cars.columns[0], value, count: 300 }));
const surroundings = { vocabulary: english, now: new Date('2025-03-10T12:00:00Z') };

function meaningOf(table: TableSummary, question: string): string {
  const reading = understandQuestion(question, table, surroundings, table === cars ? models : []);
  return reading.outcome === 'understood' ? describeQuery(reading.best.query) : reading.outcome;
}

test.each([
  ['How many customers have no internet?', 'internet is No'],
  ['How many customers without internet?', 'internet is No'],
  ['How many smokers are there?', 'smoker is yes'],
  ['How many non-smokers?', 'smoker is no'],
  ['How many customers churned?', 'churn is Yes'],
  ['How many stayed?', 'churn is No'],
  ['How many single people?', 'marital is single'],
  ['How many with no dependents?', 'dependents is 0'],
])('a column of yes and no is a condition: %s', (question, meaning) => {
  expect(meaningOf(members, question)).toBe(`Number of rows of pro_salary where ${meaning}`);
});

test.each([
  ['What is our churn rate?', 'Share of rows with churn is Yes'],
  ['What percentage of smokers churned?', 'Share of rows with churn is Yes where smoker is yes'],
  [
    'Which plan has the highest churn?',
    'The plan with the highest share of rows with churn is Yes where plan is not missing',
  ],
  ['Average salary of smokers and non-smokers', 'Average salary by smoker'],
])('a share of what is so: %s', (question, meaning) => expect(meaningOf(members, question)).toBe(meaning));

test('a column that the table is named after keeps its synonyms', () => {
  expect(meaningOf(members, 'What is the average income of people over 50?')).not.toBe('unknown');
  expect(meaningOf(members, 'average pay of smokers')).toBe('Average salary where smoker is yes');
});

test.each([
  ['What is the average price of an A3?', 'Average price where model is A3'],
  ['How many A3s?', 'Number of rows of listing where model is A3'],
  ['average mileage of A3 or A4', 'Average mileage where model is A3 or A4'],
])('values of columns with many are found: %s', (question, meaning) => {
  expect(meaningOf(cars, question)).toBe(meaning);
});

test.each([
  ['How many cars from 2016?', 'year is 2016'],
  ['How many cars in 2019?', 'year is 2019'],
  ['How many cars since 2018?', 'year >= 2018'],
  ['How many cars before 2010?', 'year <= 2009'],
  ['How many cars from 2010 to 2012?', 'year is between 2010 and 2012'],
  ['How many cars were built in the 2000s?', 'year is between 2000 and 2009'],
])('whole years are dates: %s', (question, meaning) => {
  expect(meaningOf(cars, question)).toBe(`Number of rows of listing where ${meaning}`);
});

test('a generic word is left out and said, any other is refused by its name', () => {
  const built = understandQuestion('Which fuel type was used for the most cars built in 2019?', cars, surroundings);
  expect(built).toMatchObject({ outcome: 'understood', best: { dropped: expect.arrayContaining(['built']) } });
  expect(understandQuestion('How many stolen cars?', cars, surroundings)).toEqual({
    outcome: 'unknown',
    unread: ['stolen'],
  });
});

test('what the owner says of a column is read', () => {
  const columns = [{ ...number('c1', 0, 9), comment: 'claims, damage reports' }];
  const table = { name: 'policies', row_count: 50, columns };
  expect(meaningOf(table, 'What is the average of damage reports?')).toBe('Average c1');
});

test('words that every object has are words like others', () => {
  const classes: TableSummary = {
    name: 'classes',
    row_count: 10,
    columns: [text('constructor', 'valueOf', 'toString'), number('lines', 1, 900)],
  };
  expect(meaningOf(classes, 'What is the average lines by constructor?')).toBe('Average lines by constructor');
  expect(meaningOf(classes, 'How many have constructor valueOf?')).toContain('constructor is valueOf');
});

test('units and initials name columns and values', () => {
  const walks: TableSummary = {
    name: 'walks',
    row_count: 4000,
    columns: [
      text('weather', 'rain', 'fog', 'sun'),
      number('meals_per_day', 1, 40),
      number('duration_min', 5, 600),
      number('dog_mass_kg', 2, 70),
    ],
  };
  expect(meaningOf(walks, 'What is the average mpd?')).toBe('Average meals_per_day');
  expect(meaningOf(walks, 'How many walks were longer than 2 hours?')).toContain('duration_min > 120');
});

test.each([
  ['ja', 'nein'],
  ['oui', 'non'],
  ['sí', 'no'],
])('a column of %s and %s is a condition too', (yes, no) => {
  const table = { ...members, columns: [number('price', 1, 9), text('smoker', no, yes)] };
  expect(meaningOf(table, 'How many smokers are there?')).toBe(`Number of rows of pro_salary where smoker is ${yes}`);
});
