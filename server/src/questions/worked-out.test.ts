/** What is worked out of a row or of groups, and what a word of the question rules out, of a table that nobody trained on. */
import { expect, test } from 'vitest';
import { linkQuestion } from './link/link-question.ts';
import type { Profile } from './profile.ts';
import { readingOf } from './propose/candidate.ts';
import { propose } from './propose/propose.ts';
import { nameReading } from './realise/say-reading.ts';
import { writeSql } from './realise/write-sql.ts';

const mechanics = ['Ada', 'Bo', 'Cy', 'Di'];
const kinds = ['brakes', 'engine', 'tyres'];
const results = ['Rework', 'Accepted', 'Same-day'];
const day = (at: number) => new Date(Date.UTC(2023, 0, 1 + at)).toISOString().slice(0, 10);
const sample = Array.from({ length: 300 }, (_, at) => [
  `R${at}`,
  mechanics[at % 4],
  kinds[at % 3],
  results[at % 3],
  1 + (at % 7),
  5 + ((at * 11) % 90),
  15 + ((at * 37) % 300),
  (at * 13) % 700,
  day(at),
  at % 5 === 0 ? null : day(at + (at % 9)),
]);
const repairs: Profile = {
  name: 'repairs',
  row_count: 5000,
  columns: [
    { name: 'RepairNo', type: 'text', distinct: 5000 },
    { name: 'mechanic', type: 'text', distinct: 4, values: mechanics },
    { name: 'job', type: 'text', distinct: 3, values: kinds },
    { name: 'result', type: 'text', distinct: 3, values: results },
    { name: 'Qty', type: 'integer', distinct: 7, min: 1, max: 7 },
    { name: 'UnitPrice', type: 'number', distinct: 90, min: 5, max: 95 },
    { name: 'ActualMin', type: 'integer', distinct: 300, min: 15, max: 315 },
    { name: 'rework_cost', type: 'integer', distinct: 700, min: 0, max: 700 },
    { name: 'Opened', type: 'date', distinct: 900, min: '2023-01-01', max: '2025-06-30' },
    { name: 'LastVisit', type: 'date', distinct: 900, min: '2023-01-01', max: '2025-06-30', nulls: 1000 },
  ],
  sample,
};

const readings = (question: string) => propose(linkQuestion(question, repairs), () => 0, 100_000).map(readingOf);
const names = (question: string) => readings(question).map(nameReading);

test.each([
  ['What are the parts worth?', 'total Qty times UnitPrice'],
  ['qty x unit price by job', 'total Qty times UnitPrice for each job'],
  ['Qty * UnitPrice per mechanic', 'total Qty times UnitPrice for each mechanic'],
  ['average turnover of a repair', 'average Qty times UnitPrice'],
  ['How many hours has Ada spent?', 'total ActualMin in hours where mechanic is Ada'],
  ['repairs that took more than 2 hours', 'number of rows where ActualMin in hours is more than 2'],
  ['average number of repairs per mechanic', 'average number of rows per mechanic'],
  ['How many repairs does a mechanic do on average?', 'average number of rows per mechanic'],
  ['average number of repairs per month by job', 'average number of rows per month of Opened for each job'],
  ['average total rework cost per mechanic', 'average total rework cost per mechanic'],
  ['rework cost / qty by mechanic', 'total rework cost per Qty for each mechanic'],
  ['lastvisit missing', 'number of rows where LastVisit is missing'],
  ['how many repairs without a last visit date', 'number of rows where LastVisit is missing'],
  ['last visit not empty count', 'number of rows where LastVisit is not missing'],
  ['repairs + rework cost by job', 'number of rows and total rework cost for each job'],
  ['which mechanics have Accepted at least twice', 'mechanic with at least 2 rows where result is Accepted'],
])('proposes: %s', (question, reading) => expect(names(question)).toContain(reading));

test('what is worked out of groups has a formula of its own', () => {
  const sqlOf = (question: string, reading: string) =>
    writeSql(readings(question).find((one) => nameReading(one) === reading) as never, repairs);
  expect(sqlOf('average number of repairs per mechanic', 'average number of rows per mechanic')).toContain(
    'CAST(count("mechanic") AS double precision) / nullif(count(DISTINCT "mechanic"), 0)',
  );
  expect(sqlOf('How many hours has Ada spent?', 'total ActualMin in hours where mechanic is Ada')).toContain(
    'sum("ActualMin") / 60.0',
  );
});

test.each([
  ['what is asked together', 'number of repairs and average rework cost per job', /^average rework cost for each job$/],
  ['jobs that each mechanic did are rows', 'How many jobs did each mechanic do?', /distinct values of job for each/],
  ['an amount', 'average rework cost of repairs per mechanic', /rows per mechanic/],
  ['the first', 'When was the first repair?', /highest Opened/],
  ['a value like another', 'How many same-day repairs?', /the same as/],
  ['one that stands for a noun', 'In which job can one see Ada?', /is 1\b|1 row/],
  ['none of nothing', 'mechanics with 0 Accepted', /with 0 rows/],
  ['a part that no row is', 'percentage of Rework repairs that are Accepted', /is Accepted where result is Rework/],
  ['another than what is asked', 'Which mechanic repaired brakes?', /^(RepairNo|number of rows|total)/],
])('%s rules out', (_, question, other) => expect(names(question).filter((name) => other.test(name))).toEqual([]));
