/** Questions of one conversation: which go on from one before, and which are read alone. */
import { beforeAll, expect, test } from 'vitest';
import { useDataRoom } from '../../test/data-room.ts';
import { askBuiltin } from '../../test/questions/ask.ts';
import { sqlToolset } from '../../test/questions/toolsets.ts';
import type { Toolset } from '../resources/skills/toolset.ts';

const { room, importText } = useDataRoom();
let toolset: Toolset;

const shops = ['Lyon', 'Turin', 'Basel'];
const sales = Array.from({ length: 420 }, (_, at) => ({
  shop: shops[at % 7 === 0 ? 0 : at % 3],
  kind: at % 4 === 0 ? 'tea' : 'coffee',
  sold_on: `${2020 + (at % 3)}-0${1 + (at % 9)}-11`,
  weight: 10 + ((at * 37) % 211),
  price: 5 + ((at * 13) % 97) + 3 * (at % 3),
}));

beforeAll(async () => {
  const imported = await importText(JSON.stringify(sales), {}, 'json');
  toolset = await sqlToolset(room(), [{ name: 'sales', imported, part: imported.part }]);
});

const ask = async (...turns: string[]) => (await askBuiltin([toolset], turns)).text;
const average = (rows: typeof sales, of: 'price' | 'weight') =>
  (rows.reduce((sum, row) => sum + row[of], 0) / rows.length).toFixed(2).replace(/\.?0+$/, '');
const most = (rows: typeof sales) =>
  shops.reduce((one, other) =>
    rows.filter(({ shop }) => shop === other).length > rows.filter(({ shop }) => shop === one).length ? other : one,
  );
const teas = sales.filter(({ kind }) => kind === 'tea');
const refused = /^I cannot answer/;

test.each([
  'average price by shop',
  'top 2 shops by number of sales',
  'median weight by kind',
  'average weight of tea',
])('what says all that it asks is answered alike wherever it stands: %s', async (question) => {
  const first = await ask(question);
  expect(first).not.toMatch(refused);
  for (const before of ['hello', 'What can you do?', 'average price by moon', 'How many sales are of tea?'])
    expect(await ask(before, question)).toBe(first);
});

test('a refusal and a greeting between are gone back over to what was answered', async () => {
  const turns = ['average price of tea', 'average price by moon', 'hello', 'and of coffee?'];
  const coffee = sales.filter(({ kind }) => kind === 'coffee');
  expect(await ask(...turns)).toContain(`**${average(coffee, 'price')}**`);
});

test('what goes on from nothing is refused', async () =>
  expect(await ask('average price by moon', 'and in Lyon?')).toMatch(refused));

test('which one, and the first of groups that were told', async () => {
  const averages = shops.map((shop) => ({
    shop,
    price: Number(
      average(
        sales.filter((one) => one.shop === shop),
        'price',
      ),
    ),
  }));
  const sorted = averages.toSorted((one, other) => other.price - one.price);
  expect(await ask('average price by shop', 'which one is the highest?')).toContain(`**${sorted[0].shop}**`);
  expect(await ask('average price by shop', 'and the lowest?')).toContain(`**${sorted[2].shop}**`);
  const two = await ask('average price by shop', 'show me the top 2');
  expect([two.includes(sorted[1].shop), two.includes(sorted[2].shop)]).toEqual([true, false]);
});

test('a year alone chooses rows', async () => {
  const tea = teas.filter(({ sold_on }) => sold_on.startsWith('2021'));
  expect(await ask('average weight of tea', 'only 2021')).toContain(`**${average(tea, 'weight')}**`);
});

test('which had the most is asked of the rows that were chosen before', async () => {
  const text = await ask('How many sales are of tea?', 'which shop had the most?');
  expect(text).toMatch(/where kind is tea/);
  expect(text).toContain(`**${most(teas)}**`);
});

test('a figure beside a count, and the rows that were counted', async () => {
  expect(await ask('How many sales are of tea?', 'and the average weight?')).toContain(
    `**${average(teas, 'weight')}**`,
  );
  expect(await ask('How many sales are of tea?', 'which are they?')).toMatch(/^Rows where kind is tea/);
});
