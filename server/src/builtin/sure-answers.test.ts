/** What a newcomer was answered wrongly and told as sure, asked of tables of other trades. */
import { beforeAll, expect, test } from 'vitest';
import { useDataRoom } from '../../test/data-room.ts';
import { askBuiltin } from '../../test/questions/ask.ts';
import { sqlToolset } from '../../test/questions/toolsets.ts';
import type { Toolset } from '../resources/skills/toolset.ts';
import { asidesOf } from './asides.ts';

const { room, importText } = useDataRoom();
const toolsets = new Map<string, Toolset>();

/** More rows than are known of a table when a question is read. */
const count = 420;
const boats = Array.from({ length: count }, (_, at) => ({
  rower: `Rower ${at}`,
  sex: at % 3 === 0 ? 'women' : 'men',
  age: 18 + ((at * 7) % 50),
  club: ['Otters', 'Pikes', 'Seals', 'Terns'][at % 4],
  finish_time: 300 + ((at * 37) % 421),
}));
const mills = Array.from({ length: count }, (_, at) => ({
  model: `M${at}`,
  maker: ['Altona', 'Brenner', 'Cava'][at % 3],
  refine: [3, 5, 7][at % 3],
  load: at % 3 === 0 ? (at % 2 === 0 ? 10 : 900) : 500 + (at % 3) * 10 + (at % 5),
}));

beforeAll(async () => {
  for (const [name, rows] of Object.entries({ boats, mills })) {
    const imported = await importText(JSON.stringify(rows), {}, 'json');
    toolsets.set(name, await sqlToolset(room(), [{ name, imported, part: imported.part }]));
  }
});

const ask = (table: string, question: string) => askBuiltin([toolsets.get(table) as Toolset], [question]);
const slowest = boats.reduce((one, other) => (other.finish_time > one.finish_time ? other : one));
const fastest = boats.reduce((one, other) => (other.finish_time < one.finish_time ? other : one));
const averages = ['Altona', 'Brenner', 'Cava'].map((maker) => {
  const loads = mills.filter((one) => one.maker === maker).map(({ load }) => load);
  return { maker, load: loads.reduce((sum, load) => sum + load, 0) / loads.length };
});
const highest = averages.reduce((one, other) => (other.load > one.load ? other : one));

test.each([
  ['Who is the slowest rower?', slowest.rower],
  ['Who had the slowest finish time?', slowest.rower],
  ['Which rower is the fastest?', fastest.rower],
])('the end of a time: %s', async (question, rower) => expect((await ask('boats', question)).text).toContain(rower));

test('the higher of averages is one of the averages of all rows', async () => {
  const { text } = await ask('mills', 'Which maker has the higher average load?');
  expect(text).toContain(`**${highest.maker}**`);
  expect(text).not.toContain('above the average');
});

test('a bound that is said is answered or refused, never left out', async () => {
  const men = boats.filter(({ sex, age }) => sex === 'men' && age > 50);
  const { text } = await ask('boats', 'How many men older than 50 are there?');
  expect(text).toContain(`**${men.length}**`);
  const others = (await ask('boats', 'How many men over 50 row for Otters?')).text;
  expect(others).toMatch(
    new RegExp(`^I cannot answer|\\*\\*${men.filter(({ club }) => club === 'Otters').length}\\*\\*`),
  );
});

test('a bound said by a sign is one', async () => {
  const men = boats.filter(({ sex, age }) => sex === 'men' && age > 50);
  expect((await ask('boats', 'How many men > 50 are there?')).text).toMatch(
    new RegExp(`^I cannot answer|\\*\\*${men.length}\\*\\*`),
  );
});

test('a value that is denied is read, and a denial that is not read is no answer', async () => {
  const { text } = await ask('mills', 'How many models are not from Altona?');
  expect(text).toContain(`**${mills.filter(({ maker }) => maker !== 'Altona').length}**`);
  expect((await ask('mills', 'How many models do not refine 5?')).text).not.toContain(
    `**${mills.filter(({ refine }) => refine === 5).length}**`,
  );
});

test.each(['How many Shells boats are there?', 'Why are men slow?'])('refuses: %s', async (question) =>
  expect((await ask('boats', question)).text).toMatch(/^I cannot answer/),
);

test('who does something is not what is done', async () => {
  const { calls } = await ask('mills', 'Which refiner has the highest load?');
  for (const { input } of calls) expect(String(input.sql)).not.toMatch(/GROUP BY "refine"/);
});

test('nothing is suggested for a word without evidence, and what is like it is', async () => {
  const helpFor = async (question: string) => asidesOf((await ask('boats', question)).metadata).would_help;
  expect(await helpFor('How many posh boats are there?')).toEqual({ term: 'posh', suggestions: [] });
  // Each choice and entry takes another reading
  expect(
    await helpFor(`How many posh boats are there${', of which I would like to know more'.repeat(8)}?`),
  ).toBeUndefined();
});

test.each([
  'Who owns the fastest mill?',
  'Which driver has the heaviest load of the mills?',
  'Which of the mills is the most reliable?',
])('what is asked of another thing than the rows is refused: %s', async (question) =>
  expect((await ask('mills', question)).text).toMatch(/^I cannot answer/),
);

test('nothing is taken for the first of anything that no word asks for', async () => {
  expect((await ask('boats', 'Which kinds of club are there?')).text).not.toMatch(/highest|lowest/);
  expect((await ask('boats', 'How many people were outside on Otters days?')).text).not.toContain('is not');
});
