// @module-tag long
/** A language model that is really there, and often wrong: SmolLM2 behind llama.cpp's own server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Llama, provideLlama, startLlama } from '../llama.ts';
import { startSampleService } from '../sample.ts';
import { readEvents } from '../server-sent-events.ts';
import type { TestService } from '../service.ts';

const found = provideLlama();

describe.skipIf('missing' in found)(`SmolLM2${'missing' in found ? ` (${found.missing})` : ''}`, () => {
  let service: TestService;
  let llama: Llama;
  const at = '/projects/default/agents';

  beforeAll(async () => {
    if ('missing' in found) return;
    // A busy machine reads a long prompt slowly
    const environment = { SIBYL_COMPLETION_FIRST_TOKEN_MS: '300000', SIBYL_COMPLETION_TIMEOUT_MS: '600000' };
    [service, llama] = await Promise.all([startSampleService(environment), startLlama(found.python)]);
    for (const [name, params] of Object.entries({
      strict: { builtin: 'off' },
      helped: {},
      marking: { grounding: 'mark', builtin: 'off' },
    })) {
      const model = { provider: 'openai_compatible', model_name: 'smollm2', base_url: llama.url };
      const settings = { max_output_tokens: 64, temperature: 0, ...params };
      await service.call('POST', at, { name, model, skills: ['homes', 'rents', 'handbook'], params: settings });
    }
  });
  afterAll(() => Promise.all([service?.stop(), llama?.stop()]));

  const ask = (agent: string, question: string, rest: object = {}) =>
    service.call('POST', `${at}/${agent}/completions`, { messages: [{ role: 'user', content: question }], ...rest });

  it('greets, and is not asked for more', async () => {
    const { status, body } = await ask('strict', 'Hello!');
    expect([status, body.message.answered_by, body.message.steps.length]).toEqual([200, 'smollm2', 1]);
    expect(body.message).not.toHaveProperty('grounded');
    expect(body.message.content).not.toMatch(/<\|/);
  });

  it.each([
    ['What is the average rental price?', '3,150.13'],
    ['Which neighborhood is the most expensive?', 'berkeley_hills'],
    ['What is the deposit?', "one and a half months' rent"],
  ])('never tells an answer that it did not look up: %s', async (question, truth) => {
    const strict = (await ask('strict', question)).body.message;
    if (strict.answered !== false && strict.grounded !== false) expect(strict.content).toContain(truth);
    expect(strict.content).not.toMatch(/^\s*\{|tool-data|<\|/);
    const helped = (await ask('helped', question)).body.message;
    if (helped.answered_by === 'builtin') expect(helped.content).toContain(truth);
    expect([helped.answered, helped.content]).toEqual([undefined, expect.stringContaining(truth)]);
  });

  it('is marked where it need not look things up', async () => {
    const { message } = (await ask('marking', 'Is it a good idea to rent a home in spring?')).body;
    expect(message.grounded).toBe(false);
    expect(message.steps.some(({ kind }: { kind: string }) => kind === 'tool')).toBe(false);
  });

  it('learns in one answer to write its calls, constrained by the schema of the tools', async () => {
    const { message } = (await ask('strict', 'How many homes are in downtown?')).body;
    const [first] = message.steps.filter(({ kind }: { kind: string }) => kind === 'language_model');
    // The limit of 64 tokens may cut the call.
    expect(first.text).toMatch(/^\s*\{\s*"tool"\s*:/);
  });

  it('is streamed, and gives its one place free when the requester leaves', async () => {
    const leaving = new AbortController();
    const body = JSON.stringify({
      messages: [{ role: 'user', content: 'Write a long poem about rents.' }],
      params: { grounding: 'off', builtin: 'off', max_output_tokens: 2000 },
    });
    const headers = { 'content-type': 'application/json' };
    const url = `${service.url}${at}/marking/completions/stream`;
    const response = await fetch(url, { method: 'POST', headers, body, signal: leaving.signal });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    while (!seen.includes('"token"')) seen += (await reader.read()).value;
    leaving.abort();
    const short = { messages: [{ role: 'user', content: 'Hello!' }], params: { max_output_tokens: 4 } };
    const next = await fetch(url, { method: 'POST', headers, body: JSON.stringify(short) });
    const events = await readEvents(next);
    expect(events.at(-2)).toMatchObject({ type: 'message', message: { answered_by: 'smollm2' } });
  });
});
