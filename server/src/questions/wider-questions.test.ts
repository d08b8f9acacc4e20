/** What was proposed wrongly or not at all, asked of a table of homes of which only the first 300 rows are known. */
import { expect, test } from 'vitest';
import { linkQuestion } from './link/link-question.ts';
import type { Profile } from './profile.ts';
import { readingOf } from './propose/candidate.ts';
import { propose } from './propose/propose.ts';
import { nameReading } from './realise/say-reading.ts';
import { writeSql } from './realise/write-sql.ts';

const towns = ['Bergen', 'Oslo', 'Tromso', 'Narvik'];
const kinds = ['house', 'flat', 'cabin'];
const meals = ['no_meal_package', 'half_board', 'full_board'];
const sample = Array.from({ length: 300 }, (_, at) => [
  at + 1,
  towns[at % 4],
  kinds[(at >> 2) % 3],
  100 + ((at * 37) % 900),
  20 + ((at * 11) % 200),
  1 + (at % 6),
  new Date(Date.UTC(2012, 0, 1 + 4 * at)).toISOString().slice(0, 10),
  at % 5 === 0 ? 'Yes' : 'No',
  1 + (at % 28),
  meals[at % 3],
]);
const homes: Profile = {
  name: 'homes',
  row_count: 3000,
  columns: [
    { name: 'home id', type: 'integer', distinct: 3000, min: 1, max: 3000 },
    { name: 'cty', type: 'text', distinct: 4, values: towns },
    { name: 'kind', type: 'text', distinct: 3, values: kinds },
    { name: 'price', type: 'integer', distinct: 300, min: 100, max: 999 },
    { name: 'area', type: 'integer', distinct: 200, min: 20, max: 219 },
    { name: 'rooms', type: 'integer', distinct: 6, min: 1, max: 6 },
    { name: 'sold on', type: 'date', distinct: 1200, min: '2012-01-01', max: '2015-12-30' },
    { name: 'furnished', type: 'text', distinct: 2, values: ['Yes', 'No'] },
    { name: 'day', type: 'integer', distinct: 28, min: 1, max: 28 },
    { name: 'board', type: 'text', distinct: 3, values: meals },
  ],
  sample,
};

const proposed = (question: string) => propose(linkQuestion(question, homes), () => 0, 100_000).map(readingOf);
const names = (question: string) => proposed(question).map(nameReading);

test.each([
  ['How many homes are in Oslo or have more than 4 rooms?', 'number of rows where cty is Oslo or rooms is more than 4'],
  ['homes with a price below 200 or above 900', 'rows where price is less than 200 or price is more than 900'],
  [
    'How many cabins in Oslo have more than 2 rooms and a price under 500?',
    'number of rows where kind is cabin, cty is Oslo, rooms is more than 2 and price is less than 500',
  ],
  ['How many homes are from 2013?', 'number of rows where sold on is in 2013'],
  [
    'Which year was dearer, 2013 or 2014?',
    'year of sold on with the highest average price where year of sold on is 2013 or 2014',
  ],
  ['Which cities have a price over 20000?', 'cty with total price of more than 20000'],
  ['average price by city', 'average price for each cty'],
])('%s: %s', (question, reading) => {
  // Conditions may come in any order
  const partsOf = (name: string) => name.split(/ where | and |, /).sort();
  expect(names(question).map(partsOf)).toContainEqual(partsOf(reading));
});

test('either of two columns is one test in SQL', () => {
  const own = proposed('How many homes are in Oslo or have more than 4 rooms?').find(
    ({ rows }) => rows.conditions[0]?.test === 'either',
  );
  expect(own && writeSql(own, homes)).toContain(`("cty" = 'Oslo' OR "rooms" > 4)`);
});

test('a bound with "or" is one bound', () =>
  expect(names('homes in Oslo with 5 or more rooms').some((name) => / or /.test(name))).toBe(false));

test('the cheapest town is so on average, and not by its total', () => {
  for (const question of ['the cheapest city', 'Which city is the cheapest?', 'Which is the cheapest city?']) {
    expect(names(question)).toContain('cty with the lowest average price');
    expect(names(question)).not.toContain('cty with the lowest total price');
  }
});

test('the most expensive city is so on average', () =>
  expect(names('Which city is the most expensive?')).toContain('cty with the highest average price'));

test('numbers by which rows are called are not worked out', () => {
  const all = names('average home id per city, and the total home id');
  expect(all.filter((name) => /(average|total) home id/.test(name))).toEqual([]);
});

test('the day of the week is no other column that is called day', () => {
  const all = names('Which day of the week has the most homes?');
  expect(all).toContain('day of the week of sold on with the most rows');
  expect(all.filter((name) => /total day/.test(name))).toEqual([]);
});

test('what is denied is not what stands behind it', () => {
  const all = names('How many homes are not furnished and in Oslo?');
  expect(
    all.some(
      (name) => name.includes('furnished is No and cty is Oslo') || name.includes('cty is Oslo and furnished is No'),
    ),
  ).toBe(true);
  expect(all.filter((name) => name.includes('cty is not Oslo'))).toEqual([]);
});

test('a value that denies is said by a denial', () => {
  const all = names('How many homes without meal package?');
  expect(all).toContain('number of rows where board is no_meal_package');
  expect(all.filter((name) => name.includes('board is not') || name.includes('does not contain'))).toEqual([]);
});

test('an age bounds no price', () =>
  expect(names('homes older than 500').filter((name) => /price is more than 500/.test(name))).toEqual([]));

test('a number too large for any is no number', () =>
  expect(
    proposed('homes over 1e999 dollars')
      .map((own) => writeSql(own, homes))
      .join(),
  ).not.toContain('Infinity'));
