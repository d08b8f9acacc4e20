import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../../../test/loopback/provider.ts';
import { readEvents } from '../../../../test/server-sent-events.ts';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';

const key = 'sk-told-to-nobody-1234567890';
const ask = (content: string) => ({ messages: [{ role: 'user', content }] });

describe('completions', () => {
  let service: TestService;
  let provider: LoopbackProvider;
  let project: string;
  let at: string;

  beforeAll(async () => {
    [service, provider] = await Promise.all([shareTestService(), startLoopbackProvider()]);
    project = await service.project();
    at = `/projects/${project}/agents`;
    const model = { provider: 'openai_compatible', model_name: 'some-model', base_url: provider.openai, api_key: key };
    await service.call('POST', at, { name: 'desk', model, prompt_template: 'Be brief.', params: { temperature: 0.5 } });
  });
  afterAll(() => Promise.all([service.stop(), provider.stop()]));

  const complete = (body: object, agent = 'desk') => service.call('POST', `${at}/${agent}/completions`, body);
  const stream = (body: object, signal?: AbortSignal) =>
    fetch(`${service.url}${at}/desk/completions/stream`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      signal,
    });
  const conversation = (id: string) => service.call('GET', `${at}/desk/conversations/${id}`);
  const conversations = async () => (await service.call('GET', `${at}/desk/conversations?sort=-created_at`)).body;

  it('answer in one piece, with usage, trace and conversation', async () => {
    provider.script({ text: 'Good day.', usage: { input: 9, output: 3 } });
    const { status, body } = await complete({ ...ask('Hello?'), params: { max_output_tokens: 50 } });
    expect([status, body.message.role, body.message.content, body.finish_reason]).toEqual([
      200,
      'assistant',
      'Good day.',
      'stop',
    ]);
    expect(body.usage).toEqual({ input_tokens: 9, output_tokens: 3, total_tokens: 12, cost: null });
    expect(body.message.steps).toMatchObject([{ kind: 'language_model', text: 'Good day.' }]);
    const sent = provider.asked.at(-1)?.body;
    expect(sent).toMatchObject({ model: 'some-model', temperature: 0.5, max_tokens: 50 });
    expect(sent.messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user']);
    const kept = (await conversation(body.conversation_id)).body;
    expect(kept).toMatchObject({ name: 'Hello?', message_count: 2, is_answering: false });
    expect(kept.messages[1]).toMatchObject({
      id: body.message.trace_id,
      content: 'Good day.',
      steps: body.message.steps,
    });
  });

  it('go on with a conversation, in both shapes of messages', async () => {
    const given = [{ question: 'Name?', answer: 'Ann.' }, { question: 'Age?' }];
    const { body } = await complete({ messages: given });
    await complete({ ...ask('Where?'), conversation_id: body.conversation_id });
    const told = provider.asked.at(-1)?.body.messages.slice(1);
    expect(told.map(({ content }: { content: string }) => content)).toEqual(['Name?', 'Ann.', 'Age?', 'ok', 'Where?']);
    expect((await conversation(body.conversation_id)).body).toMatchObject({ message_count: 6 });
    const gone = await complete({ ...ask('Who?'), conversation_id: 'cnv_none' });
    expect(gone).toMatchObject({ status: 404, body: { code: 'conversation_not_found' } });
  });

  it('show the language model the last hundred messages, and what was said to guide it', async () => {
    const pairs = Array.from({ length: 150 }, (_, index) => ({ question: `q${index}`, answer: `a${index}` }));
    const guide = { role: 'system', content: 'Speak like a pirate.' };
    const { body } = await complete({ messages: [guide, ...pairs, { question: 'first?' }] });
    await complete({ ...ask('second?'), conversation_id: body.conversation_id });
    const [system, ...told] = provider.asked.at(-1)?.body.messages ?? [];
    expect(system.content).toContain('Speak like a pirate.');
    expect(told.length).toBeLessThanOrEqual(100);
    expect(told.slice(-3).map(({ content }: { content: string }) => content)).toEqual(['first?', 'ok', 'second?']);
    expect((await conversation(body.conversation_id)).body.message_count).toBe(305);
  });

  it.each([
    [{ messages: [] }, '/messages'],
    [{ messages: [{ role: 'user', content: ' ' }] }, '/messages/0'],
    [{ messages: [{ role: 'assistant', content: 'x' }] }, '/messages/0'],
    [{ messages: [{ question: 'x', answer: 'y' }] }, '/messages/0'],
    [{ ...ask('x'), params: { max_steps: 21 } }, '/params/max_steps'],
    [{ ...ask('x'), tools: [] }, '/tools'],
  ])('refuse %o', async (body, pointer) => {
    const { status, body: problem } = await complete(body);
    expect([status, problem.errors?.[0].pointer]).toEqual([400, pointer]);
  });

  it.each([
    [{ fails: { status: 401 } }, 502, 'provider_rejected_credentials'],
    [{ fails: { status: 429, headers: { 'retry-after': '7' } } }, 503, 'provider_rate_limited'],
    [
      { fails: { status: 400, body: { error: { message: `max_tokens too large ${key}` } } } },
      422,
      'provider_refused_request',
    ],
    [{ hangs: true }, 504, 'provider_timeout'],
  ])('tell of %o by status and code, and keep what was asked', async (reply, status, code) => {
    provider.script(reply);
    const answer = await complete({ ...ask('Hello?'), params: { timeout_ms: 500 } });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (status === 503) expect(answer.headers.get('retry-after')).toBe('7');
    const kept = await conversation(answer.body.conversation_id);
    expect(kept.body.messages[1]).toMatchObject({
      id: answer.body.trace_id,
      answer: { status: 'failed', error: { code } },
    });
    expect(answer.text + kept.text).not.toContain(key);
  });

  it('stream tokens between start and end', async () => {
    provider.script({ text: ['Good ', 'day.'] });
    const response = await stream(ask('Hello?'));
    const events = await readEvents(response);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(events.map(({ type }) => type)).toEqual(['start', 'token', 'token', 'message', 'end']);
    expect(events[3]).toMatchObject({ message: { content: 'Good day.' }, conversation_id: events[0].conversation_id });
    expect((await conversation(events[0].conversation_id)).body.messages[1].id).toBe(events[0].trace_id);
  });

  it('tell of failures inside the stream, by code', async () => {
    const failure = { text: ['Good ', 'day.'], breaks: true };
    provider.script(failure, failure);
    const events = await readEvents(await stream(ask('Hello?')));
    expect(events.slice(-2)).toMatchObject([{ type: 'error', code: 'provider_failed', status: 502 }, { type: 'end' }]);
    const refused = await stream({ messages: [] });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('end with their caller, and say so in the trace', async () => {
    for (const way of ['completions', 'completions/stream']) {
      provider.script({ hangs: true });
      const before = provider.asked.length;
      const leaving = new AbortController();
      const asking = fetch(`${service.url}${at}/desk/${way}`, {
        method: 'POST',
        body: JSON.stringify(ask(`Leaving ${way}`)),
        headers: { 'content-type': 'application/json' },
        signal: leaving.signal,
      }).then((response) => response.text());
      await expect.poll(() => provider.asked.length).toBe(before + 1);
      leaving.abort();
      await expect(asking).rejects.toThrow('aborted');
      expect(await provider.asked.at(-1)?.closed).toBe('gone');
      await expect.poll(async () => (await conversations())[0].name).toBe(`Leaving ${way}`);
      const kept = await conversation((await conversations())[0].id);
      expect(kept.body.messages[1].answer).toMatchObject({ status: 'cancelled' });
    }
  });

  it('are made one at a time in a conversation', async () => {
    const { body } = await complete(ask('First?'));
    provider.script({ text: 'slow', afterMs: 300 });
    const before = provider.asked.length;
    const first = complete({ ...ask('Second?'), conversation_id: body.conversation_id });
    await expect.poll(() => provider.asked.length).toBe(before + 1);
    const second = await complete({ ...ask('Third?'), conversation_id: body.conversation_id });
    expect(second).toMatchObject({ status: 409, body: { code: 'conversation_busy' } });
    expect((await first).status).toBe(200);
    expect((await complete({ ...ask('Third?'), conversation_id: body.conversation_id })).status).toBe(200);
  });

  it('of an agent without a model come from the builtin one', async () => {
    await service.call('POST', at, { name: 'plain' });
    const { status, body } = await complete(ask('How many homes are there?'), 'plain');
    expect([status, body.message.role, body.finish_reason]).toEqual([200, 'assistant', 'stop']);
    expect(body.message.content.length).toBeGreaterThan(10);
  });

  it('of an agent whose provider has no key say what to set', async () => {
    await service.call('POST', at, { name: 'keyless', model: 'openai/gpt-4.1' });
    expect(await complete(ask('x'), 'keyless')).toMatchObject({
      status: 503,
      body: { code: 'language_model_not_configured', detail: expect.stringContaining('model.api_key') },
    });
  });

  it('call no private address, and loopback only while the service is open', async () => {
    const model = { provider: 'openai_compatible', model_name: 'm', base_url: 'http://169.254.169.254/v1' };
    await service.call('POST', at, { name: 'curious', model });
    expect(await complete(ask('x'), 'curious')).toMatchObject({ status: 422, body: { code: 'address_not_allowed' } });
  });

  it('are tried out by the test of an agent, which keeps nothing', async () => {
    const before = (await conversations()).length;
    provider.script({ text: 'OK', usage: { input: 8, output: 1 } }, { fails: { status: 401, body: { error: key } } });
    const test = () => service.call('POST', `${at}/desk/test`);
    expect((await test()).body).toMatchObject({
      provider: 'openai_compatible',
      reply: 'OK',
      usage: { total_tokens: 9 },
    });
    const refused = await test();
    expect(refused).toMatchObject({ status: 502, body: { code: 'provider_rejected_credentials' } });
    expect(refused.text).not.toContain(key);
    expect((await conversations()).length).toBe(before);
    expect((await service.call('POST', `${at}/plain/test`)).body).toMatchObject({ provider: 'builtin', skills: [] });
  });

  it('are deleted with their conversation, and with their agent', async () => {
    await service.call('POST', at, { name: 'short_lived' });
    const { body } = await complete(ask('x'), 'short_lived');
    const address = `${at}/short_lived/conversations/${body.conversation_id}`;
    expect((await service.call('GET', `${at}/desk/conversations/${body.conversation_id}`)).status).toBe(404);
    expect((await service.call('DELETE', address)).status).toBe(204);
    expect(await service.call('GET', address)).toMatchObject({ status: 404, body: { code: 'conversation_not_found' } });
    await complete(ask('x'), 'short_lived');
    expect((await service.call('DELETE', `/projects/${project}/agent/short_lived`)).status).toBe(204);
  });

  it('are told as events', async () => {
    const { body } = await complete(ask('x'));
    const events = await service.call('GET', `/projects/${project}/events?type=sibyl.agent.answered`);
    expect(events.text).toContain(body.message.trace_id);
  });
});
