/** What a set of questions that was written blind showed: each is of a kind, and no rule knows a word of the tables. */
import { expect, test } from 'vitest';
import { date, meaningOf, names, number, text } from '../../../test/questions/meaning.ts';
import type { TableSummary } from '../grounding.ts';

const towns: TableSummary = {
  name: 'municipalities',
  row_count: 400,
  columns: [
    names('name', 399),
    text('type', 'municipality', 'city', 'village'),
    number('population_2016', 10, 900_000),
    number('population_2021', 10, 999_000),
    text('country', 'AND', 'ESP'),
  ],
};
const bookings: TableSummary = {
  name: 'bookings',
  row_count: 15_000,
  columns: [
    { name: 'is_repeated_guest', type: 'integer', distinct: 2, min: 0, max: 1 },
    number('adults', 0, 4),
    number('price', 19, 426, 'number'),
    date('arrival_date'),
  ],
};
const storms: TableSummary = {
  name: 'storms',
  row_count: 19_000,
  columns: [
    names('name', 260),
    { name: 'year', type: 'integer', distinct: 48, min: 1975, max: 2022 },
    { name: 'month', type: 'integer', distinct: 10, min: 1, max: 12 },
    text('status', 'hurricane', 'tropical wave'),
    number('hurricane_diameter', 0, 300),
    number('wind', 10, 165),
  ],
};
const captures: TableSummary = {
  name: 'captures',
  row_count: 30_000,
  columns: [
    number('weight', 4, 280),
    number('body_mass_g', 4, 9000),
    text('age_class', 'A', 'J'),
    text('sex', 'F', 'M'),
  ],
};
const mice: TableSummary = {
  name: 'mice',
  row_count: 30_000,
  columns: [number('weight', 4, 280), text('sex', 'F', 'M')],
};
const pupils: TableSummary = {
  name: 'schueler',
  row_count: 900,
  columns: [text('Geschlecht', 'weiblich', 'männlich'), number('Alter', 6, 19)],
};
const alumnos: TableSummary = {
  name: 'alumnos',
  row_count: 900,
  columns: [number('edad', 6, 19), text('sexo', 'mujer', 'hombre')],
};
const victims: TableSummary = {
  name: 'deaths',
  row_count: 60,
  columns: [names('first_name', 58), number('age', 15, 80), text('gender', 'Male', 'Female'), date('death_date')],
};
const loans: TableSummary = {
  name: 'loans',
  row_count: 10_000,
  columns: [
    text('state', 'CA', 'TX', 'NY'),
    number('annual_income', 0, 2_300_000),
    number('debt_to_income', 0, 469),
    number('balance', 0, 40_000),
  ],
};

const trips: TableSummary = {
  name: 'trips',
  row_count: 9000,
  columns: [number('trip', 1, 9855), number('distance', 80, 4900)],
};

test.each<[TableSummary, string, string]>([
  [towns, 'How many municipalities are there?', 'Number of rows of municipalities'],
  [
    bookings,
    'How many bookings were made by repeated guests?',
    'Number of rows of bookings where is_repeated_guest is 1',
  ],
  [bookings, 'How many bookings per day on average?', 'Average number of rows of bookings per day that has any'],
  [
    storms,
    'Was there ever a hurricane in January?',
    'Number of rows of storms where month is 1 and status is hurricane',
  ],
  [storms, 'How many named storms were there in 2020?', 'Number of distinct values of name where year is 2020'],
  [storms, 'Show the average wind per decade', 'Average wind by decade'],
  [captures, 'How many have a body mass over 1,5 kg?', 'Number of rows of captures where body_mass_g > 1,500'],
  [captures, 'How many rows by body mass: under 10, 10-99, 100 and over?', 'Number of rows of captures by body_mass_g'],
  [pupils, 'Wie viele Schülerinnen gibt es?', 'Number of rows of schueler where Geschlecht is weiblich'],
  [pupils, 'Wie viele Schülerinnen und Schüler gibt es?', 'Number of rows of schueler'],
  [alumnos, '¿Cuántas alumnas hay?', 'Number of rows of alumnos where sexo is mujer'],
  [alumnos, '¿Cuántos alumnos hay?', 'Number of rows of alumnos'],
  [
    victims,
    'Which three months had the most deaths?',
    'The month with the highest number of rows of deaths where death_date is not missing',
  ],
  [trips, 'How many trips over 2000 miles?', 'Number of rows of trips where distance > 2,000'],
  [loans, 'How many have an income above 200k?', 'Number of rows of loans where annual_income > 200,000'],
])('of %o: %s', (table, question, meaning) => expect(meaningOf(table, question)).toBe(meaning));

test.each<[TableSummary, string, ...string[]]>([
  // Guests are not the repeated ones, grown-ups not everybody, kilograms not grams
  [bookings, 'Do guests pay more in May?'],
  [captures, 'How many adults were captured?'],
  [mice, 'How many have a weight over 1.5 kg?'],
  [bookings, 'What kinds of bookings are there?'],
  [towns, 'What is the average country?', 'And towns?'],
])('rather refuses: %o %s', (table, ...questions) =>
  expect(meaningOf(table, ...questions)).toMatch(/^(refuse|doubt|choose)/),
);

test('asks whether the sum or the average ranks groups', () =>
  expect(meaningOf(loans, 'Top 2 states by balance')).toBe('choose'));

test('keeps how many are ranked', () =>
  expect(meaningOf(loans, 'Which two states have the most loans?', 'And which have the fewest?')).toBe(
    'The state with the lowest number of rows of loans where state is not missing',
  ));
