/** The unmodified official client against the service. */
import type { Part, Task } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ambiguousSales } from '../../../test/ambiguous-sales.ts';
import { openShop, type Shop } from '../../../test/loopback/open-shop.ts';

describe("A2A's client", () => {
  let shop: Shop;
  let service: Shop['service'];
  let provider: Shop['provider'];
  let admin: Shop['admin'];

  beforeAll(async () => {
    shop = await openShop();
    const { model } = shop;
    ({ service, provider, admin } = shop);
    const desk = { name: 'desk', description: 'Knows the shop.', model, published: true, prompt_template: 'A secret.' };
    await service.call('POST', '/projects/shop/agents', desk, admin);
    await service.call('POST', '/projects/shop/agents', { name: 'quiet', model }, admin);
  });
  afterAll(() => shop.close());

  const connect = () => new ClientFactory().createFromUrl(service.url);
  const say = (text: string, contextId = '') => ({
    tenant: '',
    configuration: undefined,
    metadata: undefined,
    message: {
      messageId: crypto.randomUUID(),
      contextId,
      taskId: '',
      role: 1, // ROLE_USER
      parts: [{ content: { $case: 'text' as const, value: text }, metadata: undefined, filename: '', mediaType: '' }],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
  });
  const options = () => ({ serviceParameters: { Authorization: admin.authorization } });
  const textOf = (parts: Part[]) => parts.map(({ content }) => content?.value).join('');

  it('finds the agent by its card, which tells nothing of its instructions', async () => {
    const answer = await fetch(`${service.url}/.well-known/agent-card.json`);
    const card = await answer.json();
    expect([answer.status, card]).toMatchObject([
      200,
      { name: 'desk', description: 'Knows the shop.', capabilities: { streaming: true }, securitySchemes: { key: {} } },
    ]);
    expect(JSON.stringify(card)).not.toMatch(/secret|openai|sk-1/);
  });

  it('asks, and goes on in the same context', async () => {
    const client = await connect();
    provider.script({ text: 'Good day.' }, { text: 'At nine.' });
    const first = await client.sendMessage(say('Hello'), options());
    if (!('messageId' in first)) throw new Error('a message was expected');
    expect([textOf(first.parts), first.role]).toEqual(['Good day.', 2]);
    await client.sendMessage(say('When do you open?', first.contextId), options());
    expect(JSON.stringify(provider.asked.at(-1)?.body.messages)).toMatch(/Hello.*Good day\..*When do you open/);
  });

  it('streams a task whose artifact grows', async () => {
    const client = await connect();
    provider.script({ text: ['And ', 'bye.'] });
    const events = [];
    for await (const event of client.sendMessageStream(say('Well?'), options())) events.push(event.payload);
    expect(events.map((payload) => payload?.$case)).toEqual([
      'task',
      'artifactUpdate',
      'artifactUpdate',
      'statusUpdate',
    ]);
    const pieces = events.flatMap((payload) =>
      payload?.$case === 'artifactUpdate' ? [textOf(payload.value.artifact?.parts ?? [])] : [],
    );
    expect(pieces).toEqual(['And ', 'bye.']);
    const task = events[0]?.value as Task;
    expect(events.at(-1)?.value).toMatchObject({ taskId: task.id, status: { state: 3 } }); // completed
  });

  it('tells that an answer was not looked up, whole and streamed', async () => {
    const headers = { ...admin, 'content-type': 'text/csv' };
    await service.call('POST', '/projects/shop/tables?name=homes', 'city,price\nRome,10\n', headers);
    const params = { builtin: 'off', grounding: 'mark' };
    const agent = { name: 'marked', model: shop.model, tables: ['homes'], params, published: true };
    await service.call('POST', '/projects/shop/agents', agent, admin);
    const place = '.well-known/agent-card.json';
    const client = await new ClientFactory().createFromUrl(`${service.url}/a2a/shop/marked/`, place);
    const origin = { grounded: false, answered_by: 'm', unfounded_figures: [{ text: '4711', start: 6, end: 10 }] };
    provider.script({ text: 'It is 4711.' }, { text: 'It is 4711.' });
    expect((await client.sendMessage(say('What is it?'), options())).metadata).toMatchObject(origin);
    const events = [];
    for await (const event of client.sendMessageStream(say('What is it?'), options())) events.push(event.payload);
    expect(events.at(-1)?.value).toMatchObject({ status: { state: 3 }, metadata: origin }); // completed
    await service.call('DELETE', '/projects/shop/agents/marked', undefined, admin);
  });

  it('waits where the agent asks back, and goes on with what is meant', async () => {
    await service.call('POST', '/projects/shop/tables?name=sales', ambiguousSales, {
      ...admin,
      'content-type': 'text/csv',
    });
    await service.call('POST', '/projects/shop/agents', { name: 'seller', tables: ['sales'], published: true }, admin);
    const client = await new ClientFactory().createFromUrl(
      `${service.url}/a2a/shop/seller/`,
      '.well-known/agent-card.json',
    );
    const back = await client.sendMessage(say('What is the total?'), options());
    if (!('status' in back)) throw new Error('a task was expected');
    expect(back.status).toMatchObject({ state: 6, message: { taskId: back.id } }); // input required
    const go = (taskId: string, contextId = '') => {
      const request = say('What is the total gross price?', contextId);
      return client.sendMessage({ ...request, message: { ...request.message, taskId } }, options());
    };
    await expect(go('msg_unknown')).rejects.toMatchObject({ name: 'TaskNotFoundError' });
    await expect(go(back.id, 'cnv_other')).rejects.toMatchObject({ name: 'TaskNotFoundError' });
    const told = await go(back.id);
    if (!('parts' in told)) throw new Error('a message was expected');
    expect([textOf(told.parts), told.contextId]).toEqual([expect.stringContaining('1,560'), back.contextId]);
    await expect(go(back.id)).rejects.toMatchObject({ name: 'TaskNotFoundError' }); // it ended
    await service.call('DELETE', '/projects/shop/agents/seller', undefined, admin);
  });

  it('tells of a failure in the middle of a stream', async () => {
    const client = await connect();
    provider.script({ text: ['And '], breaks: true });
    const events = [];
    for await (const event of client.sendMessageStream(say('Well?'), options())) events.push(event.payload);
    expect(events.at(-1)?.value).toMatchObject({ status: { state: 4 } }); // failed
  });

  it('is refused clearly, in errors that it knows', async () => {
    const client = await connect();
    await expect(client.sendMessage(say('Hello'))).rejects.toThrow(/key/i);
    await expect(client.sendMessage(say('Hello', 'cnv_unknown'), options())).rejects.toMatchObject({
      name: 'RequestMalformedError',
    });
    await expect(client.getTask({ tenant: '', id: 't1', historyLength: 0 }, options())).rejects.toMatchObject({
      name: 'UnsupportedOperationError',
    });
    const message = { messageId: 'm8', role: 'ROLE_USER', parts: [{ text: 'Hello' }] };
    for (const name of ['taskPushNotificationConfig', 'pushNotificationConfig']) {
      const params = { configuration: { [name]: { url: 'https://example.org/hook' } } };
      const call = { jsonrpc: '2.0', id: 8, method: 'SendMessage', params: { ...params, message } };
      const refused = await service.call('POST', '/a2a/shop/desk', call, { ...admin, 'a2a-version': '1.0' });
      expect(refused.body.error).toMatchObject({
        code: -32003,
        message: expect.stringContaining('push notifications'),
      });
    }
    const old = { jsonrpc: '2.0', id: 7, method: 'message/send', params: {} };
    const answer = await service.call('POST', '/a2a/shop/desk', old, { ...admin, 'a2a-version': '0.3' });
    expect(answer.body).toMatchObject({ id: 7, error: { code: -32009 } });
    expect((await service.call('POST', '/a2a/shop/desk', old, admin)).body.error.code).toBe(-32601);
  });

  it('reaches no agent that is not published, and does not learn of it', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: {} };
    const [quiet, none] = await Promise.all(
      ['quiet', 'none'].map((name) => service.call('GET', `/a2a/shop/${name}/.well-known/agent-card.json`)),
    );
    expect([quiet.status, none.status, quiet.body.code]).toEqual([404, 404, 'agent_not_found']);
    expect(quiet.body.detail.replace('quiet', 'none')).toBe(none.body.detail);
    expect((await service.call('POST', '/a2a/shop/quiet', call, admin)).body.error.code).toBe(-32602);
    await service.call('PUT', '/projects/shop/agents/quiet', { published: true }, admin);
    const both = await service.call('GET', '/.well-known/agent-card.json');
    expect([both.status, both.body.detail]).toEqual([404, expect.stringMatching(/a2a\/shop\/desk.*a2a\/shop\/quiet/)]);
  });
});
