/** Questions to a small table of repairs, kept by hand, of which all rows are known. */
import { beforeAll, expect, test } from 'vitest';
import { useDataRoom } from '../../test/data-room.ts';
import { askBuiltin } from '../../test/questions/ask.ts';
import { sqlToolset } from '../../test/questions/toolsets.ts';
import type { Toolset } from '../resources/skills/toolset.ts';

const { room, importText } = useDataRoom();
let toolset: Toolset;
const repairs = Array.from({ length: 60 }, (_, at) => ({
  repair_no: at + 1,
  mechanic: ['Aline', 'Bart', 'Chidi'][at % 3],
  bike_kind: ['cargo bike', 'racing bike'][at % 2],
  price: 20 + ((at * 7) % 31),
  paid: ['yes', 'no', 'Yes', 'No'][at % 4],
  customer_note: at % 5 === 0 ? 'customer waits' : 'call back',
}));

beforeAll(async () => {
  const imported = await importText(JSON.stringify(repairs), {}, 'json');
  toolset = await sqlToolset(room(), [{ name: 'repairs', imported, part: imported.part }]);
});

const ask = async (question: string) => (await askBuiltin([toolset], [question])).text;

test('yes is yes in all its spellings', async () => {
  expect(await ask('How many repairs are paid?')).toContain('**30**');
  expect(await ask('How many repairs are not paid?')).toContain('**30**');
});

test.each(['Who repaired the most bikes?', 'How many customers complained?', 'How many bikes do we own?'])(
  'asks for what no row tells: %s',
  async (question) => expect(await ask(question)).toMatch(/^I cannot answer/),
);

test('values in several spellings are one group', async () => {
  const text = await ask('Number of repairs for each paid');
  expect(text).toContain('| Yes | 30 |');
  expect(text).toContain('| No | 30 |');
  expect(text).not.toContain('| yes |');
});

test('whether there is any is said', async () =>
  expect(await ask('Are there any repairs of Bart?')).toMatch(/^Yes[.] There /));

test('rows are listed with all their columns', async () => {
  const text = await ask('List the 3 most expensive repairs');
  expect(text).toMatch(/\| repair_no \| mechanic \| bike_kind \| price \|/);
  expect(text.match(/^\| \d+ \|/gm)).toHaveLength(3);
});
