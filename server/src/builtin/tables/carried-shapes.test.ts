/** Shapes of questions on tables of trade, trials and surveys, each once wrong, refused or asked back. */
import { expect, test } from 'vitest';
import { date, meaningOf, names, number, text } from '../../../test/questions/meaning.ts';
import type { TableSummary } from '../grounding.ts';

const boats: TableSummary = {
  name: 'boats',
  row_count: 4000,
  columns: [
    { ...names('boat_no', 4000), values: undefined },
    date('boat_date'),
    text('harbour', 'Lagos', 'Nice', 'Split'),
    text('model', 'Gull A7', 'Heron B2'),
    date('closed_at'),
    { ...number('beam', 2, 6), distinct: 5 },
    { ...number('cabins', 1, 9), distinct: 9 },
    text('motor', 'yes', 'no'),
    number('price', 900, 90_000, 'number'),
    number('csat', 1, 5),
    { ...number('job_rank', 1, 40), distinct: 40 },
    text('job_type', 'hire', 'tour'),
    text('smoking', 'current', 'past', 'never'),
  ],
};

test.each([
  ['Boats per harbour', 'Number of rows of boats by harbour'],
  ['Average price per job', 'Average price by job_type'],
  ['What is our average customer satisfaction?', 'Average csat'],
  ['Average price by harbour, most expensive first', 'Average price by harbour'],
  ['Is there any boat for under 1000?', 'Number of rows of boats where price < 1,000'],
  ['Most common number of cabins', 'The cabins with the highest number of rows of boats where cabins is not missing'],
  ['How many boats do we manage?', 'Number of rows of boats'],
])('%s', (question, meaning) => expect(meaningOf(boats, question)).toBe(meaning));

test.each([
  'Who closed the most boats?', // no day did
  'Boats dearer than the rest',
])('%s is refused', (question) => expect(meaningOf(boats, question)).toMatch(/^refuse/));

const crews: TableSummary = {
  name: 'crews',
  row_count: 800,
  columns: [
    text('gender', 'male', 'female'),
    number('age', 18, 70),
    text('smoking', 'current', 'past', 'never'),
    text('port', 'Lagos', 'Nice'),
    text('cleared', 'yes', 'no'),
    { ...number('zip', 10_000, 90_000), distinct: 40 },
    number('contract_months', 1, 60),
    number('sea_years', 0, 30),
    text('night.shift.avail', 'yes', 'no'),
  ],
};

test.each([
  ['Men over 50', 'Rows of crews where age > 50 and gender is male'],
  ['Average age with a contract of 2 years', 'Average age where contract_months is 24'],
  ['How many have a known zip?', 'Number of rows of crews where zip is not missing'],
  ['What proportion works cleared in Nice?', 'Share of rows with cleared is yes where port is Nice'],
])('%s', (question, meaning) => expect(meaningOf(crews, question)).toBe(meaning));

test.each([
  ['Are cleared crews older than the others?', 'others'],
  ['Difference in age between Lagos and Nice', 'difference'],
  ['Did the age rise from 2013 to 2014?', 'rise'],
])('%s is refused for what it compares', (question, word) => expect(meaningOf(crews, question)).toBe(`refuse ${word}`));

const berths: TableSummary = {
  name: 'berths',
  row_count: 300,
  columns: [
    { name: 'berth_id', type: 'integer', distinct: 300, min: 1, max: 300 },
    text('harbour', 'Lagos', 'Nice', 'Split'),
    number('age', 1, 60),
    text('motor', 'yes', 'no'),
    text('sail', 'yes', 'no'),
  ],
};

test.each<[string[], string]>([
  [['Which harbour has berth 17?', 'How old is it?'], 'berth_id is 17'],
  [
    ['Average age in Nice', 'How old are they in Split?'],
    'Average age, lowest age, highest age where harbour is Split',
  ],
  [['Which harbour has the most berths?', 'The fewest?'], 'The harbour with the lowest number of rows'],
  [['Average age with sail', 'and with motor?'], 'Average age where motor is yes'],
  [['How many berths in Nice?', "What's their average age?"], 'Average age where harbour is Nice'],
  [['How many unicorns?', 'How many of those are in Nice?'], 'refuse'],
])('%j', (questions, meaning) => expect(meaningOf(berths, ...questions)).toContain(meaning));
