import { expect, test, vi } from 'vitest';
import { answered, type BotRunner, echo, makeBot, openBotRunner, readBot } from '../../../../test/chat/bot-runner.ts';
import { startDiscord } from '../../../../test/chat/discord-peer.ts';
import type { ChatPeer } from '../../../../test/chat/peer.ts';
import { runningBots } from '../../../../test/chat/running-bots.ts';
import { startSlack } from '../../../../test/chat/slack-peer.ts';
import { startTeams } from '../../../../test/chat/teams-peer.ts';
import { startTelegram } from '../../../../test/chat/telegram-peer.ts';
import { startWebhookPeer } from '../../../../test/chat/webhook-peer.ts';
import { startWhatsapp } from '../../../../test/chat/whatsapp-peer.ts';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { eventually } from '../../../../test/service-process.ts';
import { ServiceError } from '../../../errors.ts';
import type { Answered } from './answerer.ts';

describeLongOnPostgres('a running chatbot', (suite) => {
  const { telegram, started, run, hasStatus, shows } = runningBots(suite);

  /** On all at once: each waits a second for what the platform refuses. */
  test('answers on each platform, once, also after a while of being refused', async () => {
    const platforms: [string, () => Promise<ChatPeer>][] = [
      ['Telegram by webhook', () => startTelegram({ mode: 'webhook' })],
      ['Slack by webhook', () => startSlack()],
      ['Slack by socket', () => startSlack({ mode: 'socket' })],
      ['Discord', startDiscord],
      ['Teams', startTeams],
      ['WhatsApp', startWhatsapp],
      ['signed HTTP', startWebhookPeer],
    ];
    await Promise.all(
      platforms.map(async ([name, startPeer]) => {
        const peer = await started(startPeer());
        const shown = (texts: string[]) => eventually(() => expect(peer.shown(), name).toEqual(texts));
        await run(peer);
        peer.refuse(503, 1);
        const id = await peer.say({ text: 'hello' });
        await peer.say({ text: 'hello', id });
        await shown(['You said: hello']);
        await peer.say({ text: 'again' });
        await shown(['You said: hello', 'You said: again']);
      }),
    );
  });

  test.each([
    ['blanks', ' \u00a0\n'],
    ['characters that nobody sees', '\u200b\u2060\u{e0020}\ufe0f'],
    ['nothing but markup', '[a]: https://a.example'],
  ])('says that it has no answer, when its agent writes %s', async (_what, text) => {
    const peer = await telegram();
    await run(peer, async () => answered(text));
    await peer.say({ text: 'hello' });
    await shows(peer, ['I have no answer to that.']);
  });

  test('answers each message once, in order, also those that come twice', async () => {
    const peer = await telegram();
    const { id } = await run(peer);
    const first = await peer.say({ text: 'one' });
    await peer.say({ text: 'one', id: first });
    for (const text of ['two', 'three']) await peer.say({ text });
    await shows(peer, ['You said: one', 'You said: two', 'You said: three']);
    await eventually(async () =>
      expect(await readBot(suite.database, id)).toMatchObject({
        received_count: 3,
        answered_count: 3,
        failed_count: 0,
      }),
    );
  });

  test('answers a slow conversation beside a quick one', async () => {
    const peer = await telegram();
    const slow = Promise.withResolvers<void>();
    await run(peer, async (question, ...rest) => {
      if (question.messages.at(-1)?.content === 'slow') await slow.promise;
      return echo(question, ...rest);
    });
    await peer.say({ text: 'slow', chat: 1 });
    await peer.say({ text: 'quick', chat: 2 });
    await shows(peer, ['You said: quick'], 2);
    slow.resolve();
    await shows(peer, ['You said: slow'], 1);
  });

  test('answers in the order of the platform what arrives in another', async () => {
    const peer = await telegram();
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    await run(peer, async (question, ...rest) => {
      begun.resolve();
      await go.promise;
      return echo(question, ...rest);
    });
    await peer.say({ text: 'first' });
    await begun.promise;
    await peer.say({ text: 'later', id: '902' });
    await peer.say({ text: 'earlier', id: '901' });
    await eventually(async () => expect(await messages('in')).toHaveLength(3));
    go.resolve();
    await shows(peer, ['You said: first', 'You said: earlier', 'You said: later']);

    async function messages(direction: 'in' | 'out') {
      const rows = suite.database.selectFrom('chatbot_messages').selectAll().where('direction', '=', direction);
      return rows.where('text', 'in', ['first', 'later', 'earlier']).execute();
    }
  });

  test('answers a message as it was edited before its turn came', async () => {
    const peer = await telegram();
    const go = Promise.withResolvers<void>();
    await run(peer, async (question, ...rest) => {
      await go.promise;
      return echo(question, ...rest);
    });
    await peer.say({ text: 'first' });
    const id = await peer.say({ text: 'How much is teh hat?' });
    const edited = { message_id: Number(id), from: { id: 1, is_bot: false }, chat: { id: 1, type: 'private' } };
    await peer.update({ edited_message: { ...edited, text: 'How much is the hat?' } });
    await eventually(async () => {
      const rows = suite.database.selectFrom('chatbot_messages').select('text').where('text', 'like', '%the hat%');
      expect(await rows.execute()).toHaveLength(1);
    });
    go.resolve();
    await shows(peer, ['You said: first', 'You said: How much is the hat?']);
  });

  test('remembers the conversation, and forgets it at /reset', async () => {
    const peer = await telegram();
    await run(peer, async ({ messages }) => answered(messages.map(({ content }) => content).join(' | ')));
    await peer.say({ text: 'a' });
    await shows(peer, ['a']);
    await peer.say({ text: 'b' });
    await shows(peer, ['a', 'a | a | b']);
    await peer.say({ text: '/reset' });
    await eventually(() => expect(peer.shown()).toHaveLength(3));
    await peer.say({ text: 'c' });
    await eventually(() => expect(peer.shown()[3]).toBe('c'));
  });

  test.each<[string, () => Promise<ChatPeer>]>([
    ['Telegram', () => startTelegram({ mode: 'webhook' })],
    ['Slack', () => startSlack()],
    ['Teams', startTeams],
    ['WhatsApp', startWhatsapp],
    ['signed HTTP', startWebhookPeer],
  ])('acknowledges the webhook of %s before the agent has answered', async (_platform, startPeer) => {
    const peer = await started(startPeer());
    const thinking = Promise.withResolvers<void>();
    await run(peer, async (question, ...rest) => {
      await thinking.promise;
      return echo(question, ...rest);
    });
    await peer.say({ text: 'hello' }); // resolves when the webhook is acknowledged
    expect(peer.shown()).not.toContain('You said: hello');
    thinking.resolve();
    await shows(peer, ['You said: hello']);
  });

  test('tries again, and gives up with an apology that names the message', async () => {
    const peer = await telegram();
    let tries = 0;
    const { id } = await run(peer, async ({ messages }) => {
      tries += 1;
      if (messages.at(-1)?.content === 'once' && tries > 1) return answered('the second try');
      throw new ServiceError(
        messages.at(-1)?.content === 'once' ? 'query_time_limit' : 'invalid_input',
        'It is too hard.',
      );
    });
    await peer.say({ text: 'never' });
    const apology = await eventually(() => {
      expect(peer.shown()).toEqual([expect.stringContaining('msg_')]);
      return peer.shown()[0];
    });
    const row = await readBot(suite.database, id);
    expect(row).toMatchObject({ failed_count: 1, last_error: 'A message was not answered: It is too hard.' });
    const [trace] = /msg_\w+/.exec(apology) ?? [];
    const failed = suite.database
      .selectFrom('chatbot_messages')
      .selectAll()
      .where('trace_id', '=', trace ?? '');
    expect(await failed.executeTakeFirst()).toMatchObject({
      status: 'failed',
      text: 'never',
      error: 'It is too hard.',
    });
  });

  test('sends later what the platform refuses for now', async () => {
    const peer = await telegram();
    await run(peer);
    peer.refuse(429, 1);
    await peer.say({ text: 'hello' });
    await shows(peer, ['You said: hello']);
  });

  test('says what is wrong when its token is revoked, and comes back by itself', async () => {
    const [peer, wrong] = [await started(startWebhookPeer()), await telegram()];
    const runner = openBotRunner(suite.database);
    const bad = await makeBot(runner, { ...wrong, channel: { ...wrong.channel, ...wrong.wrongSecret } });
    const good = await makeBot(runner, peer);
    await runner.supervisor.start({ exclusive: false });
    const row = await hasStatus(bad, 'error');
    expect(row.last_error).toBe('Telegram says 401: the bot token is wrong.');
    await hasStatus(good, 'running');
    await peer.say({ text: 'hello' });
    await shows(peer, ['You said: hello']);
  });

  test('goes on where another process was cut off, and answers nothing twice', async () => {
    const peer = await telegram();
    const stuck = openBotRunner(suite.database, () => new Promise(() => {}));
    const id = await makeBot(stuck, peer);
    await stuck.supervisor.start({ exclusive: false });
    await hasStatus(id, 'running');
    await peer.say({ text: 'hello' });
    await eventually(async () => expect((await readBot(suite.database, id))?.received_count).toBe(1));
    await suite.database.updateTable('chatbots').set({ lease_until: '2020-01-01' }).where('id', '=', id).execute();
    const next = openBotRunner(suite.database);
    await next.supervisor.start({ exclusive: false });
    await shows(peer, ['You said: hello']);
  });

  test.each([true, false])(
    'answers once when a process that stood still comes to an end later (%s)',
    async (succeeds) => {
      const peer = await started(startWebhookPeer());
      const late = Promise.withResolvers<Answered>();
      const stuck = openBotRunner(suite.database, () => late.promise);
      const id = await makeBot(stuck, peer);
      await stuck.supervisor.start({ exclusive: false });
      await hasStatus(id, 'running');
      await peer.say({ text: 'hello' });
      await eventually(async () => expect((await readBot(suite.database, id))?.received_count).toBe(1));
      await suite.database.updateTable('chatbots').set({ lease_until: '2020-01-01' }).where('id', '=', id).execute();
      const next = openBotRunner(suite.database);
      await next.supervisor.start({ exclusive: false });
      await eventually(async () => expect((await readBot(suite.database, id))?.answered_count).toBe(1));
      if (succeeds) late.resolve(answered('Much later.'));
      else late.reject(new Error('much later'));
      await stuck.supervisor.close();
      const messages = suite.database.selectFrom('chatbot_messages').select('status').where('chatbot_id', '=', id);
      expect((await messages.execute()).map(({ status }) => status).sort()).toEqual(['answered', 'sent']);
      expect(peer.shown()).toEqual(['You said: hello']);
    },
  );

  test('is one of many that all answer at once, more than there are connections to a database', async () => {
    const runner = openBotRunner(suite.database);
    const logged = vi.spyOn(runner.ctx.log, 'error');
    const peers = await Promise.all(Array.from({ length: 36 }, () => started(startWebhookPeer())));
    const ids = await Promise.all(peers.map((peer) => makeBot(runner, peer)));
    await runner.supervisor.start({ exclusive: false });
    await Promise.all(ids.map((id) => hasStatus(id, 'running')));
    await Promise.all(peers.flatMap((peer) => [1, 2, 3].map((chat) => peer.say({ text: 'hello', chat }))));
    await Promise.all(peers.flatMap((peer) => [1, 2, 3].map((chat) => shows(peer, ['You said: hello'], chat))));
    expect(logged.mock.calls).toEqual([]);
  });

  test('is run by one process only, and by another when that ends', async () => {
    const peer = await telegram();
    const one = await run(peer);
    const other: BotRunner = openBotRunner(suite.database, async () => answered('from the other'));
    await other.supervisor.start({ exclusive: false });
    await peer.say({ text: 'hello' });
    await shows(peer, ['You said: hello']);
    await one.runner.supervisor.close();
    expect(await readBot(suite.database, one.id)).toMatchObject({ lease: null }); // the lease is freed at once
    await peer.say({ text: 'who is there?' });
    await shows(peer, ['You said: hello', 'from the other']);
  });
});
