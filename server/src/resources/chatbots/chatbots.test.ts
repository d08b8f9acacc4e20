import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../../../test/answer.ts';
import { carryTo } from '../../../test/chat/peer.ts';
import { startSlack } from '../../../test/chat/slack-peer.ts';
import { startTelegram } from '../../../test/chat/telegram-peer.ts';
import { startLoopback } from '../../../test/loopback.ts';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';
import { signStandard } from '../../platform/channels/signatures.ts';

describe('chatbots', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await shareTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' });
  });
  afterAll(() => service.stop());

  /** Creates a project with an agent `helper`; returns the address of its chatbots. */
  async function place(): Promise<{ project: string; bots: string }> {
    const project = await service.project();
    await service.call('POST', `/projects/${project}/agents`, { name: 'helper' });
    return { project, bots: `/projects/${project}/chatbots` };
  }

  async function started<Peer extends { stop(): Promise<void> }>(starting: Promise<Peer>): Promise<Peer> {
    const peer = await starting;
    onTestFinished(() => peer.stop());
    return peer;
  }

  const web = { name: 'shop', agent: 'helper', channel: { type: 'web' } };
  const webhookOf = (secret: string) => ({ type: 'webhook', reply_url: 'https://app.example.com/', secret });
  const { call, until } = {
    call: (...given: Parameters<TestService['call']>) => service.call(...given),
    until: (...given: Parameters<TestService['until']>) => service.until(...given),
  };

  test('are created, listed, read, changed and deleted, and look the same each time', async () => {
    const { project, bots } = await place();
    const created = await call('POST', bots, { chatbot: { ...web, agent: undefined, agent_name: 'helper' } });
    expect(created).toMatchObject({ status: 201, body: { name: 'shop', project, agent: 'helper', is_running: false } });
    expect(created.body).toMatchObject({ status: 'stopped', last_error: null, channel: { type: 'web' } });
    expect(created.headers.get('location')).toBe(`/api/projects/${project}/chatbots/shop`);
    const read = await call('GET', `${bots}/${created.body.id}`);
    expect(read.body).toEqual(created.body);
    expect((await call('GET', bots)).body).toEqual([created.body]);
    expect((await call('GET', `${bots}?agent=helper`)).body).toHaveLength(1);
    const changed = await call('PUT', `${bots}/shop`, { params: { greeting: 'Hi!' } });
    expect(changed.body).toMatchObject({
      ...created.body,
      updated_at: expect.any(String),
      params: { greeting: 'Hi!' },
    });
    expect(await call('DELETE', `${bots}/shop`)).toMatchObject({ status: 204, text: '' });
    expect(await call('GET', `${bots}/shop`)).toMatchObject({ status: 404, body: { code: 'chatbot_not_found' } });
  });

  test('are created by PUT when there is none of that name', async () => {
    const { bots } = await place();
    const { name: _, ...settings } = web;
    expect(await call('PUT', `${bots}/shop`, settings)).toMatchObject({ status: 201, body: { name: 'shop' } });
    expect(await call('PUT', `${bots}/shop`, settings)).toMatchObject({ status: 200, body: { name: 'shop' } });
    expect(await call('PUT', `${bots}/other`, { agent: 'helper' })).toMatchObject({ status: 400 });
    const unknown = await call('PUT', `${bots}/other`, { ...settings, agent: 'nobody' });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'agent_not_found' } });
    expect(await call('GET', `${bots}/other`)).toMatchObject({ status: 404 });
  });

  test.each([
    [{ channel: { type: 'fax' } }, '/channel/type'],
    [{ channel: { type: 'telegram' } }, '/channel/bot_token'],
    [{ channel: { type: 'telegram', bot_token: 'nonsense' } }, '/channel/bot_token'],
    // Its key would be empty, or a few bytes.
    [{ channel: webhookOf(`whsec_${'!'.repeat(40)}`) }, '/channel/secret'],
    [{ channel: webhookOf(`whsec_YQ==${' '.repeat(40)}`) }, '/channel/secret'],
    [{ channel: { type: 'web', colour: 'red' } }, '/channel/colour'],
    [{ channel: { type: 'web', allowed_origins: ['shop.example.com'] } }, '/channel/allowed_origins/0'],
    [{ params: { memory: 1000 } }, '/params/memory'],
    [{ params: { rate_limit: { messages: 1 } } }, '/params/rate_limit/seconds'],
    [{ agent: 'helper', agent_name: 'other' }, '/agent_name'],
    [{ agnet: 'helper' }, '/agnet'],
  ])('refuse %j by its field', async (change, pointer) => {
    const { bots } = await place();
    const { status, body } = await call('POST', bots, { ...web, ...change });
    expect({ status, code: body.code, pointer: body.errors?.[0].pointer }).toEqual({
      status: 400,
      code: 'invalid_input',
      pointer,
    });
  });

  test('keep no secret for another host: an editor had the bot token sent to a server of theirs', async () => {
    const { bots } = await place();
    const telegram = { type: 'telegram', bot_token: `123456789:${'A'.repeat(35)}` };
    const teams = { type: 'teams', app_id: crypto.randomUUID(), app_password: 'the password of an app' };
    for (const [moved, name, { type, ...given }] of [
      ['api_url', 'bot_token', telegram],
      ['login_url', 'app_password', teams],
      ['reply_url', 'secret', webhookOf('a secret of twenty-four characters')],
    ] as const) {
      await call('POST', bots, { name: type, agent: 'helper', channel: { type, ...given } });
      for (const secret of [undefined, '********']) {
        const channel = { type, ...given, [name]: secret, [moved]: 'http://127.0.0.1:9/mine' };
        const { status, body } = await call('PUT', `${bots}/${type}`, { channel });
        expect([status, body.errors]).toMatchObject([400, [{ pointer: `/channel/${name}`, code: 'required' }]]);
      }
      const whole = { channel: { type, ...given, [moved]: 'http://127.0.0.1:9/mine' } };
      expect(await call('PUT', `${bots}/${type}`, whole)).toMatchObject({ status: 200 });
      const path = { channel: { type, ...given, [name]: undefined, [moved]: 'http://127.0.0.1:9/other' } };
      expect(await call('PUT', `${bots}/${type}`, path)).toMatchObject({ status: 200 });
    }
  });

  test('name no password in an address: records show it, and requests do not send it', async () => {
    const { bots } = await place();
    const channel = {
      ...webhookOf('a secret of twenty-four characters'),
      reply_url: 'https://me:secret@example.com/in',
    };
    const { status, body } = await call('POST', bots, { name: 'shown', agent: 'helper', channel });
    expect([status, body.errors]).toMatchObject([400, [{ pointer: '/channel/reply_url' }]]);
  });

  test('keep no secret of a handover for another host: what it signs would go there', async () => {
    const { bots } = await place();
    const secret = 'a secret of twenty-four characters';
    const handover = { url: 'https://desk.example.com/people', secret, message: 'A person will.' };
    await call('POST', bots, { ...web, params: { handover } });
    for (const masked of [undefined, '********']) {
      const moved = { handover: { ...handover, secret: masked, url: 'https://mine.example.com/people' } };
      const { status, body } = await call('PUT', `${bots}/shop`, { params: moved });
      expect([status, body.errors]).toMatchObject([400, [{ pointer: '/params/handover/secret', code: 'required' }]]);
    }
    const other = { handover: { ...handover, secret: undefined, url: 'https://desk.example.com/others' } };
    expect(await call('PUT', `${bots}/shop`, { params: other })).toMatchObject({ status: 200 });
    const whole = { handover: { ...handover, url: 'https://mine.example.com/people' } };
    expect(await call('PUT', `${bots}/shop`, { params: whole })).toMatchObject({ status: 200 });
    for (const params of [{ handover: { ...handover, secret: 'whsec_!!!!!!!!!!!!!!!!!!!!!!!!' } }])
      expect((await call('PUT', `${bots}/shop`, { params })).body.errors).toMatchObject([
        { pointer: '/params/handover/secret' },
      ]);
  });

  test('never show a secret, and keep the one they have when it is left out', async () => {
    const { bots } = await place();
    const peer = await started(startTelegram());
    const created = await call('POST', bots, {
      name: 'tele',
      agent: 'helper',
      channel: peer.channel,
      is_running: true,
    });
    expect(created.body.channel).toMatchObject({ bot_token: '********' });
    await until(`${bots}/tele`, ({ body }) => body.status === 'running');
    const { bot_token: _, ...rest } = peer.channel;
    for (const channel of [rest, { ...rest, bot_token: '********' }])
      expect(await call('PUT', `${bots}/tele`, { channel })).toMatchObject({ status: 200, body: { last_error: null } });
    await until(`${bots}/tele`, ({ body }) => body.status === 'running');
    const texts = await Promise.all(['', '/tele', '/tele/messages'].map((path) => call('GET', bots + path)));
    for (const { text } of texts) expect(text).not.toContain(String(peer.channel.bot_token));
  });

  test('start, say what is wrong, are mended, and stop', async () => {
    const { bots } = await place();
    const peer = await started(startTelegram());
    const channel = { ...peer.channel, ...peer.wrongSecret };
    await call('POST', bots, { name: 'tele', agent: 'helper', channel });
    const wrong = 'Telegram says 401: the bot token is wrong.';
    expect((await call('POST', `${bots}/tele/test`)).body).toEqual({
      ok: false,
      identity: null,
      error: wrong,
      permissions: [],
    });
    expect(await call('POST', `${bots}/tele/start`)).toMatchObject({ status: 200, body: { is_running: true } });
    const { body } = await until(`${bots}/tele`, (answer) => answer.body.status === 'error');
    expect(body.last_error).toBe(wrong);
    await call('PUT', `${bots}/tele`, { channel: peer.channel });
    expect((await until(`${bots}/tele`, (answer) => answer.body.status === 'running')).body.last_error).toBeNull();
    const tested = await call('POST', `${bots}/tele/test`);
    expect(tested.body).toMatchObject({ ok: true, identity: { id: '42', name: 'helper_bot' }, error: null });
    const stopped = await call('POST', `${bots}/tele/stop`);
    expect(stopped.body).toMatchObject({ is_running: false, status: 'stopped' });
  });

  test('leave behind what was open when they move to another platform', async () => {
    const { bots } = await place();
    const peer = await started(startTelegram());
    peer.refuse(503, 1000);
    await call('POST', bots, { name: 'bot', agent: 'helper', channel: peer.channel, is_running: true });
    await until(`${bots}/bot`, ({ body }) => body.status === 'running');
    await peer.say({ text: 'hello' });
    const outgoing = ({ body }: Answer) => body.find(({ direction }: { direction: string }) => direction === 'out');
    await until(`${bots}/bot/messages`, (answer) => outgoing(answer)?.error?.includes('503'));
    const moved = await call('PUT', `${bots}/bot`, { channel: { type: 'web' } });
    expect(moved.body).toMatchObject({ channel: { type: 'web' }, webhook_url: expect.stringContaining('/widget.js') });
    const { body } = await call('GET', `${bots}/bot/messages`);
    expect(body.at(-1)).toMatchObject({ status: 'failed', error: 'The chatbot moved to another platform.' });
  });

  test('post alarms only to what is a channel of their platform, and of models of their project', async () => {
    const { project, bots } = await place();
    const model = {
      name: 'churn',
      target: 'b',
      from: { rows: Array.from({ length: 20 }, (_, a) => ({ a, b: a % 7 })) },
    };
    const learning = await call('POST', `/projects/${project}/models`, model);
    expect(learning.status, learning.text).toBe(201);
    const secret = 'whsec_ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZQ==';
    const alarms = (channel: string, more = {}) => ({ params: { alarms: { channel, ...more } } });
    const own = { ...web, name: 'own', channel: webhookOf(secret), ...alarms('ops', { models: ['churn'] }) };
    const made = await call('POST', bots, own);
    expect(made.body.params, made.text).toEqual(own.params);
    const refused = [
      ['POST', bots, { ...web, ...alarms('ops') }, '/params/alarms'],
      ['PUT', `${bots}/own`, alarms('o\0ps'), '/params/alarms/channel'],
      ['PUT', `${bots}/own`, alarms('ops', { causes: ['rain'] }), '/params/alarms/causes/0'],
      ['PUT', `${bots}/own`, alarms('ops', { models: ['churn', 'rent'] }), '/params/alarms/models/1'],
      [
        'PUT',
        `${bots}/own`,
        { channel: { type: 'telegram', bot_token: `123456789:${'A'.repeat(35)}` } },
        '/params/alarms/channel',
      ],
    ] as const;
    for (const [method, path, body, pointer] of refused) {
      const { status, body: problem, text } = await call(method, path, body);
      expect([status, problem.errors?.[0].pointer], text).toEqual([400, pointer]);
    }
    const none = await call('PUT', `${bots}/own`, { params: { alarms: null } });
    expect(none.body.params).toEqual({});
  });

  test('let the agent answer, and keep what was said', async () => {
    const { bots } = await place();
    const peer = await started(startTelegram());
    await call('POST', bots, { name: 'tele', agent: 'helper', channel: peer.channel, is_running: true });
    await until(`${bots}/tele`, ({ body }) => body.status === 'running');
    await peer.say({ text: 'What is the meaning of life?' });
    const { body } = await until(`${bots}/tele`, (answer) => answer.body.counters.answered === 1);
    expect(body).toMatchObject({ counters: { received: 1, failed: 0 }, last_message_at: expect.any(String) });
    const messages = (await call('GET', `${bots}/tele/messages`)).body;
    expect(messages).toMatchObject([
      { direction: 'in', text: 'What is the meaning of life?', status: 'answered', user: { id: '1', name: 'ann' } },
      { direction: 'out', reply_to: messages[0].id, status: 'sent', trace_id: messages[0].trace_id },
    ]);
    expect(peer.shown()).toHaveLength(1);
    const [conversation] = (await call('GET', `${bots}/tele/conversations`)).body;
    expect(conversation).toMatchObject({ chatbot: 'tele', user: 'ann', message_count: 2 });
    const path = `${bots}/tele/conversations/${conversation.id}/messages?limit=1`;
    expect((await call('GET', path)).headers.get('link')).toContain('rel="next"');
    expect(await call('GET', `${bots}/tele/conversations/cnv_0/messages`)).toMatchObject({ status: 404 });
  });

  test('hand over to a person what the agent says that it cannot answer', async () => {
    const { bots } = await place();
    const [peer, desk] = [
      await started(startTelegram()),
      await started(startLoopback((_, answer) => answer.end('{}'))),
    ];
    const handover = {
      url: `${desk.url}/people`,
      secret: 'a secret of twenty-four characters',
      message: 'A person will.',
    };
    const bot = { name: 'tele', agent: 'helper', channel: peer.channel, params: { handover }, is_running: true };
    const { body } = await call('POST', bots, bot);
    expect(body.params.handover).toEqual({ ...handover, secret: '********' });
    await until(`${bots}/tele`, (answer) => answer.body.status === 'running');
    await peer.say({ text: 'May I keep a tiger?' });
    await until(`${bots}/tele`, (answer) => answer.body.counters.answered === 1);
    expect(peer.shown()).toEqual(['A person will.']);
    expect(desk.requests).toMatchObject([
      { path: '/people', headers: { 'webhook-id': expect.stringMatching(/^msg_/) } },
    ]);
    expect(JSON.parse(desk.requests[0].body)).toMatchObject({ chatbot: 'tele', question: 'May I keep a tiger?' });
  });

  test('hold their agent until it is deleted by force, which stops them where it is for good', async () => {
    const { project, bots } = await place();
    await call('POST', bots, { ...web, is_running: true });
    const refused = await call('DELETE', `/projects/${project}/agent/helper`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'agent_in_use', chatbots: ['shop'] } });
    expect(refused.body.detail).toContain('?force=true to let them answer nothing until it is restored from the trash');
    const final = await call('DELETE', `/projects/${project}/agent/helper?permanently=true`);
    expect(final.body.detail).toContain('?force=true to stop them first');
    expect(await call('DELETE', `/projects/${project}/agent/helper?force=true`)).toMatchObject({ status: 204 });
    const left = (await call('GET', `${bots}/shop`)).body;
    expect(left).toMatchObject({ agent: null, is_running: true, broken: { code: 'agent_not_found' } });
    expect(await call('POST', `/projects/${project}/trash/helper/restore`)).toMatchObject({ status: 200 });
    expect((await call('GET', `${bots}/shop`)).body).toMatchObject({ agent: 'helper', is_running: true });
    expect(await call('DELETE', `/projects/${project}/agent/helper?force=true&permanently=true`)).toMatchObject({
      status: 204,
    });
    expect((await call('GET', `${bots}/shop`)).body).toMatchObject({
      agent: null,
      is_running: false,
      status: 'stopped',
    });
    expect(await call('POST', `${bots}/shop/start`)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });

  test('hold their project, by name', async () => {
    const { project, bots } = await place();
    await call('POST', bots, web);
    const { body } = await call('DELETE', `/projects/${project}`);
    expect(body.detail).toContain('chatbot shop');
    expect(await call('DELETE', `/projects/${project}?cascade=true`)).toMatchObject({ status: 204 });
  });

  test('change only what was read, and tell of it in events', async () => {
    const { project, bots } = await place();
    const { headers } = await call('POST', bots, web);
    const etag = { 'if-match': headers.get('etag') ?? '' };
    expect(await call('PUT', `${bots}/shop`, { params: { memory: 3 } }, etag)).toMatchObject({ status: 200 });
    expect(await call('PUT', `${bots}/shop`, { params: { memory: 4 } }, etag)).toMatchObject({ status: 412 });
    expect(await call('DELETE', `${bots}/shop`, undefined, etag)).toMatchObject({ status: 412 });
    await call('POST', `${bots}/shop/start`);
    await until(`${bots}/shop`, ({ body }) => body.status === 'running');
    await call('POST', `${bots}/shop/stop`);
    const events = (await call('GET', `/projects/${project}/events`)).body;
    const types = events.map(({ type }: { type: string }) => type).filter((type: string) => type.includes('chatbot'));
    const expected = ['created', 'updated', 'updated', 'started', 'updated', 'stopped'];
    expect(types).toEqual(expected.map((event) => `sibyl.chatbot.${event}`));
  });

  test('take no IDs that the database would store as the same', async () => {
    const { bots } = await place();
    const secret = 'a secret of many characters';
    const { body } = await call('POST', bots, { name: 'app', agent: 'helper', channel: webhookOf(secret) });
    await call('POST', `${bots}/app/start`);
    await until(`${bots}/app`, (answer) => answer.body.status === 'running');
    const whole = { conversation: 'k', text: 'hello', user: { id: 'ann' } };
    const say = (changed: object) => {
      const text = JSON.stringify({ ...whole, ...changed });
      return call('POST', body.webhook_url, text, {
        'content-type': 'application/json',
        ...signStandard('1', text, secret),
      });
    };
    for (const half of ['k\ud800', 'k\udfff', 'k\0'])
      for (const changed of [{ conversation: half }, { text: half }, { user: { id: half } }])
        expect(await say(changed)).toMatchObject({
          status: 400,
          body: { detail: expect.stringMatching(/halves of surrogate/) },
        });
    expect((await say({})).status).toBeLessThan(300);
  });

  test('take webhooks that their platform signed, once each, and refuse others', async () => {
    const { bots } = await place();
    const peer = await started(startSlack());
    const { body } = await call('POST', bots, { name: 'slack', agent: 'helper', channel: peer.channel });
    const url = service.url + body.webhook_url;
    peer.carry(carryTo(() => url));
    expect(await call('POST', body.webhook_url, {})).toMatchObject({
      status: 401,
      body: { code: 'invalid_signature' },
    });
    let status = 0;
    peer.carry(async (request) => {
      ({ status } = await carryTo(() => url)(request));
      return { status };
    });
    await peer.say({ text: 'too early' });
    expect(status).toBe(503);
    await call('POST', `${bots}/slack/start`);
    await until(`${bots}/slack`, (answer) => answer.body.status === 'running');
    const id = await peer.say({ text: 'hello' });
    await peer.say({ text: 'hello', id });
    expect(status).toBe(200);
    await until(`${bots}/slack`, (answer) => answer.body.counters.answered === 1);
    expect(peer.shown()).toHaveLength(1);
    expect(await call('POST', '/api/channels/bot_0/webhook', {})).toMatchObject({ status: 404 });
  });
});
