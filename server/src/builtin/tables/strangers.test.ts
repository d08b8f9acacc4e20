/** What questions of strangers were misread or refused for: each is of a kind, and no rule knows a word of the tables. */
import { expect, test } from 'vitest';
import { date, meaningOf, names, number, text } from '../../../test/questions/meaning.ts';
import type { TableSummary } from '../grounding.ts';

const bikes: TableSummary = {
  name: 'fahrraeder',
  row_count: 4000,
  columns: [
    text('Marke', 'Canyon', 'Cube', 'Trek'),
    text('Stadt', 'Ulm', 'Köln'),
    number('Preis', 300, 9000),
    number('Alter', 0, 20),
    text('E-Bike', 'ja', 'nein'),
    date('Verkaufsdatum'),
  ],
};
const trial: TableSummary = {
  name: 'trial',
  row_count: 600,
  columns: [
    { ...number('id', 1001, 1600), distinct: 600 },
    text('outcome', '0_no', '1_yes'),
    text('gender', '1_female', '2_male'),
    number('risk', 1, 5),
    text('type', '0_none', '1_type 1', '2_type 2'),
  ],
};
const league: TableSummary = {
  name: 'matches',
  row_count: 9000,
  columns: [names('HomeTeam', 50), names('AwayTeam', 50), number('HomeGoals', 0, 12), number('AwayGoals', 0, 9)],
};
const prices: TableSummary = {
  name: 'prices',
  row_count: 700,
  columns: [
    { ...date('date'), distinct: 700 },
    number('oil_brent', 1, 130, 'number'),
    number('oil_dubai', 1, 130, 'number'),
  ],
};
const colleges: TableSummary = {
  name: 'colleges',
  row_count: 777,
  columns: [
    names('College', 777),
    text('Private', 'Yes', 'No'),
    number('F.Undergrad', 100, 30_000),
    number('Grad.Rate', 10, 118),
    number('perc.alumni', 0, 64),
    number('Room.Board', 1800, 8000),
  ],
};
const fires: TableSummary = {
  name: 'fires',
  row_count: 500,
  columns: [text('state', 'CA', 'TX'), number('hectares', 1, 90_000), date('startdate'), names('cause', 300)],
};

const staff: TableSummary = {
  name: 'employees',
  row_count: 1400,
  columns: [
    text('Department', 'Sales', 'Research'),
    { ...number('YearsWithManager', 0, 17), distinct: 18 },
    number('Pay', 1, 9000),
  ],
};
const dated: TableSummary = {
  name: 'reports',
  row_count: 1100,
  columns: [
    date('submitted_on'),
    text('state', 'TX', 'CA'),
    names('entity', 1000),
    number('people_affected', 1, 90_000),
  ],
};

test.each<[TableSummary, string, string]>([
  [
    bikes,
    'Which Marke is the most expensive on average?',
    'The Marke with the highest average Preis where Marke is not missing',
  ],
  [bikes, 'average price of Canyon bikes', 'Average Preis where Marke is Canyon'],
  [bikes, 'mean age', 'Average Alter'],
  [bikes, 'cheapest bike in Köln', 'The row of fahrraeder with the lowest Preis where Stadt is Köln'],
  [bikes, 'Wie viele Fahrräder gibt es in Ulm?', 'Number of rows of fahrraeder where Stadt is Ulm'],
  [bikes, 'Durchschnittspreis pro Marke', 'Average Preis by Marke'],
  [bikes, 'Wie hoch ist der Anteil der E-Bikes?', 'Share of rows with E-Bike is ja'],
  [
    bikes,
    'Welche Marke hat den höchsten Durchschnittspreis?',
    'The Marke with the highest average Preis where Marke is not missing',
  ],
  [
    bikes,
    'Wie viele wurden im März 2023 verkauft?',
    'Number of rows of fahrraeder where Verkaufsdatum is from 2023-03-01 and before 2023-04-01',
  ],
  [bikes, 'Prix moyen par ville', 'Average Preis by Stadt'],
  [trial, 'How many women had the outcome?', 'Number of rows of trial where gender is 1_female and outcome is 1_yes'],
  [fires, 'Biggest fire in California?', 'The row of fires with the highest hectares where state is CA'],
  [dated, 'When was the first report, and when the last?', 'Lowest submitted_on, highest submitted_on'],
  [
    dated,
    'Where were the most people affected?',
    'The state with the highest total people_affected where state is not missing',
  ],
  [trial, 'What is the risk of trial 1002?', 'Average risk, lowest risk, highest risk where id is 1002'],
  [fires, 'average hectares per fire', 'Average hectares'],
  [fires, 'Hectares per decade', 'Average hectares, total hectares, lowest hectares, highest hectares by decade'],
])('of %o: %s', (table, question, meaning) => expect(meaningOf(table, question)).toBe(meaning));

test.each<[TableSummary, ...string[]]>([
  // Two prices on one row, an unknown kind that is asked for, bounds that no row meets, ratios of nothing there
  [colleges, 'Cheapest way to study?'],
  [fires, 'In which neighborhood are the biggest fires?'],
  [trial, 'How many patients are there per SOD type?'],
  [fires, 'Which ones?'],
  [fires, 'How many years was that?'],
  [league, 'Who conceded the most goals?'],
  [staff, 'Which manager sold the most?'],
  [bikes, 'Wie viele sind älter als 100 Euro?'],
])('rather refuses: %o %s', (table, ...questions) => expect(meaningOf(table, ...questions)).toMatch(/^(refuse|doubt)/));

test.each<[TableSummary, string[], string]>([
  [
    fires,
    ['Biggest fire in California?', 'When was that?'],
    'The row of fires with the highest hectares where state is CA',
  ],
  [
    prices,
    ['Which month had the highest Brent price?', 'And Dubai?'],
    'The month with the highest oil_dubai where date is not missing',
  ],
  [bikes, ['Wie viele gibt es in Ulm?', 'Und in Köln?'], 'Number of rows of fahrraeder where Stadt is Köln'],
])('goes on: %o %s', (table, questions, meaning) => expect(meaningOf(table, ...questions)).toBe(meaning));
