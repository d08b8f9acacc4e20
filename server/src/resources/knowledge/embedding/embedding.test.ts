/** Embeddings from a provider on loopback that knows a few synonyms. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, startLoopback } from '../../../../test/loopback.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';

const concepts = [['car', 'automobile', 'vehicle'], ['dog', 'hound', 'pet'], ['rent', 'lease', 'payment'], ['moon']];
const apiKey = 'sk-very-secret-key';

let service: TestService;
let provider: LoopbackServer;
let project: string;
let count = 0;
/** How the provider answers the next requests. */
let mood: { dimension: number; status?: number; hangs?: boolean };

beforeAll(async () => {
  service = await startTestService();
  project = await service.project();
  provider = await startLoopback(({ body }, response) => answer(JSON.parse(body).input, response));
});
afterAll(async () => {
  await provider.stop();
  await service.stop();
});
beforeEach(() => {
  mood = { dimension: concepts.length };
});

function answer(texts: string[], response: ServerResponse): void {
  if (mood.hangs) return;
  const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
  response.writeHead(mood.status ?? 200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify(mood.status ? { error: { message: `no ${apiKey}` } } : { object: 'list', data, model: 'm' }),
  );
}

/** Counts how often each concept is named. */
function vectorOf(text: string): number[] {
  const named = concepts.map((words) => words.filter((word) => text.toLowerCase().includes(word)).length);
  return Array.from({ length: mood.dimension }, (_, index) => (named[index] ?? 0) + 0.001);
}

const embedding = () => ({ provider: 'openai_compatible', model_name: 'm', base_url: provider.url, api_key: apiKey });

async function makeBase(documents: Record<string, string>, settings: object | null = embedding()): Promise<string> {
  count += 1;
  const bases = `/projects/${project}/knowledge_bases`;
  await service.call('POST', bases, { name: `b${count}`, embedding: settings });
  for (const [name, content] of Object.entries(documents))
    await service.call('POST', `${bases}/b${count}/documents`, { name, content, metadata: { name } });
  return `${bases}/b${count}`;
}

const things = { a: 'The automobile stands outside.', b: 'A hound barks.', c: 'The lease ends.', d: 'A car is a car.' };

async function settled(base: string, status = 'complete') {
  return (await service.until(base, ({ body }) => body.embedding.status === status)).body;
}

function search(base: string, body: object) {
  return service.call('POST', `${base}/search`, body);
}

const sourcesOf = ({ body }: Awaited<ReturnType<typeof search>>) =>
  body.passages.map(({ source }: { source: string }) => source);

describe('vectors', () => {
  it('are made of every document, and tell how far they have come', async () => {
    const base = await makeBase(things);
    const { embedding: shown } = await settled(base);
    expect(shown).toEqual({
      provider: 'openai_compatible',
      model_name: 'm',
      base_url: provider.url,
      api_version: null,
      api_key_set: true,
      dimension: 4,
      status: 'complete',
      embedded_chunks: 4,
      error: null,
    });
    expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  it('find by meaning what no word tells, and both joined put first what words tell, too', async () => {
    const base = await makeBase(things);
    await settled(base);
    expect(sourcesOf(await search(base, { query: 'vehicle', method: 'lexical' }))).toEqual([]);
    const semantic = await search(base, { query: 'vehicle', method: 'semantic', limit: 2 });
    expect(sourcesOf(semantic).sort()).toEqual(['a', 'd']);
    expect(semantic.body.passages[0]).toMatchObject({ lexical_score: null, similarity: expect.closeTo(1, 2) });
    const hybrid = await search(base, { query: 'vehicle automobile', limit: 3 });
    expect(hybrid.body).toMatchObject({ method: 'hybrid', warning: null });
    expect(sourcesOf(hybrid)[0]).toBe('a');
  });

  it('are of a passage with its document and headings', async () => {
    const base = await makeBase({ 'Car care': '# Wheels\n\nTwice a year.' });
    await settled(base);
    const sent = provider.requests.flatMap(({ body }) => JSON.parse(body).input);
    expect(sent).toContain('Car care\n\nWheels\n\nTwice a year.');
  });

  it('keep to the filter', async () => {
    const base = await makeBase(things);
    await settled(base);
    const answer = await search(base, { query: 'vehicle', method: 'semantic', filter: { name: ['b', 'c'] } });
    expect(sourcesOf(answer).sort()).toEqual(['b', 'c']);
  });

  it('go with their document, and come with a new one', async () => {
    const base = await makeBase(things);
    await settled(base);
    await service.call('DELETE', `${base}/documents/a`);
    await service.call('POST', `${base}/documents`, { name: 'e', content: 'Vehicles everywhere.' });
    expect((await settled(base)).embedding.embedded_chunks).toBe(4);
    expect(sourcesOf(await search(base, { query: 'car', method: 'semantic', limit: 2 })).sort()).toEqual(['d', 'e']);
  });

  it('are made anew by another model, not for another key', async () => {
    const base = await makeBase(things);
    await settled(base);
    const before = provider.requests.length;
    await service.call('PUT', base, { embedding: { ...embedding(), api_key: 'sk-other' } });
    expect((await settled(base)).embedding.embedded_chunks).toBe(4);
    expect(provider.requests).toHaveLength(before);
    mood.dimension = 6;
    const changed = await service.call('PUT', base, { embedding: { ...embedding(), model_name: 'n' } });
    expect(changed.body.embedding).toMatchObject({ model_name: 'n', dimension: null });
    expect((await settled(base)).embedding).toMatchObject({ embedded_chunks: 4, dimension: 6 });
  });

  it('are forgotten with the embedding', async () => {
    const base = await makeBase(things);
    await settled(base);
    expect((await service.call('PUT', base, { embedding: null })).body.embedding).toBeNull();
    expect((await search(base, { query: 'car' })).body).toMatchObject({
      method: 'lexical',
      // by words: the car itself, then a word of the same meaning
      passages: [{ source: 'd' }, { source: 'a' }],
    });
    const refused = await search(base, { query: 'car', method: 'hybrid' });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/method' }] } });
  });

  it('of another length are refused', async () => {
    const base = await makeBase(things);
    await settled(base);
    mood.dimension = 5;
    expect(await search(base, { query: 'car' })).toMatchObject({ status: 422, body: { code: 'embedding_mismatch' } });
    await service.call('POST', `${base}/documents`, { name: 'e', content: 'late' });
    const { embedding: shown } = await settled(base, 'failed');
    expect(shown).toMatchObject({ embedded_chunks: 4, error: expect.stringContaining('vectors of 5 numbers') });
    const stated = await makeBase(things, { ...embedding(), dimension: 3 });
    expect((await settled(stated, 'failed')).embedding).toMatchObject({ embedded_chunks: 0, dimension: 3 });
  });
});

describe('a provider', () => {
  it('that takes no key is told of, without the key, and asked again on demand', async () => {
    mood.status = 401;
    const base = await makeBase(things);
    const failed = await settled(base, 'failed');
    expect(failed.embedding.error).toContain('does not take the key');
    expect(JSON.stringify(failed)).not.toContain(apiKey);
    mood.status = undefined;
    expect((await service.call('POST', `${base}/embed`)).status).toBe(202);
    expect((await settled(base)).embedding).toMatchObject({ embedded_chunks: 4, error: null });
  });

  it('that fails leaves the words', async () => {
    const base = await makeBase(things);
    await settled(base);
    mood.status = 400;
    const { body } = await search(base, { query: 'automobile' });
    expect(body).toMatchObject({
      method: 'lexical',
      warning: expect.any(String),
      passages: [{ source: 'a' }, { source: 'd' }],
    });
    expect(JSON.stringify(body)).not.toContain(apiKey);
    expect((await search(base, { query: 'automobile', method: 'semantic' })).status).toBe(422);
  });

  it('that hangs can be left waiting', async () => {
    mood.hangs = true;
    const base = await makeBase(things);
    await settled(base, 'running');
    const cancelled = await service.call('POST', `${base}/embed/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { embedding: { status: 'stopped', embedded_chunks: 0 } } });
    expect(await service.call('POST', `${base}/embed/cancel`)).toMatchObject({ status: 409 });
    expect((await service.call('DELETE', base)).status).toBe(204);
  });

  it('is asked no more for a base in the trash, and again once it came back', async () => {
    mood.hangs = true;
    const base = await makeBase(things);
    await settled(base, 'running');
    const { id } = (await service.call('GET', base)).body;
    expect((await service.call('DELETE', base)).status).toBe(204);
    mood.hangs = false;
    await service.call('POST', `/projects/${project}/trash/${id}/restore`, {});
    await settled(base, 'stopped');
    await service.call('POST', `${base}/embed`);
    await settled(base);
  });

  it.each([
    [{ provider: 'anthropic', model_name: 'm' }, '/embedding/provider'],
    [{ provider: 'openai' }, '/embedding/model_name'],
    [{ provider: 'openai_compatible', model_name: 'm' }, '/embedding/base_url'],
    [{ provider: 'openai', model_name: 'm', dimension: 0 }, '/embedding/dimension'],
    [{ provider: 'openai', model_name: 'm', base_url: 'file:///etc/passwd' }, '/embedding/base_url'],
  ])('that is set wrongly is refused: %o', async (settings, pointer) => {
    const body = { name: `wrong${pointer.length}`, embedding: settings };
    const answer = await service.call('POST', `/projects/${project}/knowledge_bases`, body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  it('on this machine is out of reach once the service is not open to this machine alone', async () => {
    const guarded = await startTestService();
    const { body: admin } = await guarded.call('POST', '/api/keys', { name: 'admin', role: 'admin' });
    const headers = { authorization: `Bearer ${admin.secret}` };
    const bases = '/projects/default/knowledge_bases';
    await guarded.call('POST', bases, { name: 'kb', embedding: embedding() }, headers);
    await guarded.call('POST', `${bases}/kb/documents`, { name: 'a', content: 'a' }, headers);
    const failed = await guarded.until(`${bases}/kb`, ({ body }) => body.embedding?.status === 'failed', headers);
    expect(failed.body.embedding.error).toContain('SIBYL_OUTGOING_ALLOWED');
    await guarded.stop();
  });

  it('is not asked where there is none', async () => {
    const base = await makeBase(things, null);
    expect(await service.call('POST', `${base}/embed`)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });
});
