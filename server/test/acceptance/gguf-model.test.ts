// @module-tag long
/** SmolLM2 as an agent's language model without any server: `llama_cpp` runs its file in a process of the service. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provideGgufFolder } from '../gguf.ts';
import { readEvents } from '../server-sent-events.ts';
import { startTestService, type TestService } from '../service.ts';
import { addSmallHomes } from '../small-homes.ts';

const found = provideGgufFolder();
const model = 'llama_cpp/smollm2.gguf';
const bare = { grounding: 'off', builtin: 'off', max_output_tokens: 12 };

describe.skipIf('missing' in found)(`a GGUF file${'missing' in found ? ` (${found.missing})` : ''}`, () => {
  let service: TestService;
  let at: string;

  beforeAll(async () => {
    if ('missing' in found) return;
    service = await startTestService({
      SIBYL_GGUF_FOLDER: found.folder,
      SIBYL_GGUF_THREADS: '1',
      SIBYL_GGUF_IDLE_MS: '1500',
      SIBYL_COMPLETION_FIRST_TOKEN_MS: '300000',
      SIBYL_COMPLETION_TIMEOUT_MS: '600000',
    });
    at = `${await addSmallHomes(service)}/agents`;
    await service.call('POST', at, { name: 'bare', model, params: bare });
    const params = { builtin: 'off', max_output_tokens: 200 }; // fewer would cut the call
    await service.call('POST', at, { name: 'skilled', model, skills: ['homes'], params });
  });
  afterAll(() => service?.stop());

  const ask = (agent: string, question: string, params: object = {}) =>
    service.call('POST', `${at}/${agent}/completions`, { messages: [{ role: 'user', content: question }], params });

  it('answers, counts its tokens, and reads what it knows once', async () => {
    const first = await ask('bare', 'Say hello.');
    expect([first.status, first.body.message.answered_by]).toEqual([200, 'smollm2.gguf']);
    expect(first.body.message.content).not.toBe('');
    const { input_tokens, output_tokens, cached_tokens } = (await ask('bare', 'Say hello.')).body.usage;
    expect([output_tokens > 0, output_tokens <= 12, cached_tokens > input_tokens / 2]).toEqual([true, true, true]);
    expect(loaded().length).toBe(1);
  });

  it('is held to the tools and their arguments where it must look up', async () => {
    const { message } = (await ask('skilled', 'How many homes are there?', { max_steps: 3 })).body;
    const calls = message.steps.filter(({ kind }: { kind: string }) => kind === 'tool');
    expect(calls.length).toBeGreaterThan(0);
    expect(calls[0].name).toMatch(/^homes__(query|find_values)$/);
    if (message.answered !== false) expect(message.grounded).toBe(true);
  });

  it('writes JSON of a schema', async () => {
    const schema = {
      type: 'object',
      properties: { city: { type: 'string', enum: ['Rome', 'Oslo'] }, note: { type: 'integer' } },
      required: ['city'],
    };
    const response_format = { type: 'json_schema', json_schema: { name: 'place', schema } };
    const body = {
      messages: [{ role: 'user', content: 'Where is it cold?' }],
      response_format,
      params: { temperature: 0, max_output_tokens: 40 },
    };
    const { body: answer } = await service.call('POST', `${at}/bare/completions`, body);
    expect(['Rome', 'Oslo']).toContain(JSON.parse(answer.message.content).city);
  });

  it('answers several requesters in turn, and gives the place of one who leaves to the next', async () => {
    const leaving = new AbortController();
    const poem = { messages: [{ role: 'user', content: 'Write a poem.' }], params: { max_output_tokens: 4000 } };
    const post = (body: object, signal?: AbortSignal) =>
      fetch(`${service.url}${at}/bare/completions/stream`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal ? { signal } : {}),
      });
    const first = await post(poem, leaving.signal);
    const reader = first.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    while (!seen.includes('"token"')) seen += (await reader.read()).value;
    const others = [1, 2].map((n) => post({ messages: [{ role: 'user', content: `Say ${n}.` }] }));
    leaving.abort();
    for (const other of others)
      expect((await readEvents(await other)).at(-2)).toMatchObject({ message: { answered_by: 'smollm2.gguf' } });
    expect(loaded().length).toBeLessThanOrEqual(1);
  });

  it('leaves a prompt whose time is over to the next question, in the same process', async () => {
    const before = await ask('bare', 'Say hello.').then(loaded);
    const long = Array.from({ length: 900 }, (_, at) => `w${(at * 7919) % 997}`).join(' ');
    const { status, body } = await ask('bare', long, { timeout_ms: 1000 });
    expect([status, body.code]).toEqual([504, 'provider_timeout']);
    expect((await ask('bare', 'Say hello.')).status).toBe(200);
    expect(loaded()).toEqual(before);
  });

  it('says which files there are, and takes no path', async () => {
    for (const model_name of ['other.gguf', '../smollm2.gguf', '/etc/passwd']) {
      const { status, body } = await service.call('POST', at, {
        name: 'x',
        model: { provider: 'llama_cpp', model_name },
      });
      expect([status, body.errors[0].pointer]).toEqual([400, '/model/model_name']);
      expect(body.errors[0].detail).toContain('broken.gguf, smollm2.gguf, text.gguf');
    }
    await service.call('POST', at, { name: 'rules' });
    const changed = await service.call('PUT', `${at}/rules`, {
      model: { provider: 'llama_cpp', model_name: 'builtin' },
    });
    expect([changed.status, changed.body.errors[0].pointer]).toEqual([400, '/model/model_name']);
    const address = { provider: 'llama_cpp', model_name: 'smollm2.gguf', base_url: 'http://127.0.0.1:1' };
    expect((await service.call('POST', at, { name: 'x', model: address })).body.errors[0].pointer).toBe(
      '/model/base_url',
    );
  });

  it('tells of files that are none, and goes on with the others', async () => {
    for (const [name, detail] of [
      ['broken', 'The file broken.gguf cannot be run.'],
      ['text', 'The file text.gguf is no GGUF file of version 2 or 3.'],
    ]) {
      await service.call('POST', at, { name, model: `llama_cpp/${name}.gguf`, params: bare });
      const { status, body } = await ask(name, 'Hello?');
      expect([status, body.code, body.detail]).toEqual([503, 'language_model_not_configured', detail]);
    }
    expect((await ask('bare', 'Say hello.')).status).toBe(200);
  });

  it('is unloaded after a while', () => expect.poll(loaded, { timeout: 60_000 }).toEqual([]));
});

/** Returns the processes of this machine's tests that hold the weights. */
function loaded(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /gguf[/-]handler/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) &&
        readFileSync(`/proc/${pid}/maps`, 'utf8').includes('SmolLM2')
      );
    } catch {
      return false;
    }
  });
}
