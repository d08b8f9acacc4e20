import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SibylClient, SibylError } from './client.ts';

const seen: { method?: string; url?: string; body: string }[] = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  seen.push({ method: request.method, url: request.url, body });
  const missing = request.url?.includes('missing');
  response.writeHead(missing ? 404 : 200, { 'content-type': 'application/json' });
  response.end(missing ? '{"code":"model_not_found","detail":"There is no model missing."}' : '[{"price":1}]');
});
let client: SibylClient;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new SibylClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterAll(() => server.close());

it('fills path, query and body', async () => {
  expect(await client.predict('a b', 'm', [{ rooms: 2 }], { quantile: 0.8 })).toEqual([{ price: 1 }]);
  expect(seen.at(-1)).toEqual({
    method: 'POST',
    url: '/api/projects/a%20b/models/m/predict',
    body: '{"data":[{"rooms":2}],"params":{"quantile":0.8}}',
  });
  await client.request('get', '/api/projects', { query: { limit: 3 } });
  expect(seen.at(-1)?.url).toBe('/api/projects?limit=3');
});

it('throws the problem document of a failure', async () => {
  const failure = await client.predict('default', 'missing', []).catch((error) => error);
  expect(failure).toBeInstanceOf(SibylError);
  expect(failure.problem.code).toBe('model_not_found');
});
