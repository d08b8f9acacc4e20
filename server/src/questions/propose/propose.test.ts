import { expect, test } from 'vitest';
import { linkQuestion } from '../link/link-question.ts';
import type { Profile } from '../profile.ts';
import { sayReading } from '../realise/say-reading.ts';
import { readingOf } from './candidate.ts';
import { propose } from './propose.ts';

const rows = [
  [1952, 'Helsinki', 'Finland', 4925],
  [1960, 'Rome', 'Italy', 5338],
  [1964, 'Tokyo', 'Japan', 5151],
  [1984, 'Los Angeles', 'United States', 6829],
  [1996, 'Atlanta', 'United States', 10_320],
];
const games: Profile = {
  name: 'games',
  row_count: rows.length,
  columns: [
    { name: 'Year', type: 'integer', distinct: 5, nulls: 0, min: 1952, max: 1996 },
    { name: 'City', type: 'text', distinct: 5, nulls: 0 },
    { name: 'Country', type: 'text', distinct: 4, nulls: 0 },
    { name: 'Athletes', type: 'integer', distinct: 5, nulls: 0, min: 4925, max: 10_320 },
  ],
  sample: rows,
};

const proposed = (question: string, most = 100_000) => propose(linkQuestion(question, games), () => 0, most);

test.each([
  ['Which city had the most athletes?', 'City with the highest Athletes'],
  ['Which three cities had the most athletes?', 'City of the 3 rows with the highest Athletes'],
  ['Which city had the second most athletes?', 'City with the second highest Athletes'],
  ['What city came after Rome?', 'City of the row after the row where City is Rome'],
  ['How many games were there before Tokyo?', 'Number of rows in all rows before the row where City is Tokyo'],
  ['How many had more athletes than Rome?', 'Number of rows where Athletes is more than that of Rome'],
  ['Which city has the same country as Atlanta?', 'City where Country is the same as that of Atlanta'],
  ['How many more athletes were in Rome than in Tokyo?', 'Difference in total Athletes between Rome and Tokyo'],
  ['Who had more athletes, Rome or Tokyo?', 'City with the highest Athletes where City is Rome or Tokyo'],
  ['Which country hosted the most games?', 'Country with the most rows'],
  ['Which country hosted at least 2 games?', 'Country with at least 2 rows'],
  ['How many different countries?', 'Number of distinct values of Country'],
  ['Athletes by country', 'Total Athletes for each Country'],
  ['Average athletes outside, not in, the united states', 'Average Athletes where Country is not United States'],
  ['What percentage was in the united states?', 'Share of rows where Country is United States'],
  ['The two countries with the highest total athletes', 'The 2 values of Country with the highest total Athletes'],
  ['Which country had most athletes on average?', 'Country with the highest average Athletes'],
  ['Which city had the most athletes, and in which country?', 'City and Country with the highest Athletes'],
  [
    'Did Finland or the United States have more athletes per game?',
    'Country with the highest average Athletes where Country is Finland or United States',
  ],
  ['Lowest, highest and average athletes', 'Lowest Athletes, highest Athletes and average Athletes'],
  [
    'How many games were in the united states, and their average athletes?',
    'Number of rows and average Athletes where Country is United States',
  ],
  [
    'City, country and athletes of the 2 games with most athletes',
    'City, Country and Athletes of the 2 rows with the highest Athletes',
  ],
  ['Which countries had average athletes over 6000?', 'Country with average Athletes of more than 6000'],
  ['How many games had more athletes than average?', 'Number of rows where Athletes is above the average'],
  ['Are the athletes related to the year?', 'Correlation of Athletes and Year'],
  ['Standard deviation of athletes', 'Standard deviation of Athletes'],
  ['Total athletes in the 1960s', 'Total Athletes where Year is between 1960 and 1969'],
])('%s may be read as: %s', (question, reading) =>
  expect(proposed(question).map((one) => sayReading(readingOf(one)))).toContain(reading),
);

test('proposes no more than it may, and nothing that holds for no row', () => {
  const hostile = `how many ${Array.from({ length: 60 }, (_, at) => `rome or tokyo more than ${at}`).join(' and not the same after ')}`;
  expect(proposed(hostile, 600)).toHaveLength(600);
  expect(proposed(hostile).length).toBeLessThan(20_000);
  expect(proposed('Which city had 6829 athletes in Italy?').every(({ rows: { found } }) => found.length > 0)).toBe(
    true,
  );
});

const large: Profile = { ...games, row_count: 5000, columns: [...games.columns] };

test.each([
  ['Did Finland or Italy have more athletes per game?', 'top'],
  ['Compare Finland and Italy by average athletes', 'groups'],
])('of a large table, two values that are set against each other are compared: %s', (question, kind) => {
  const all = propose(linkQuestion(question, large), () => 0, 100_000);
  expect(new Set(all.map(({ answer }) => answer.kind))).toEqual(new Set([kind]));
});

const taught: Profile = {
  ...large,
  columns: [
    ...games.columns,
    { name: 'crowd', type: 'integer', distinct: 5, formula: 'sum("Athletes")', aggregate: 'sum' },
    { name: 'european', type: 'boolean', distinct: 2, formula: `"Country" IN ('Finland', 'Italy')`, isOfRow: true },
  ],
  sample: rows.map((row) => [...row, row[3], row[2] === 'Finland' || row[2] === 'Italy']),
};

test('what was taught is meant where it is said, and never guessed', () => {
  const readings = (question: string) =>
    propose(linkQuestion(question, taught), () => 0, 100_000).map((one) => sayReading(readingOf(one)));
  expect(readings('What is the crowd of european games?')).toContain('Crowd where european');
  expect(readings('crowd of games that were not european')).toContain('Crowd where not european');
  expect(readings('crowd by country').every((one) => /crowd/i.test(one))).toBe(true);
  expect(readings('How many athletes were there in 1964?').some((one) => /crowd|european/i.test(one))).toBe(false);
});
