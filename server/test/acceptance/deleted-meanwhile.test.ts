/** A project is deleted during concurrent requests: late ones get 404, and nothing breaks. */
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serviceErrorOf } from '../../src/http/reply/problem.ts';
import { startLoopbackProvider } from '../loopback/provider.ts';
import type { TestService } from '../service.ts';
import { shareTestService } from '../shared-service.ts';
import { homes } from './trained.ts';

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});
afterAll(() => service.stop());

const csv = { 'content-type': 'text/csv' };

/** Sent concurrently with the deletion. */
const requests: [method: string, path: string, body?: unknown, headers?: Record<string, string>][] = [
  ['DELETE', '/tables/old'],
  ['POST', '/tables/old/rows', 'a,b\n3,4\n', csv],
  ['POST', '/tables?name=new', 'a,b\n1,2\n', csv],
  ['POST', '/models', { name: 'm', target: 'rental_price', from: { rows: homes } }],
  ['POST', '/webhooks', { name: 'w', url: 'http://127.0.0.1:1/' }],
  ['POST', '/chatbots', { name: 'c', agent: 'clerk', channel: { type: 'web' } }],
  ['PUT', '/chatbots/new', { agent: 'clerk', channel: { type: 'web' } }],
  ['POST', '/agents', { name: 'a' }],
  ['PUT', '/agents/clerk', { params: { max_steps: 3 } }],
  ['POST', '/agents/clerk/completions', { messages: [{ role: 'user', content: 'Hello' }] }],
  ['DELETE', '/agent/clerk'],
  ['POST', '/skills', { name: 's', type: 'sql' }],
  ['POST', '/knowledge_bases', { name: 'k' }],
  ['POST', '/knowledge_bases/notes/documents', { name: 'd', content: 'Text.' }],
  ['POST', '/connections', { name: 'x', engine: 'postgresql', parameters: { host: 'db.example.com', database: 'x' } }],
  ['PUT', '', { description: 'changed' }],
];

test('a deletion of the project meets every other change', { tags: 'long' }, async () => {
  for (let round = 0; round < 8; round++) {
    const project = await service.project();
    const at = `/projects/${project}`;
    await service.call('POST', `${at}/tables?name=old`, 'a,b\n1,2\n', csv);
    await service.call('POST', `${at}/agents`, { name: 'clerk' });
    await service.call('POST', `${at}/knowledge_bases`, { name: 'notes' });
    const place = Math.floor((round / 8) * requests.length);
    const send = ([method, path, ...rest]: (typeof requests)[number]) => service.call(method, at + path, ...rest);
    const answers = await Promise.all([
      ...requests.slice(0, place).map(send),
      service.call('DELETE', `${at}?cascade=true`),
      ...requests.slice(place).map(send),
    ]);
    const broken = answers.filter(({ status }) => status >= 500).map(({ status, text }) => `${status} ${text}`);
    expect(broken).toEqual([]);
  }
});

test('an agent that is deleted while it answers is what is gone, not its project', async () => {
  const provider = await startLoopbackProvider();
  onTestFinished(() => provider.stop());
  const at = `/projects/${await service.project()}/agents`;
  const model = { provider: 'openai_compatible', model_name: 'some', base_url: provider.openai, api_key: 'sk-some' };
  await service.call('POST', at, { name: 'desk', model });
  provider.script({ afterMs: 2000, text: 'Too late.' });
  const asked = service.call('POST', `${at}/desk/completions`, { messages: [{ role: 'user', content: 'Hello' }] });
  await expect.poll(() => provider.asked.length).toBe(1);
  expect((await service.call('DELETE', `${at}/desk?permanently=true`)).status).toBe(204);
  expect(await asked).toMatchObject({ status: 404, body: { code: 'agent_not_found' } });
});

test('a foreign key that is violated says nothing of a project', () => {
  using records = new DatabaseSync(':memory:');
  records.exec('create table agents (id text primary key); create table skills (agent_id text references agents (id))');
  const violate = () => {
    try {
      records.exec("insert into skills values ('gone')");
      return undefined;
    } catch (error) {
      return serviceErrorOf(error);
    }
  };
  expect(violate()).toMatchObject({ code: 'deleted_meanwhile', status: 409 });
});

test("a skill of type agent names no other project's agent, by its ID neither", async () => {
  const [own, other] = [await service.project(), await service.project()];
  const agent = (await service.call('POST', `/projects/${other}/agents`, { name: 'foreign' })).body;
  const make = (name: string) =>
    service.call('POST', `/projects/${own}/skills`, { name: 'ask', type: 'agent', params: { agent: name } });
  for (const name of [agent.id, agent.name])
    expect(await make(name)).toMatchObject({ status: 404, body: { code: 'agent_not_found' } });
  await service.call('POST', `/projects/${own}/agents`, { name: 'own' });
  expect((await make('own')).status).toBe(201);
  const change = await service.call('PUT', `/projects/${own}/skills/ask`, { params: { agent: agent.id } });
  expect(change).toMatchObject({ status: 404, body: { code: 'agent_not_found' } });
});
