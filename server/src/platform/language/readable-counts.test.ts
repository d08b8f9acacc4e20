import { expect, it, onTestFinished } from 'vitest';
import { startLoopback } from '../../../test/loopback.ts';
import { openEmbedder } from './embedder.ts';
import { openLanguageModel } from './open-language-model.ts';
import { withReadableCounts } from './readable-counts.ts';

const stream = { 'content-type': 'text/event-stream' };
const json = { 'content-type': 'application/json' };

/** Fetches an answer that comes in these pieces. */
async function read(pieces: readonly (string | Uint8Array)[], headers: Record<string, string>, status = 200) {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      controller.close();
    },
  });
  const response = await withReadableCounts(async () => new Response(body, { status, headers }))('http://provider');
  return { text: await response.text(), status: response.status, type: response.headers.get('content-type') };
}

it.each([
  ['"12"', '12'],
  ['" 12 "', '12'],
  ['"1.5"', '1.5'],
  ['"1e21"', '1e+21'],
  ['"twelve"', '-1'],
  ['""', '-1'],
  ['"Infinity"', '-1'],
  ['1e999', '-1'],
  ['12', '12'],
  ['null', 'null'],
])('reads the count %s as %s', async (told, count) => {
  for (const headers of [stream, json]) {
    const { text } = await read([`{"usage": {"prompt_tokens" : ${told}, "x": "9"}}\n`], headers);
    expect(text).toBe(`{"usage": {"prompt_tokens" : ${count}, "x": "9"}}\n`);
  }
});

it('leaves what a model writes as it is', async () => {
  const content = JSON.stringify({ content: '{"total_tokens": "12"} "a_tokens": "1"', tokens: '5' });
  for (const headers of [stream, json]) expect((await read([content], headers)).text).toBe(content);
});

it('reads answers in pieces of any size, also in the middle of a character', async () => {
  const text = 'data: {"content":"Zürich 😀"}\r\n\r\ndata: {"usage":{"completion_tokens":"345"}}\r\n\r\ndata: [DONE]';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 3, 7, 1000]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    expect((await read(pieces, stream)).text).toBe(text.replace('"345"', '345'));
  }
});

it('passes a line on before the next one comes', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const response = await withReadableCounts(async () => new Response(readable, { headers: stream }))('http://provider');
  const writer = writable.getWriter();
  const reader = response.body?.getReader();
  void writer.write(new TextEncoder().encode('data: 1\n\ndata'));
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n');
  await reader?.cancel();
  await expect(writer.write(new Uint8Array(1))).rejects.toBeUndefined(); // the provider is left as well
});

it('passes failures on', async () => {
  expect(await read(['{"total_tokens":"1"}'], json, 400)).toEqual({
    text: '{"total_tokens":"1"}',
    status: 400,
    type: 'application/json',
  });
});

it.each(['openai', 'azure', 'openai_compatible', 'mistral', 'ollama'] as const)(
  '%s may tell counts as text',
  async (name) => {
    const usage = { prompt_tokens: '12', completion_tokens: '3', total_tokens: '15' };
    const message = { role: 'assistant', content: 'Yes.' };
    const vectors = { object: 'list', model: 'm', data: [{ object: 'embedding', index: 0, embedding: [1] }], usage };
    const answer = { id: '1', created: 1, model: 'm', choices: [{ index: 0, finish_reason: 'stop', message }], usage };
    const provider = await startLoopback(({ path }, response) => {
      response.writeHead(200, json);
      response.end(JSON.stringify(path.includes('/embeddings') ? vectors : answer));
    });
    onTestFinished(() => provider.stop());
    const settings = { provider: name, model: 'm', baseUrl: provider.url };
    const model = await openLanguageModel(settings, { apiKey: 'sk-1', fetch });
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }];
    const told = (await model.doGenerate({ prompt })).usage;
    expect([told.inputTokens.total, told.outputTokens.total]).toEqual([12, 3]);
    const embedder = await openEmbedder(settings, { apiKey: 'sk-1', fetch });
    expect((await embedder.embed(['Hello'], AbortSignal.timeout(5000))).tokens).toBe(12);
  },
);
