// @module-tag long
/** A language model that is really there, and often wrong: SmolLM2 behind llama.cpp's own server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Llama, provideLlama, startLlama } from '../llama.ts';
import { readEvents } from '../server-sent-events.ts';
import { startTestService, type TestService } from '../service.ts';
import { addSmallHomes } from '../small-homes.ts';

const found = provideLlama();

describe.skipIf('missing' in found)(`SmolLM2${'missing' in found ? ` (${found.missing})` : ''}`, () => {
  let service: TestService;
  let llama: Llama;
  let at: string;

  beforeAll(async () => {
    if ('missing' in found) return;
    // A busy machine reads a long prompt slowly
    const environment = { SIBYL_COMPLETION_FIRST_TOKEN_MS: '300000', SIBYL_COMPLETION_TIMEOUT_MS: '600000' };
    [service, llama] = await Promise.all([startTestService(environment), startLlama(found.python)]);
    const project = await addSmallHomes(service);
    at = `${project}/agents`;
    for (const [name, params] of Object.entries({
      strict: { builtin: 'off' },
      helped: {},
      marking: { grounding: 'mark', builtin: 'off' },
    })) {
      const model = { provider: 'openai_compatible', model_name: 'smollm2', base_url: llama.url };
      const settings = { max_output_tokens: 40, max_input_tokens: 1500, temperature: 0, ...params };
      await service.call('POST', at, { name, model, skills: ['homes'], params: settings });
    }
  });
  afterAll(() => Promise.all([service?.stop(), llama?.stop()]));

  const ask = (agent: string, question: string, params: object = {}) =>
    service.call('POST', `${at}/${agent}/completions`, { messages: [{ role: 'user', content: question }], params });

  it('greets, and is not asked for more', async () => {
    const { status, body } = await ask('strict', 'Hello!', { max_output_tokens: 8 });
    expect([status, body.message.answered_by, body.message.steps.length]).toEqual([200, 'smollm2', 1]);
    expect(body.message).not.toHaveProperty('grounded');
    expect(body.message.content).not.toMatch(/<\|/);
  });

  it('tells nothing as sure that it did not look up, and calls tools of which its server tells it nothing', async () => {
    const limits = { max_steps: 4, max_output_tokens: 96 }; // fewer would cut the call
    const { message } = (await ask('strict', 'What is the average rental price?', limits)).body;
    if (message.answered !== false && message.grounded !== false) expect(message.content).toContain('1,721.5');
    expect(message.content).not.toMatch(/^\s*\{|tool-data|<\|/);
    const next = (await ask('strict', 'How many homes are in downtown?', limits)).body.message;
    const calls = [...message.steps, ...next.steps].filter(({ kind }) => kind === 'tool');
    expect(calls.map(({ id }) => id).join()).toMatch(/written|fence/);
  });

  it('is helped out by the rules, whatever it says', async () => {
    const { answered, content } = (await ask('helped', 'What is the average rental price?')).body.message;
    expect([answered, content]).toEqual([undefined, expect.stringContaining('1,721.5')]);
  });

  it('is marked where it need not look things up', async () => {
    const { message } = (await ask('marking', 'Is it a good idea to rent a home in spring?')).body;
    expect(message.grounded).toBe(false);
    expect(message.steps.some(({ kind }: { kind: string }) => kind === 'tool')).toBe(false);
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
