/** What askers are told while the database of a skill's tables is down, and of tables that are gone. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { shareTestService } from '../../../../test/shared-service.ts';
import { createShopDatabase, hasPostgres } from '../../../../test/shop-database.ts';

const tables = `
  create table cities as select 'City ' || n as city, 1000 * n as population from generate_series(1, 40) n;
  create table towns as select 'Town ' || n as town, 10 * n as population from generate_series(1, 40) n;
`;

/** A port that forwards to another until it is cut. */
async function openCut(port: number) {
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1');
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => [incoming, outgoing].map((one) => one.destroy()));
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, cut };
}

async function openProject() {
  const service = await shareTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' });
  onTestFinished(() => service.stop());
  const project = `/projects/${await service.project()}`;
  const add = async (name: string, params: object) => {
    await service.call('POST', `${project}/skills`, { name, type: 'sql', params });
    await service.call('POST', `${project}/agents`, { name, skills: [name] });
  };
  const ask = async (agent: string, content: string) =>
    (await service.call('POST', `${project}/agents/${agent}/completions`, { messages: [{ role: 'user', content }] }))
      .body;
  return { service, project, add, ask };
}

test.skipIf(!hasPostgres())(
  'a database that is down is said to be, without its address and without guesses',
  async () => {
    const shop = await createShopDatabase(tables);
    onTestFinished(() => shop.remove());
    const { port, cut } = await openCut(shop.parameters.port);
    const { service, project, add, ask } = await openProject();
    const parameters = { ...shop.parameters, port };
    await service.call('POST', `${project}/connections`, { name: 'shop', engine: 'postgresql', parameters });
    for (const name of ['cities', 'towns']) await add(name, { connection: 'shop', tables: [name] });
    expect((await ask('cities', 'What is the average population?')).message.content).toContain('**20,500**');
    cut();
    const known = await ask('cities', 'What is the total population?');
    expect(known.message.content).toMatch(/^I cannot answer that now.*does not respond/);
    const unknown = await ask('towns', 'How many have the town Town 7?');
    expect(unknown.message.content).toContain('does not respond at the moment');
    expect(unknown.message.content).not.toContain('I do not know');
    expect(unknown.message.would_help).toBeUndefined();
    expect(JSON.stringify([known, unknown])).not.toMatch(new RegExp(`${port}|127\\.0\\.0\\.1|ECONNREFUSED|parameters`));
  },
);

test('a table that is gone is named', async () => {
  const { service, project, add, ask } = await openProject();
  const csv = { 'content-type': 'text/csv' };
  await service.call('POST', `${project}/tables?name=plants`, 'name,height\nelm,20\noak,31\n', csv);
  await add('plants', { tables: ['plants'] });
  await service.call('DELETE', `${project}/tables/plants`);
  const { message } = await ask('plants', 'How many plants are there?');
  expect(message.content).toMatch(/names a table that is not there: plants\./);
});
