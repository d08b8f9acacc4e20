/** A project goes while others work in it: whoever comes too late learns that it is gone, and nothing breaks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { homes } from './trained.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const csv = { 'content-type': 'text/csv' };

/** What is done at once with the deletion. */
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

test('a deletion of the project meets every other change', { timeout: 120_000 }, async () => {
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
