/** Questions without a language model that need two tables, uploaded or of a real PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';
import { createShopDatabase, hasPostgres, type ShopDatabase } from '../../../../test/shop-database.ts';

const cities = ['Oslo', 'Bergen', 'Tromso'];
const customers = Array.from({ length: 60 }, (_, at) => ({
  id: at + 1,
  name: `Customer${String.fromCharCode(65 + (at % 26))}${at}`,
  city: cities[at % 3],
}));
const orders = Array.from({ length: 900 }, (_, at) => ({
  order_no: 5000 + at,
  customer_id: at < 20 ? 7 : 1 + ((at * at) % 59),
  amount: 10 + ((at * 7) % 90),
  shipped: `2024-${String(1 + (at % 12)).padStart(2, '0')}-15`,
}));
const cityOf = ({ customer_id }: { customer_id: number }) => customers[customer_id - 1].city;
const ordersIn = (city: string) => orders.filter((one) => cityOf(one) === city);
const sum = (some: typeof orders) => some.reduce((all, { amount }) => all + amount, 0);
const counts = Map.groupBy(orders, ({ customer_id }) => customer_id);
const [most] = [...counts].sort(([, one], [, other]) => other.length - one.length);
const figure = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });

const csv = (rows: readonly object[]) =>
  [Object.keys(rows[0]).join(','), ...rows.map((row) => Object.values(row).join(','))].join('\n');
const insert = (table: string, rows: readonly object[]) =>
  `insert into ${table} select * from json_populate_recordset(null::${table}, '${JSON.stringify(rows)}');`;

let service: TestService;
let project: string;
let shop: ShopDatabase | undefined;

beforeAll(async () => {
  service = await shareTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' });
  project = await service.project();
  const tables = Object.entries({ customers, orders });
  for (const [name, rows] of tables)
    await service.call('POST', `/projects/${project}/tables?name=${name}`, csv(rows), { 'content-type': 'text/csv' });
  await open('uploaded', {});
  if (!hasPostgres()) return;
  shop = await createShopDatabase(`
    create table customers (id int primary key, name text, city text);
    create table orders (order_no int, customer_id int, amount numeric, shipped date);
    ${tables.map(([name, rows]) => insert(name, rows)).join('\n')} analyze;`);
  const connection = { name: 'shop', engine: 'postgresql', parameters: shop.parameters };
  await service.call('POST', `/projects/${project}/connections`, connection);
  await open('connected', { connection: 'shop' });
});
afterAll(async () => {
  await shop?.remove();
  await service.stop();
});

async function open(name: string, params: object) {
  await service.call('POST', `/projects/${project}/skills`, { name, type: 'sql', params });
  await service.call('POST', `/projects/${project}/agents`, { name, skills: [name] });
}

async function ask(agent: string, question: string): Promise<string> {
  const asked = { messages: [{ role: 'user', content: question }] };
  const { body } = await service.call('POST', `/projects/${project}/agents/${agent}/completions`, asked);
  return body.message.content;
}

const agents = [['uploaded'], ...(hasPostgres() ? [['connected']] : [])];

describe.each(agents)('%s tables', (agent) => {
  test.each([
    ['How many orders are of customers in Oslo?', figure(ordersIn('Oslo').length)],
    ['What is the total amount of orders of customers in Bergen?', figure(sum(ordersIn('Bergen')))],
    ['Which customer has the most orders?', customers[most[0] - 1].name],
    ['What is the average amount of orders per city?', figure(sum(ordersIn('Tromso')) / ordersIn('Tromso').length)],
  ])('%s', async (question, answer) => {
    const text = await ask(agent, question);
    expect(text).toContain(answer);
    expect(text).toContain('I looked up customers by customer_id for the rows of orders.');
  });

  test.each([
    ['How many customers are in Oslo?', '**20**'],
    ['What is the average amount of orders?', figure(sum(orders) / orders.length)],
  ])('%s: one table is enough', async (question, answer) => {
    const text = await ask(agent, question);
    expect(text).toContain(answer);
    expect(text).not.toContain('looked up');
  });

  test('what no table knows is refused', async () => {
    expect(await ask(agent, 'How many orders are of customers in Trondheim?')).not.toMatch(/\*\*\d/);
  });
});

test('a figure of an uploaded column is told in its unit', async () => {
  const text = 'flat;town;rent\n1;Ulm;700,50 €\n2;Bonn;900 €\n3;Ulm;800 €\n4;Bonn;640,50 €\n';
  const at = `/projects/${await service.project()}`;
  await service.call('POST', `${at}/tables?name=flats`, text, { 'content-type': 'text/csv' });
  await service.call('POST', `${at}/skills`, { name: 'flats', type: 'sql', params: { tables: ['flats'] } });
  await service.call('POST', `${at}/agents`, { name: 'desk', skills: ['flats'] });
  const messages = [{ role: 'user', content: 'What is the average rent in Ulm?' }];
  const { body } = await service.call('POST', `${at}/agents/desk/completions`, { messages });
  expect(body.message.content).toContain('**750.25 €** (2 rows)');
});
