import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { send } from '../../../../test/chat/telegram-peer.ts';
import { describeOnEachDatabase } from '../../../../test/databases.ts';
import { startLoopback } from '../../../../test/loopback.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';
import { eventually } from '../../../../test/service-process.ts';

const signing_secret = '0123456789abcdef0123456789abcdef';
const names: Record<string, string> = { T1: 'Acme', T2: 'Globex', T3: 'Ini\0tech' };

describeOnEachDatabase('a chatbot for several workspaces', (suite) => {
  let service: TestService;
  beforeAll(async () => {
    const environment = { SIBYL_OUTGOING_ALLOWED: '127.0.0.1', SIBYL_PUBLIC_URL: 'http://127.0.0.1:4747' };
    service = await startTestService(environment, suite.settings);
  });
  afterAll(() => service.stop());

  /**
   * Starts a Slack with some workspaces; the code of an installation is the workspace.
   * @param exchanging it waits for this before it takes a code
   */
  async function startWorkspaces(exchanging: Promise<void> = Promise.resolve()) {
    const posts: { token: string; channel: string; text: string }[] = [];
    const peer = await startLoopback(async ({ path, headers, body }, response) => {
      const form = new URLSearchParams(body);
      if (path === '/oauth.v2.access') {
        const id = form.get('code') ?? '';
        await exchanging;
        const isRight = form.get('client_secret') === 'abcdefabcdefabcdef' && id in names;
        if (!isRight) return send(response, 200, { ok: false, error: 'invalid_code' });
        const team = { id, name: names[id] };
        return send(response, 200, { ok: true, access_token: `xoxb-of-${id}`, bot_user_id: `UBOT${id}`, team });
      }
      if (path === '/chat.postMessage') {
        const token = String(headers.authorization);
        posts.push({ token, channel: form.get('channel') ?? '', text: form.get('text') ?? '' });
        return send(response, 200, { ok: true, ts: `1700000000.00000${posts.length}` });
      }
      return send(response, 200, { ok: true, messages: [] });
    });
    onTestFinished(() => peer.stop());
    return { peer, posts };
  }

  async function makeBot(api_url: string) {
    const project = await service.project();
    await service.call('POST', `/projects/${project}/agents`, { name: 'helper' });
    const credentials = { client_id: '1.2345', client_secret: 'abcdefabcdefabcdef', signing_secret };
    const channel = { type: 'slack', mode: 'webhook', ...credentials, api_url };
    const bot = { name: 'bot', agent: 'helper', channel, is_running: true };
    const created = await service.call('POST', `/projects/${project}/chatbots`, bot);
    expect(created.status).toBe(201);
    const path = `/projects/${project}/chatbots/bot`;
    await service.until(path, ({ body }) => body.status === 'running');
    return { path, id: created.body.id as string };
  }

  const begin = async (path: string) => {
    const { status, body } = await service.call('POST', `${path}/installations`);
    expect(status).toBe(201);
    return new URL(body.url).searchParams;
  };
  const finish = (id: string, query: Record<string, string>) =>
    service.call('GET', `/api/channels/${id}/install?${new URLSearchParams(query)}`, undefined, { accept: '*/*' });

  async function install({ path, id }: { path: string; id: string }, team: string) {
    const state = (await begin(path)).get('state') ?? '';
    return { state, answer: await finish(id, { code: team, state }) };
  }

  async function event(id: string, payload: object) {
    const body = JSON.stringify({ type: 'event_callback', event_time: Math.ceil(Date.now() / 1000), ...payload });
    const time = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', signing_secret).update(`v0:${time}:${body}`).digest('hex');
    const headers = { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` };
    const { status } = await service.call('POST', `/api/channels/${id}/webhook`, body, {
      'content-type': 'application/json',
      ...headers,
    });
    expect(status).toBe(200);
  }

  let count = 0;
  const message = (team_id: string, text: string) => {
    count += 1;
    const ts = `1700000001.${String(count).padStart(6, '0')}`;
    return { team_id, event: { type: 'message', channel: 'D1', channel_type: 'im', user: 'U1', text, ts } };
  };

  test('answers in each workspace with its own token, and in no other', async () => {
    const { peer, posts } = await startWorkspaces();
    const bot = await makeBot(peer.url);
    const query = await begin(bot.path);
    expect(query.get('scope')).toContain('chat:write');
    expect(query.get('redirect_uri')).toBe(`http://127.0.0.1:4747/api/channels/${bot.id}/install`);
    for (const team of ['T1', 'T2']) {
      const { answer } = await install(bot, team);
      expect([answer.status, answer.text]).toEqual([200, `Installed in ${names[team]}. You can close this page.\n`]);
    }
    await event(bot.id, message('T9', '/help'));
    for (const team of ['T1', 'T2']) await event(bot.id, message(team, '/help'));
    await eventually(() => expect(posts).toHaveLength(2));
    expect(posts.map(({ token }) => token).toSorted()).toEqual(['Bearer xoxb-of-T1', 'Bearer xoxb-of-T2']);
    const { body } = await service.call('GET', `${bot.path}/installations`);
    expect(body).toMatchObject([
      { tenant: 'T1', name: 'Acme' },
      { tenant: 'T2', name: 'Globex' },
    ]);
    expect(JSON.stringify(body)).not.toContain('xoxb');
    const { body: conversations } = await service.call('GET', `${bot.path}/conversations`);
    expect(conversations.map((one: { platform_id: string }) => one.platform_id).toSorted()).toEqual(['T1:D1', 'T2:D1']);
  });

  test('takes nobody for somebody with the same ID in another workspace', async () => {
    const { peer, posts } = await startWorkspaces();
    const bot = await makeBot(peer.url);
    for (const team of ['T1', 'T2']) await install(bot, team);
    for (const [allowed, team] of [
      [{ allowed_users: ['T1:U1'] }, 'T1'],
      [{ allowed_channels: ['T2:D1'], allowed_users: null }, 'T2'],
    ] as const) {
      expect((await service.call('PUT', bot.path, { params: allowed })).status).toBe(200);
      await service.until(bot.path, ({ body }) => body.status === 'running');
      const before = posts.length;
      for (const one of ['T1', 'T2']) await event(bot.id, message(one, '/help'));
      await eventually(() => expect(posts.length).toBeGreaterThan(before));
      expect(posts[before].token).toBe(`Bearer xoxb-of-${team}`);
    }
    expect(posts).toHaveLength(2);
  });

  test('is installed once by a link, and by no link of another bot or of nobody', async () => {
    const { peer } = await startWorkspaces();
    const [bot, other] = [await makeBot(peer.url), await makeBot(peer.url)];
    const { state, answer } = await install(bot, 'T1');
    expect(answer.status).toBe(200);
    const ofOther = (await begin(other.path)).get('state') ?? '';
    const asked = peer.requests.length;
    for (const forged of [state, ofOther, `${ofOther.slice(0, -2)}AA`, 'v1.AAAA', ''])
      expect(await finish(bot.id, { code: 'T2', state: forged })).toMatchObject({ status: 401 });
    expect(await finish('bot_unknown', { code: 'T2', state })).toMatchObject({ status: 404 });
    expect(peer.requests).toHaveLength(asked);
    expect((await service.call('GET', `${bot.path}/installations`)).body).toHaveLength(1);
    expect((await service.call('GET', `${other.path}/installations`)).body).toEqual([]);
    const denied = await finish(other.id, { error: 'access_denied', state: ofOther });
    expect(denied).toMatchObject({ status: 409, body: { detail: expect.stringContaining('access_denied') } });
    expect(await finish(other.id, { code: 'T1', state: ofOther })).toMatchObject({ status: 401 });
  });

  test('is installed in a workspace by several administrators at once', async () => {
    const together = Promise.withResolvers<void>();
    const { peer } = await startWorkspaces(together.promise);
    const bot = await makeBot(peer.url);
    const states = await Promise.all(Array.from({ length: 6 }, async () => (await begin(bot.path)).get('state') ?? ''));
    const finishing = states.map((state) => finish(bot.id, { code: 'T1', state }));
    await eventually(() => expect(peer.requests).toHaveLength(states.length));
    together.resolve();
    expect((await Promise.all(finishing)).map(({ status }) => status)).toEqual(states.map(() => 200));
    expect((await service.call('GET', `${bot.path}/installations`)).body).toMatchObject([{ tenant: 'T1' }]);
  });

  test('says so when the chatbot is deleted while the platform still thinks', async () => {
    const together = Promise.withResolvers<void>();
    const { peer } = await startWorkspaces(together.promise);
    const bot = await makeBot(peer.url);
    const state = (await begin(bot.path)).get('state') ?? '';
    const finishing = finish(bot.id, { code: 'T1', state });
    await eventually(() => expect(peer.requests).toHaveLength(1));
    expect(await service.call('DELETE', bot.path)).toMatchObject({ status: 204 });
    together.resolve();
    expect(await finishing).toMatchObject({ status: 409, body: { code: 'deleted_meanwhile' } });
  });

  test('keeps a workspace whose name has what no database takes', async () => {
    const { peer } = await startWorkspaces();
    const bot = await makeBot(peer.url);
    const { answer } = await install(bot, 'T3');
    expect(answer).toMatchObject({ status: 200, text: 'Installed in Initech. You can close this page.\n' });
    const { body } = await service.call('GET', `${bot.path}/installations`);
    expect(body).toMatchObject([{ tenant: 'T3', name: 'Initech' }]);
  });

  test('forgets a workspace that throws it out, but not one that installed it again meanwhile', async () => {
    const { peer, posts } = await startWorkspaces();
    const bot = await makeBot(peer.url);
    for (const team of ['T1', 'T2']) await install(bot, team);
    await event(bot.id, { team_id: 'T1', event_time: 1000, event: { type: 'app_uninstalled' } });
    await event(bot.id, { team_id: 'T2', event: { type: 'tokens_revoked', tokens: { oauth: ['U1'] } } });
    expect((await service.call('GET', `${bot.path}/installations`)).body).toHaveLength(2);
    await event(bot.id, { team_id: 'T1', event: { type: 'tokens_revoked', tokens: { bot: ['UBOTT1'] } } });
    const { body } = await service.call('GET', `${bot.path}/installations`);
    expect(body).toMatchObject([{ tenant: 'T2' }]);
    for (const team of ['T1', 'T2']) await event(bot.id, message(team, '/help'));
    await eventually(() => expect(posts).toHaveLength(1));
    expect(posts[0].token).toBe('Bearer xoxb-of-T2');
    expect(await service.call('DELETE', `${bot.path}/installations/T2`)).toMatchObject({ status: 204 });
    expect(await service.call('DELETE', `${bot.path}/installations/T2`)).toMatchObject({ status: 404 });
  });

  test('takes of Teams only tenants that know the app, whatever the browser says', async () => {
    const known = '11111111-1111-1111-1111-111111111111';
    const peer = await startLoopback(({ path }, response) => {
      const isKnown = path.startsWith(`/${known}/`) || path.startsWith('/botframework.com/');
      return isKnown
        ? send(response, 200, { access_token: 'token', expires_in: 3600 })
        : send(response, 400, { error: 'unauthorized_client' });
    });
    onTestFinished(() => peer.stop());
    const project = await service.project();
    await service.call('POST', `/projects/${project}/agents`, { name: 'helper' });
    const app = { app_id: '00000000-0000-0000-0000-00000000abcd', app_password: 'a password of the app' };
    const channel = { type: 'teams', ...app, tenants: 'installed', login_url: peer.url };
    const bot = { name: 'bot', agent: 'helper', channel };
    const { body: made } = await service.call('POST', `/projects/${project}/chatbots`, bot);
    const path = `/projects/${project}/chatbots/bot`;
    const state = async () => (await begin(path)).get('state') ?? '';
    const consent = { admin_consent: 'True' };
    const stranger = '22222222-2222-2222-2222-222222222222';
    expect(await finish(made.id, { ...consent, tenant: stranger, state: await state() })).toMatchObject({
      status: 409,
    });
    const sneaky = { ...consent, tenant: '../botframework.com', state: await state() };
    expect(await finish(made.id, sneaky)).toMatchObject({ status: 409 });
    expect(await finish(made.id, { ...consent, tenant: known, state: await state() })).toMatchObject({ status: 200 });
    expect((await service.call('GET', `${path}/installations`)).body).toMatchObject([{ tenant: known }]);
  });

  test('says what is missing, of settings and of permissions', async () => {
    const project = await service.project();
    await service.call('POST', `/projects/${project}/agents`, { name: 'helper' });
    const create = (channel: object) =>
      service.call('POST', `/projects/${project}/chatbots`, { name: 'bot', agent: 'helper', channel });
    const fault = async (channel: object) => (await create(channel)).body.errors?.[0].pointer;
    const app = { type: 'slack', client_id: '1.2345', client_secret: 'abcdefabcdefabcdef' };
    expect(await fault({ type: 'slack' })).toBe('/channel/bot_token');
    expect(await fault({ ...app, bot_token: 'xoxb-test-test' })).toBe('/channel/client_id');
    expect(await fault({ ...app, client_secret: undefined })).toBe('/channel/client_secret');
    expect(await fault({ ...app, mode: 'webhook' })).toBe('/channel/signing_secret');
    expect(await fault(app)).toBe('/channel/app_token');
    const peer = await startLoopback((_request, response) =>
      send(response, 200, { ok: true, user_id: 'UBOT', user: 'helper' }, { 'x-oauth-scopes': 'chat:write,im:history' }),
    );
    onTestFinished(() => peer.stop());
    await create({ type: 'slack', mode: 'webhook', bot_token: 'xoxb-test-test', signing_secret, api_url: peer.url });
    const { body } = await service.call('POST', `/projects/${project}/chatbots/bot/test`);
    expect(body).toMatchObject({
      ok: false,
      identity: { id: 'UBOT' },
      error: expect.stringContaining('app_mentions:read'),
    });
    expect(body.error).not.toContain('im:history');
    const lacking = body.permissions.filter((one: { granted: boolean }) => !one.granted);
    expect(lacking.map((one: { name: string }) => one.name)).toContain('files:write');
    const one = await service.call('POST', `/projects/${project}/chatbots/bot/installations`);
    expect(one).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });
});
