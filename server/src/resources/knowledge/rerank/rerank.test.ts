/** A rerank model on loopback that prefers long texts. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type LoopbackServer, startLoopback } from '../../../../test/loopback.ts';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';

const apiKey = 'jina-secret';

let service: TestService;
let provider: LoopbackServer;
let base: string;
let answer: (documents: string[], response: ServerResponse) => void;

beforeAll(async () => {
  service = await shareTestService();
  provider = await startLoopback(({ body }, response) => answer(JSON.parse(body).documents, response));
  const bases = `/projects/${await service.project()}/knowledge_bases`;
  base = `${bases}/kb`;
  const rerank = { model_name: 'm', base_url: `${provider.url}/v1/`, api_key: apiKey };
  const { body } = await service.call('POST', bases, { name: 'kb', rerank });
  expect(body.rerank).toEqual({ model_name: 'm', base_url: `${provider.url}/v1/`, api_key_set: true });
  for (const content of ['A zebra.', 'A zebra, a zebra and zebras.', 'Once a zebra went far away into the hills.'])
    await service.call('POST', `${base}/documents`, { name: `${content.length}`, content });
});
afterAll(async () => {
  await provider.stop();
  await service.stop();
});
beforeEach(() => {
  answer = (documents, response) => {
    const results = documents.map((text, index) => ({ index, relevance_score: text.length / 100 }));
    response.end(JSON.stringify({ results: results.reverse() }));
  };
});

async function search(limit = 5) {
  return (await service.call('POST', `${base}/search`, { query: 'zebra', limit })).body;
}

it('orders what was found, and asks of more than is answered', async () => {
  const { passages, warning } = await search(1);
  expect(passages).toMatchObject([
    { text: 'Once a zebra went far away into the hills.', score: 0.42, rerank_score: 0.42 },
  ]);
  expect(warning).toBeNull();
  expect(provider.requests.at(-1)).toMatchObject({
    path: '/v1/rerank',
    headers: { authorization: `Bearer ${apiKey}` },
  });
});

it('takes logits, and judgements of some texts only', async () => {
  answer = (_documents, response) => response.end('{"results":[{"index":2,"relevance_score":-1.5}]}');
  const { passages } = await search();
  expect(passages).toHaveLength(3);
  expect(passages[0].rerank_score).toBeCloseTo(0.1824, 3);
  expect(passages[1]).toMatchObject({ rerank_score: null, score: 0 });
});

it.each<[string, typeof answer]>([
  ['fails', (_, response) => response.writeHead(500).end(apiKey)],
  ['takes no key', (_, response) => response.writeHead(401).end(apiKey)],
  ['answers no JSON', (_, response) => response.end('<html>')],
  ['answers something else', (_, response) => response.end('{"data":[]}')],
  ['breaks off', (_, response) => response.destroy()],
])('leaves the order of before when the model %s', async (_title, behaviour) => {
  answer = behaviour;
  const { passages, warning } = await search();
  expect(passages.map(({ text }: { text: string }) => text)[0]).toBe('A zebra, a zebra and zebras.');
  expect(warning).toEqual(expect.any(String));
  expect(JSON.stringify({ passages, warning })).not.toContain(apiKey);
});

it('is refused without an address, and forgotten by null', async () => {
  const refused = await service.call('PUT', base, { rerank: { model_name: 'm', base_url: 'nowhere' } });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/rerank/base_url' }] } });
  expect((await service.call('PUT', base, { rerank: null })).body.rerank).toBeNull();
  expect((await search()).passages[0].rerank_score).toBeNull();
});
