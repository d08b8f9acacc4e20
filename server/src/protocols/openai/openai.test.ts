/** The official client, unmodified, against the service. */
import OpenAI, { APIError, AuthenticationError, BadRequestError, NotFoundError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../../test/loopback/provider.ts';
import { startTestService, type TestService } from '../../../test/service.ts';

describe("OpenAI's client", () => {
  let service: TestService;
  let provider: LoopbackProvider;
  let project: string;
  let client: OpenAI;
  let model: string;

  beforeAll(async () => {
    [service, provider] = await Promise.all([startTestService(), startLoopbackProvider()]);
    project = await service.project();
    const settings = { provider: 'anthropic', model_name: 'some-model', base_url: provider.anthropic, api_key: 'sk-1' };
    await service.call('POST', `/projects/${project}/agents`, { name: 'desk', model: settings });
    client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'none needed', maxRetries: 0 });
    model = `${project}/desk`;
  });
  afterAll(() => Promise.all([service.stop(), provider.stop()]));

  const user = (content: string) => ({ role: 'user' as const, content });

  it('chats', async () => {
    provider.script({ text: 'Good day.', usage: { input: 9, output: 3 } });
    const answer = await client.chat.completions.create({
      model,
      messages: [
        { role: 'developer', content: 'Be brief.' },
        user('Hi'),
        { role: 'assistant', content: 'Yes?' },
        user('Well?'),
      ],
      temperature: 0.1,
      max_completion_tokens: 20,
      stop: 'END',
      user: 'ann',
    });
    expect(answer.choices[0]).toMatchObject({
      message: { role: 'assistant', content: 'Good day.' },
      finish_reason: 'stop',
    });
    expect(answer.usage).toEqual({ prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 });
    const sent = provider.asked.at(-1)?.body;
    expect(sent).toMatchObject({ temperature: 0.1, max_tokens: 20, stop_sequences: ['END'] });
    expect(JSON.stringify(sent)).toMatch(/Be brief\..*Hi.*Yes\?.*Well\?/);
  });

  it('streams, with usage at the end', async () => {
    provider.script({ text: ['Good ', 'day.'], usage: { input: 9, output: 3 } });
    const request = { model, messages: [user('Hi')], stream_options: { include_usage: true } };
    const chunks = [];
    for await (const chunk of await client.chat.completions.create({ ...request, stream: true })) chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Good day.');
    expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(['stop']);
    expect(chunks.at(-1)?.usage?.total_tokens).toBe(12);
  });

  it('may send tools, which the agent does not call', async () => {
    const tools = [{ type: 'function' as const, function: { name: 'weather', parameters: { type: 'object' } } }];
    const answer = await client.chat.completions.create({ model, messages: [user('Hi')], tools });
    expect([answer.choices[0].message.content, answer.choices[0].message.tool_calls]).toEqual(['ok', undefined]);
    expect(provider.asked.at(-1)?.body.tools).toBeUndefined();
    const forced = client.chat.completions.create({ model, messages: [user('Hi')], tools, tool_choice: 'required' });
    await expect(forced).rejects.toThrow(BadRequestError);
    await expect(forced).rejects.toMatchObject({ param: 'tool_choice', type: 'invalid_request_error' });
  });

  it('finds agents as models', async () => {
    expect((await client.models.list()).data.map(({ id }) => id)).toContain(model);
    expect(await client.models.retrieve(model)).toMatchObject({ id: model, object: 'model', owned_by: project });
    await expect(client.models.retrieve(`${project}/none`)).rejects.toThrow(NotFoundError);
  });

  it.each([
    [{ messages: [] as never[] }, 'messages'],
    [{ n: 2 }, 'n'],
    [{ response_format: { type: 'json_object' as const } }, 'response_format/type'],
    [{ messages: [{ role: 'tool' as const, content: 'x', tool_call_id: '1' }] }, 'messages/0/role'],
    [
      {
        messages: [{ role: 'user' as const, content: [{ type: 'image_url' as const, image_url: { url: 'data:,' } }] }],
      },
      'messages/0/content/0/type',
    ],
  ])('is told clearly what an agent cannot do: %o', async (part, param) => {
    const asking = client.chat.completions.create({ model, messages: [user('Hi')], ...part });
    await expect(asking).rejects.toMatchObject({ status: 400, code: 'invalid_input', param });
  });

  it('reads failures in its own shape, before and inside a stream', async () => {
    const ask = (name: string) => client.chat.completions.create({ model: name, messages: [user('Hi')] });
    await expect(ask('gpt-4')).rejects.toMatchObject({ status: 404, code: 'agent_not_found' });
    await expect(ask('none/desk')).rejects.toMatchObject({ status: 404, code: 'project_not_found' });
    provider.script({ fails: { status: 401, body: { error: { message: 'sk-1' } } } });
    await expect(ask(model)).rejects.toMatchObject({
      status: 502,
      code: 'provider_rejected_credentials',
      type: 'server_error',
    });
    provider.script({ fails: { status: 429 } });
    const stream = await client.chat.completions.create({ model, messages: [user('Hi')], stream: true });
    const read = async () => {
      for await (const chunk of stream) expect(chunk.choices).toHaveLength(1);
    };
    await expect(read()).rejects.toThrow(APIError);
  });

  it('ends an answer by going away', async () => {
    provider.script({ hangs: true });
    const before = provider.asked.length;
    const leaving = new AbortController();
    const asking = client.chat.completions.create({ model, messages: [user('Hi')] }, { signal: leaving.signal });
    await expect.poll(() => provider.asked.length).toBe(before + 1);
    leaving.abort();
    await expect(asking).rejects.toThrow('aborted');
    expect(await provider.asked.at(-1)?.closed).toBe('gone');
  });

  it('needs a key once there is one, and sees the projects of that key alone', async () => {
    const { body: admin } = await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' });
    const headers = { authorization: `Bearer ${admin.secret}` };
    await service.call('POST', '/projects', { name: 'apart' }, headers);
    const limited = { name: 'limited', role: 'predictor', projects: ['apart'] };
    const { body: key } = await service.call('POST', '/api/keys', limited, headers);
    await expect(client.models.list()).rejects.toThrow(AuthenticationError);
    const other = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: key.secret, maxRetries: 0 });
    expect((await other.models.list()).data).toEqual([]);
    const foreign = other.chat.completions.create({ model, messages: [user('Hi')] });
    await expect(foreign).rejects.toMatchObject({ status: 404, code: 'project_not_found' });
  });
});
