/** Questions that the rules do not read, and the reader that learned from real ones does. */
import { beforeAll, expect, test } from 'vitest';
import { useDataRoom } from '../../test/data-room.ts';
import { askBuiltin } from '../../test/questions/ask.ts';
import { sqlToolset } from '../../test/questions/toolsets.ts';
import type { Toolset } from '../resources/skills/toolset.ts';
import { asidesOf } from './asides.ts';

const { room, importText } = useDataRoom();
let toolset: Toolset;

const lines = [
  'Year,City,Country,Athletes,Star',
  '1952,Helsinki,Finland,4925,Emil Zátopek',
  '1956,Melbourne,Australia,3314,Vladimir Kuts',
  '1960,Rome,Italy,5338,Wilma Rudolph',
  '1964,Tokyo,Japan,5151,Billy Mills',
  '1968,Mexico City,Mexico,5516,Bob Beamon',
  '1972,Munich,West Germany,7134,Mark Spitz',
  '1976,Montreal,Canada,6084,Nadia Comăneci',
  '1980,Moscow,Soviet Union,5179,Aleksandr Dityatin',
  '1984,Los Angeles,United States,6829,Carl Lewis',
  '1996,Atlanta,United States,10320,Michael Johnson',
];

beforeAll(async () => {
  const imported = await importText(lines.join('\n'), {}, 'csv');
  toolset = await sqlToolset(room(), [{ name: 'games', imported, part: imported.part }]);
});

test.each([
  ['In which year were the games in Munich?', '1972'],
  ['Who was the star in Rome?', 'Wilma Rudolph'],
  ['How many games had more than 6000 athletes?', '**4**'],
  ['What is the difference in athletes between Rome and Tokyo?', '**187**'],
])('%s', async (question, answer) => expect((await askBuiltin([toolset], [question])).text).toContain(answer));

test('offers readings near to a question that it refuses, by questions that are read so', async () => {
  const refused = asidesOf((await askBuiltin([toolset], ['How big were the games in Rome?'])).metadata);
  expect([refused.answered, refused.would_help?.term]).toEqual([false, 'big']);
  const [{ question }] = refused.alternatives ?? [];
  const { text, metadata } = await askBuiltin([toolset], [question]);
  expect([text, metadata]).toEqual(['The Athletes where City is Rome is **5,338**.', undefined]);
});

test.each(['What is the tax on beer?', 'Who is the king of spain?', 'Delete all games', 'How many games were posh?'])(
  'refuses: %s',
  async (question) => expect((await askBuiltin([toolset], [question])).text).toMatch(/^I cannot answer/),
);

test('months of several years are told apart where a figure is asked for each, and no rows stand for a year', async () => {
  const days = Array.from({ length: 720 }, (_, row) => new Date(Date.UTC(2021, row % 36, 1 + (row % 28))));
  const rows = days.map((day, row) =>
    [
      `C${row}`,
      day.toISOString().slice(0, 10),
      ['basic', 'plus'][row % 2],
      row % 90,
      ['yes', 'no'][row % 3 ? 1 : 0],
    ].join(),
  );
  const imported = await importText(['id,joined,plan,revenue_per_month,churned', ...rows].join('\n'), {}, 'csv');
  const customers = await sqlToolset(room(), [{ name: 'customers', imported, part: imported.part }]);
  for (const question of ['Number of customers by month', 'How many customers joined each month?']) {
    const { text } = await askBuiltin([customers], [question]);
    expect([text.includes('January 2021'), text.includes('December 2023')]).toEqual([true, true]);
  }
  expect((await askBuiltin([customers], ['Which year had the most new customers?'])).text).not.toContain('Rows of');
  expect((await askBuiltin([customers], ['Which year had the most revenue?'])).text).toContain('total');
});

test('asks back where two columns are named as well, and answers where one is', async () => {
  const lines = Array.from({ length: 40 }, (_, row) => `r${row % 3},${2 * row + 2},${row + 1}`);
  const imported = await importText(['region,gross price,net price', ...lines].join('\n'), {}, 'csv');
  const sales = await sqlToolset(room(), [{ name: 'sales', imported, part: imported.part }]);
  const asked = await askBuiltin([sales], ['What is the average price?']);
  expect(asked.text).toMatch(/^I cannot answer that without knowing/);
  expect(asidesOf(asked.metadata).alternatives).toHaveLength(2);
  expect((await askBuiltin([sales], ['What is the average net price?'])).text).toContain('**20.5**');
});

test('jobs of a column of six kinds of jobs may be those or the rows, and an end that is left is no count', async () => {
  const kinds = ['brakes', 'chain', 'lights', 'tyre', 'wheel', 'full'];
  const lines = Array.from(
    { length: 400 },
    (_, row) => `${row},${kinds[row % 6]},${['Anna', 'Bert'][row % 2]},2024-0${1 + (row % 9)}-11`,
  );
  const imported = await importText(['no,job,mechanic,received', ...lines].join('\n'), {}, 'csv');
  const workshop = await sqlToolset(room(), [{ name: 'workshop', imported, part: imported.part }]);
  const told = async (question: string) => (await askBuiltin([workshop], [question])).text;
  expect(await told('How many jobs came in during March 2024?')).not.toContain('**6**');
  expect(await told('How many different jobs are there?')).toContain('**6**');
  expect(await told('What is the biggest job of each mechanic?')).toMatch(
    /^I cannot answer|with the most rows for each/,
  );
});
