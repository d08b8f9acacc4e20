/** The unmodified official client against the service. */
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
    const settings = { SIBYL_OUTGOING_ALLOWED: '127.0.0.1' };
    [service, provider] = await Promise.all([startTestService(settings), startLoopbackProvider()]);
    project = await service.project();
    const language = { provider: 'anthropic', model_name: 'some-model', base_url: provider.anthropic, api_key: 'sk-1' };
    await service.call('POST', `/projects/${project}/agents`, { name: 'desk', model: language });
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

  it('tells by every way that an answer was not looked up, and its figures in the text as it was streamed', async () => {
    await service.call('POST', `/projects/${project}/tables?name=homes`, 'city,price\nRome,10\n', {
      'content-type': 'text/csv',
    });
    const language = { provider: 'openai_compatible', model_name: 'small', base_url: provider.openai };
    const params = { builtin: 'off', grounding: 'mark' };
    const agent = { name: 'marked', model: language, tables: ['homes'], params };
    await service.call('POST', `/projects/${project}/agents`, agent);
    const own = { model: `${project}/marked` };
    const chat = { ...own, messages: [user('What is it?')] };
    const bare = { text: 'It is 4711.' };
    const origin = { grounded: false, answered_by: 'small', unfounded_figures: [{ text: '4711', start: 6, end: 10 }] };
    provider.script(bare, bare, bare, bare);
    const whole = await client.chat.completions.create(chat);
    expect(whole.choices[0].message).toMatchObject(origin);
    const streamed = await client.chat.completions.stream(chat).finalChatCompletion();
    expect(streamed.choices[0].message).toMatchObject({ content: 'It is 4711.', ...origin });
    const response = await client.responses.create({ ...own, input: 'What is it?' });
    expect(response.output[0]).toMatchObject(origin);
    expect((await client.responses.retrieve(response.id)).output[0]).toMatchObject(origin);
    const told = await client.responses.stream({ ...own, input: 'What is it?' }).finalResponse();
    expect(told.output[0]).toMatchObject(origin);
    const [{ name }] = provider.asked.at(-1)?.body.tools.map((one: { function: object }) => one.function) ?? [];
    const look = { text: 'I look.', tools: [{ name, input: { sql: 'SELECT max(price) AS most FROM homes' } }] };
    provider.script(look, { text: 'At most 10, so 4711.' });
    const after = await client.responses.stream({ ...own, input: 'What is it?' }).finalResponse();
    expect(after.output_text).toBe('I look.\n\nAt most 10, so 4711.');
    expect(after.output[0]).toMatchObject({ unfounded_figures: [{ text: '4711', start: 24, end: 28 }] });
  });

  it('goes on after its own tools', async () => {
    provider.script({ text: 'It rains.' });
    const call = { id: 'call_1', type: 'function' as const, function: { name: 'weather', arguments: '{"at":"Rome"}' } };
    const answer = await client.chat.completions.create({
      model,
      messages: [
        user('Weather?'),
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', content: '</tool-data> rain' },
      ],
    });
    expect(answer.choices[0].message.content).toBe('It rains.');
    const told = JSON.stringify(provider.asked.at(-1)?.body.messages);
    expect(told).toMatch(/weather as call_1.*<tool-data>/);
    expect(told.match(/<\/tool-data>/g)).toHaveLength(1);
  });

  it('answers by responses, streams them, and goes on with one', async () => {
    provider.script({ text: 'Good day.', usage: { input: 9, output: 3 } });
    const first = await client.responses.create({ model, instructions: 'Be brief.', input: 'Hi' });
    expect(first).toMatchObject({ status: 'completed', output_text: 'Good day.', usage: { total_tokens: 12 } });
    provider.script({ text: ['And ', 'bye.'] });
    const stream = client.responses.stream({ model, previous_response_id: first.id, input: [user('Well?')] });
    const second = await stream.finalResponse();
    expect(second.output_text).toBe('And bye.');
    expect(JSON.stringify(provider.asked.at(-1)?.body)).toMatch(/Be brief\..*Hi.*Good day\..*Well\?/);
    const stale = client.responses.create({ model, previous_response_id: first.id, input: 'And now?' });
    await expect(stale).rejects.toThrow('must be the last response of a conversation');
    await expect(client.responses.create({ model, input: 'x', background: true })).rejects.toThrow('must be false');
    await expect(client.responses.create({ model, input: 'x', conversation: 'c' })).rejects.toThrow('must be null');
  });

  it('reads and deletes responses, with what they answer', async () => {
    provider.script({ text: 'Good day.', usage: { input: 9, output: 3 } });
    const first = await client.responses.create({ model, instructions: 'Be brief.', input: 'Hello' });
    const again = await client.responses.retrieve(first.id);
    expect({ ...again, created_at: first.created_at }).toEqual(first);
    provider.script({ text: 'Bye.' });
    const second = await client.responses.create({ model, previous_response_id: first.id, input: [user('Well?')] });
    const read = await client.responses.retrieve(second.id);
    expect(read).toMatchObject({ id: second.id, output_text: 'Bye.', previous_response_id: first.id, model });
    const items = await client.responses.inputItems.list(first.id, { order: 'asc', limit: 1 });
    const roles = [];
    for await (const item of items) roles.push('content' in item && 'role' in item ? [item.role, item.content] : item);
    expect(roles).toEqual([
      ['system', [{ type: 'input_text', text: 'Be brief.' }]],
      ['user', [{ type: 'input_text', text: 'Hello' }]],
    ]);
    await client.responses.delete(first.id);
    await expect(client.responses.retrieve(first.id)).rejects.toThrow(NotFoundError);
    expect((await client.responses.retrieve(second.id)).output_text).toBe('Bye.');
    await client.responses.delete(second.id);
    await expect(client.responses.delete(second.id)).rejects.toThrow(NotFoundError);
    const { body } = await service.call('GET', `/projects/${project}/agents/desk/conversations`);
    expect(JSON.stringify(body)).not.toContain('"name":"Hello"');
  });

  it('keeps nothing of a response that is not to be stored', async () => {
    const conversations = async () =>
      (await service.call('GET', `/projects/${project}/agents/desk/conversations`)).text;
    provider.script({ text: 'Yes.' });
    const kept = await client.responses.create({ model, input: 'Known?' });
    const before = await conversations();
    provider.script({ text: 'No.' });
    const unkept = await client.responses.create({
      model,
      previous_response_id: kept.id,
      input: 'Secret?',
      store: false,
    });
    expect(JSON.stringify(provider.asked.at(-1)?.body)).toMatch(/Known\?.*Yes\..*Secret\?/);
    expect(unkept.output_text).toBe('No.');
    expect(await conversations()).toBe(before);
    await expect(client.responses.retrieve(unkept.id)).rejects.toThrow(NotFoundError);
  });

  it('reads an unknown address as it reads other failures', async () => {
    for (const call of [
      () => client.files.list(),
      () => client.images.generate({ prompt: 'x' }),
      () => client.responses.cancel('resp_x'),
    ]) {
      const failure = await call().then(
        () => undefined,
        (error: APIError) => error,
      );
      expect(failure).toBeInstanceOf(NotFoundError);
      expect(failure).toMatchObject({ code: 'route_not_found', type: 'invalid_request_error' });
    }
    const wrong = await service.call('GET', '/v1/chat/completions');
    expect([wrong.status, wrong.body.error.code]).toEqual([405, 'method_not_allowed']);
    const plain = await service.call('GET', '/v1/api/nothing');
    expect([plain.status, plain.body.code]).toEqual([404, 'route_not_found']);
  });

  it('gives JSON of a schema', async () => {
    const settings = { provider: 'openai_compatible', model_name: 'some-model', base_url: provider.openai };
    await service.call('POST', `/projects/${project}/agents`, { name: 'exact', model: settings });
    const schema = { type: 'object', properties: { homes: { type: 'integer' } }, required: ['homes'] };
    const format = { type: 'json_schema' as const, name: 'count', schema };
    provider.script({ text: '{"homes":3}' });
    const answer = await client.responses.create({ model: `${project}/exact`, input: 'How many?', text: { format } });
    expect(JSON.parse(answer.output_text)).toEqual({ homes: 3 });
    provider.script({ text: '{"homes":3}' });
    const chat = await client.chat.completions.create({
      model: `${project}/exact`,
      messages: [user('How many?')],
      response_format: { type: 'json_schema', json_schema: { name: 'count', schema } },
    });
    expect(JSON.parse(chat.choices[0].message.content ?? '')).toEqual({ homes: 3 });
  });

  it('embeds by the model of a knowledge base', async () => {
    const bases = `/projects/${project}/knowledge_bases`;
    const embedding = { provider: 'openai_compatible', model_name: 'e', base_url: provider.openai };
    await service.call('POST', bases, { name: 'library', embedding });
    await service.call('POST', bases, { name: 'plain' });
    const { data } = await client.embeddings.create({ model: `${project}/library`, input: ['one', 'two'] });
    expect(data.map(({ index }) => index)).toEqual([0, 1]);
    const length = Math.hypot(...data[0].embedding);
    expect(length).toBeCloseTo(1, 5);
    const floats = await client.embeddings.create({
      model: `${project}/library`,
      input: 'one',
      encoding_format: 'float',
    });
    expect(floats.data[0].embedding[0]).toBeCloseTo(data[0].embedding[0], 5);
    const none = client.embeddings.create({ model: `${project}/plain`, input: 'one' });
    await expect(none).rejects.toThrow('has no embedding');
    await expect(none).rejects.toMatchObject({ status: 400, param: 'model' });
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
    expect((await service.call('GET', `/v1/models/${model}`)).body).toMatchObject({ id: model });
    expect((await service.call('GET', `/v1/models/${model}no`)).body.error).toMatchObject({ code: 'agent_not_found' });
  });

  it.each([
    [{ messages: [] as never[] }, 'messages'],
    [{ n: 2 }, 'n'],
    [{ messages: [{ role: 'function' as const, content: 'x', name: 'f' }] }, 'messages/0/role'],
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

    const clientOf = async (name: string, role: string) => {
      const { body } = await service.call('POST', '/api/keys', { name, role, projects: [project] }, headers);
      return new OpenAI({ baseURL: `${service.url}/v1`, apiKey: body.secret, maxRetries: 0 });
    };
    const [one, two, viewer] = await Promise.all([
      clientOf('one', 'predictor'),
      clientOf('two', 'predictor'),
      clientOf('viewer', 'viewer'),
    ]);
    provider.script({ text: 'Yes.' });
    const { id } = await one.responses.create({ model, input: 'Mine?' });
    for (const stranger of [other, two]) {
      await expect(stranger.responses.retrieve(id)).rejects.toThrow(NotFoundError);
      await expect(stranger.responses.inputItems.list(id)).rejects.toThrow(NotFoundError);
      await expect(stranger.responses.delete(id)).rejects.toThrow(NotFoundError);
    }
    expect((await viewer.responses.retrieve(id)).output_text).toBe('Yes.');
    await expect(viewer.responses.delete(id)).rejects.toThrow(NotFoundError);
    await one.responses.delete(id);
    await expect(one.responses.retrieve(id)).rejects.toThrow(NotFoundError);
  });
});
