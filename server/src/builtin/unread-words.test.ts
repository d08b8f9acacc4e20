/** Words that a reading left and that were told as sure all the same, asked of a table of orders. */
import { beforeAll, expect, test } from 'vitest';
import { useDataRoom } from '../../test/data-room.ts';
import { askBuiltin } from '../../test/questions/ask.ts';
import { sqlToolset } from '../../test/questions/toolsets.ts';
import type { Toolset } from '../resources/skills/toolset.ts';

const { room, importText } = useDataRoom();
let toolset: Toolset;

const orders = Array.from({ length: 450 }, (_, at) => ({
  order_id: at + 1,
  town: ['Bergen', 'Oslo', 'Narvik'][at % 3],
  buyer: `Buyer ${at % 90}`,
  express: at % 4 === 0 ? 'Yes' : 'No',
  amount: 20 + ((at * 37) % 400),
  placed: new Date(Date.UTC(2015, 5, 1 + 2 * at)).toISOString().slice(0, 10),
}));

beforeAll(async () => {
  const imported = await importText(JSON.stringify(orders), {}, 'json');
  toolset = await sqlToolset(room(), [{ name: 'orders', imported, part: imported.part }]);
});

const ask = async (question: string) => (await askBuiltin([toolset], [question])).text;
const told = (text: string) => /\*\*[\d.,]+\*\*/.exec(text)?.[0];

test.each([
  'How many suppliers are in Oslo?',
  'How many complaints came from Bergen?',
  'How many accidents were there in 2016?',
  'How many orders of tablets?',
  'average weight of the orders in Oslo',
  'profit by town',
])('what nobody knows is told as no order for sure: %s', async (question) => {
  const text = await ask(question);
  expect(text).toMatch(/^I (cannot answer|am not sure)/);
  if (told(text)) expect(text).toContain('I did not use the word');
});

test('orders are counted', async () => {
  const count = orders.filter(({ town }) => town === 'Oslo').length;
  expect(await ask('How many orders are from Oslo?')).toContain(`**${count}**`);
});

test('what is denied is not the town that stands behind', async () => {
  const count = orders.filter(({ town, express }) => town === 'Oslo' && express === 'No').length;
  const text = await ask('How many orders are not express and from Oslo?');
  expect(text).not.toContain('not Oslo');
  if (told(text)) expect(text).toContain(`**${count}**`);
});

test('two years that are compared are not counted together', async () => {
  const pooled = orders.filter(({ placed }) => /^201[67]/.test(placed)).length;
  expect(await ask('Did we have more orders in 2016 or 2017?')).not.toContain(`**${pooled}**`);
});

test('different buyers are counted once, or not at all', async () =>
  expect(['**90**', undefined]).toContain(told(await ask('How many different buyers are there?'))));

test('an identifier has no average', async () =>
  expect(await ask('average order value per town')).not.toMatch(/average order id/i));

test('the quarter of a year is none of another', async () =>
  expect(await ask('Which quarter of 2016 had the highest average amount?')).not.toMatch(/Q\d 201[57]/));

test.each(['revenue by supplier', 'average amount by neighborhood', 'average amount in Raleigh'])(
  'what says which groups or rows are meant is read, or nothing is told: %s',
  async (question) => expect(told(await ask(question))).toBeUndefined(),
);

test('the total of another table is joined, and a key alone names nobody', async () => {
  const buyers = ['id,town,segment', ...[0, 1, 2, 3].map((at) => `${at + 1},T${at},${['small', 'large'][at % 2]}`)];
  const sales = [
    'sale,buyer_id,total',
    ...Array.from({ length: 40 }, (_, at) => `${at + 1},${1 + (at % 4)},${10 * (1 + (at % 4))}`),
  ];
  const imported = [await importText(buyers.join('\n')), await importText(sales.join('\n'))];
  const tables = imported.map((one, at) => ({ name: ['buyers', 'sales'][at], imported: one, part: one.part }));
  const both = await sqlToolset(room(), tables);
  const { calls } = await askBuiltin([both], ['total by segment']);
  const { rows = [] } = (calls.at(-1)?.content ?? {}) as { rows?: unknown[][] };
  expect(new Map(rows as [string, number][])).toEqual(
    new Map([
      ['large', 600],
      ['small', 400],
    ]),
  );
});
