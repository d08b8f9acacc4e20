/** Kinds of questions of business: a right reading is among those proposed, of a table that nobody trained on. */
import { expect, test } from 'vitest';
import { linkQuestion } from './link/link-question.ts';
import type { Profile } from './profile.ts';
import { readingOf } from './propose/candidate.ts';
import { propose } from './propose/propose.ts';
import { nameReading } from './realise/say-reading.ts';

const depots = ['Oslo', 'Bergen', 'Tromso'];
const drivers = ['Anna', 'Bert', 'Cleo', 'Dan'];
const states = ['closed', 'denied', 'open'];
const sample = Array.from({ length: 200 }, (_, at) => [
  `T${at}`,
  depots[at % 3],
  drivers[at % 4],
  states[at % 3],
  10 + ((at * 37) % 300),
  5 + ((at * 11) % 90),
  at % 5 === 0 ? null : 'SPRING',
  (at * 7) % 40,
  at % 2 === 0,
  new Date(Date.UTC(2022, 0, 1 + 3 * at)).toISOString().slice(0, 10),
]);
const trips: Profile = {
  name: 'trips',
  row_count: 5000,
  columns: [
    { name: 'trip_id', type: 'text', distinct: 5000 },
    { name: 'depot', type: 'text', distinct: 3, values: depots },
    { name: 'driver', type: 'text', distinct: 4, values: drivers },
    { name: 'status', type: 'text', distinct: 3, values: states },
    { name: 'km', type: 'integer', distinct: 300, min: 10, max: 310 },
    { name: 'fuel_cost', type: 'number', distinct: 90, min: 5, max: 95 },
    { name: 'promo_code', type: 'text', distinct: 1, nulls: 1000, values: ['SPRING'] },
    { name: 'balance', type: 'number', distinct: 40, min: 0, max: 40 },
    { name: 'insured', type: 'boolean', distinct: 2 },
    { name: 'trip_date', type: 'date', distinct: 900, min: '2022-01-01', max: '2023-12-30' },
  ],
  sample,
};

const names = (question: string) =>
  propose(linkQuestion(question, trips), () => 0, 100_000)
    .map(readingOf)
    .map(nameReading);

test.each([
  ['number of trips and total fuel cost per depot', 'number of rows and total fuel cost for each depot'],
  ['average fuel cost and km by driver', 'average fuel cost and average km for each driver'],
  ['which driver drove the most km in each year', 'driver with the highest total km for each year of trip date'],
  ['which driver had the most trips per depot', 'driver with the most rows for each depot'],
  ['what share of the fuel cost is from Oslo', 'share of total fuel cost where depot is Oslo'],
  ['share of fuel cost per depot', 'percentage of total fuel cost for each depot'],
  [
    'what percentage of fuel cost goes to insured trips for each driver',
    'percentage of total fuel cost where insured is yes for each driver',
  ],
  ['fuel cost in percent of km', 'fuel cost in percent of km'],
  ['difference in average km between Oslo and Bergen', 'difference in average km between Oslo and Bergen'],
  [
    'how do insured trips differ from the others in average km',
    'difference in average km between rows where insured is yes and the others',
  ],
  [
    'average km of trips with a balance compared with the others',
    'difference in average km between rows where balance is more than 0 and the others',
  ],
  ['how many trips are neither closed nor denied', 'number of rows where status is not closed or denied'],
  ['how many trips used a promo code', 'number of rows where promo code is not missing'],
  ['how many trips still have a balance', 'number of rows where balance is more than 0'],
])('%s: %s', (question, reading) => expect(names(question)).toContain(reading));

test('a share of rows is none of a sum that is named elsewhere', () => {
  const shares = names('what share of the insured trips has a fuel cost above 20');
  expect(shares.filter((name) => /share of total/.test(name))).toEqual([]);
});

test('the year with the most rows is not the last year', () => {
  expect(names('which year has the most trips')).not.toContain('year of trip date with the highest year of trip date');
});
