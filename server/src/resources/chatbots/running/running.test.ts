import { expect, onTestFinished, test, vi } from 'vitest';
import { answered, type BotRunner, echo, makeBot, openBotRunner, readBot } from '../../../../test/chat/bot-runner.ts';
import { startDiscord } from '../../../../test/chat/discord-peer.ts';
import type { ChatPeer } from '../../../../test/chat/peer.ts';
import { startSlack } from '../../../../test/chat/slack-peer.ts';
import { startTeams } from '../../../../test/chat/teams-peer.ts';
import { startTelegram } from '../../../../test/chat/telegram-peer.ts';
import { startWebhookPeer } from '../../../../test/chat/webhook-peer.ts';
import { startWhatsapp } from '../../../../test/chat/whatsapp-peer.ts';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { startLoopback } from '../../../../test/loopback.ts';
import { eventually } from '../../../../test/service-process.ts';
import { ServiceError } from '../../../errors.ts';
import type { ChatbotParams } from '../params-schema.ts';
import type { Answered, Answerer } from './answerer.ts';

describeLongOnPostgres('a running chatbot', (suite) => {
  const telegram = () => started(startTelegram());

  async function started<Peer extends { stop(): Promise<void> }>(starting: Promise<Peer>): Promise<Peer> {
    const peer = await starting;
    onTestFinished(() => peer.stop());
    return peer;
  }

  async function run(peer: ChatPeer, answer: Answerer = echo, params: ChatbotParams = {}) {
    const runner = openBotRunner(suite.database, answer);
    const id = await makeBot(runner, peer, params);
    await runner.supervisor.start({ exclusive: false });
    await hasStatus(id, 'running');
    return { runner, id };
  }

  const hasStatus = (id: string, status: string) =>
    eventually(async () => {
      const row = await readBot(suite.database, id);
      expect(row?.status).toBe(status);
      return row!;
    });

  const shows = (peer: ChatPeer, texts: string[], chat?: number) =>
    eventually(() => expect(peer.shown(chat)).toEqual(texts));

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

  test('shows an answer while it is being written, and in the end one message', async () => {
    const peer = await telegram();
    const written = Promise.withResolvers<void>();
    await run(peer, async (_question, onText) => {
      onText('Once upon');
      await written.promise;
      return answered('Once upon a time.');
    });
    await peer.say({ text: 'tell me a story' });
    await shows(peer, ['Once upon']);
    written.resolve();
    await shows(peer, ['Once upon a time.']);
  });

  test('cuts a long answer at sensible places', async () => {
    const peer = await telegram();
    const paragraphs = ['a', 'b', 'c'].map((letter) => letter.repeat(1500));
    await run(peer, async () => answered(paragraphs.join('\n\n')));
    await peer.say({ text: 'tell me all' });
    await shows(peer, [`${paragraphs[0]}\n\n${paragraphs[1]}`, paragraphs[2]]);
  });

  test('is polite to files, greets, and slows down who is too fast', async () => {
    const peer = await telegram();
    await run(peer, echo, { greeting: 'Welcome!', rate_limit: { messages: 3, seconds: 60 } });
    const from = { id: 1, is_bot: false, first_name: 'Ann' };
    await peer.say({ text: '/start' });
    await shows(peer, ['Welcome!']);
    await peer.update({ message: { message_id: 900, from, chat: { id: 1, type: 'private' }, photo: [{}] } });
    await eventually(() => expect(peer.shown()[1]).toContain('not a photo'));
    for (const text of ['a', 'b', 'c', 'd']) await peer.say({ text });
    const last = ['You said: a', expect.stringContaining('faster than I can')];
    await eventually(() => expect(peer.shown().slice(2)).toEqual(last));
  });

  test('leaves messages of blanks alone', async () => {
    const peer = await telegram();
    await run(peer);
    for (const text of [' ', '\u200b', '\0', '\ud800']) await peer.say({ text });
    await peer.say({ text: 'hello \ud83d' });
    await shows(peer, ['You said: hello \ufffd']);
  });

  test('answers in groups only who speaks to it, and nobody who is not allowed', async () => {
    const peer = await telegram();
    await run(peer, echo, { allowed_users: ['7'] });
    const say = (id: number, user: number, text: string) =>
      peer.update({
        message: { message_id: id, from: { id: user, is_bot: false }, chat: { id: -5, type: 'group' }, text },
      });
    await say(901, 7, 'talk among people');
    await say(902, 8, '@helper_bot let me in');
    await say(903, 7, '@helper_bot hello');
    await shows(peer, ['You said: hello'], -5);
    const kept = suite.database.selectFrom('chatbot_messages').select('text').where('text', 'like', '%among%');
    expect(await kept.execute()).toEqual([]);
  });

  test('hands over to a person when the agent cannot answer', async () => {
    const peer = await telegram();
    const desk = await started(startLoopback((_request, response) => response.end('{}')));
    const handover = { url: `${desk.url}/handover`, secret: 'a secret of twenty-four characters' };
    await run(peer, async () => answered('I do not know.', { canAnswer: false }), { handover });
    await peer.say({ text: 'Is it legal?' });
    await eventually(() => expect(peer.shown()).toEqual([expect.stringContaining('asked a person')]));
    const [{ headers, body }] = await eventually(() => {
      expect(desk.requests).toHaveLength(1);
      return desk.requests;
    });
    expect(JSON.parse(body)).toMatchObject({
      type: 'chatbot.handover',
      question: 'Is it legal?',
      user: { name: 'ann' },
    });
    expect(headers).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/) });
  });

  test('finds on Slack what it posted before it was cut off', async () => {
    const peer = await started(startSlack());
    const { runner, id } = await run(peer);
    await peer.say({ text: 'hello' });
    await shows(peer, ['You said: hello']);
    await runner.supervisor.close();
    const cutOff = { status: 'sending' as const, posted_id: null };
    const sent = suite.database.updateTable('chatbot_messages').set(cutOff).where('chatbot_id', '=', id);
    await sent.where('direction', '=', 'out').execute();
    await openBotRunner(suite.database).supervisor.start({ exclusive: false });
    await eventually(async () => expect((await readBot(suite.database, id))?.answered_count).toBe(2));
    expect(peer.shown()).toEqual(['You said: hello']);
  });

  const long = Array.from(
    { length: 90 },
    (_, index) => `Line ${index} with a < b & *c*, [a page](https://a.example/_x_/${index}).`,
  );
  const citations = [{ source: 'terms_and_conditions_2024.pdf' }, { source: 'prices.csv' }];

  test.each<[string, number, () => Promise<ChatPeer>]>([
    ['Telegram', 3490, startTelegram],
    ['Slack', 3490, () => startSlack()],
    ['Discord', 1490, startDiscord],
    ['WhatsApp', 3490, startWhatsapp],
  ])('sends to %s what only escapes and sources make too long', async (_platform, length, startPeer) => {
    const peer = await started(startPeer());
    const names = [1, 2, 3, 4, 5].map((number) => ({ source: `${'the terms & conditions '.repeat(5)}${number}.pdf` }));
    const text = `${'Hats & caps < 5. '.repeat(300).slice(0, length - 4)} End`;
    const { id } = await run(peer, async () => answered(text, { citations: names }));
    await peer.say({ text: 'tell me all' });
    await eventually(() => expect(peer.shown().at(-1)).toContain('5.pdf'));
    expect(peer.shown().filter((part) => part.includes(' End'))).toHaveLength(1);
    expect(await readBot(suite.database, id)).toMatchObject({ failed_count: 0 });
  });

  test.each<[string, () => Promise<ChatPeer>]>([
    ['Telegram', () => startTelegram({ longest: 1000 })],
    ['Slack', () => startSlack({ longest: 1000 })],
    ['Discord', () => startDiscord({ longest: 1000 })],
    ['WhatsApp', () => startWhatsapp({ longest: 1000 })],
  ])('cuts once more what %s finds too long', async (_platform, startPeer) => {
    const peer = await started(startPeer());
    const { id } = await run(peer, async () => answered(long.join('\n\n'), { citations }));
    await peer.say({ text: 'tell me all' });
    await eventually(() => expect(peer.shown().at(-1)).toContain('prices.csv'));
    const numbers = peer
      .shown()
      .flatMap((text) => [...text.matchAll(/Line (\d+) /g)].map(([, index]) => Number(index)));
    expect(numbers).toEqual([...long.keys()]);
    expect(await readBot(suite.database, id)).toMatchObject({ failed_count: 0 });
  });

  test('a fault of its polls leaves alone the answer that is being written', async () => {
    const peer = await telegram();
    const written = Promise.withResolvers<void>();
    let asked = 0;
    const { id } = await run(peer, async () => {
      asked += 1;
      await written.promise;
      return answered('once');
    });
    await peer.say({ text: 'a dear question' });
    await eventually(() => expect(asked).toBe(1));
    peer.failPolls(1);
    await hasStatus(id, 'error');
    await hasStatus(id, 'running');
    written.resolve();
    await shows(peer, ['once']);
    expect(asked).toBe(1);
    await peer.say({ text: 'another' });
    await shows(peer, ['once', 'once']);
  });

  test('no message begins as a mere sign that one is to come', async () => {
    const peer = await telegram();
    await run(peer, async () => answered('Hats cost **5** euros.'), { greeting: 'Welcome!' });
    await peer.say({ text: '/start ref_42' });
    await peer.say({ text: 'How much is a hat?' });
    await shows(peer, ['Welcome!', 'Hats cost <b>5</b> euros.']);
    const posted = peer.calls.filter(({ method }) => method === 'sendMessage').map(({ parameters }) => parameters.text);
    expect(posted).toEqual(['Welcome!', 'Hats cost 5 euros. …']);
  });

  test('files are refused once in a conversation, not one by one', async () => {
    const peer = await telegram();
    await run(peer);
    const photo = { from: { id: 1, is_bot: false, first_name: 'Ann' }, chat: { id: 1, type: 'private' }, photo: [{}] };
    for (const message_id of [901, 902, 903])
      await peer.update({ message: { ...photo, message_id, media_group_id: 'g' } });
    for (const message_id of [904, 905]) await peer.update({ message: { ...photo, message_id } });
    const voice = { from: photo.from, chat: photo.chat, voice: { file_id: 'v', duration: 1 } };
    await peer.update({ message: { ...voice, message_id: 906 } });
    await peer.say({ text: 'hello', id: '950' });
    await shows(peer, [expect.stringContaining('not a photo'), 'You said: hello']);
  });

  test('goes on in a thread without being named again, and stays out of what is said to others', async () => {
    const peer = await started(startSlack());
    await run(peer);
    const say = (ts: string, text: string, thread_ts?: string) =>
      peer.event({ type: 'message', channel_type: 'channel', channel: 'D1', user: 'U1', ts, text, thread_ts });
    await say('1700000001.000001', 'no business of the bot');
    await say('1700000001.000002', 'an answer to that', '1700000001.000001');
    await say('1700000002.000001', '<@UBOT> how much is a hat?');
    await say('1700000002.000002', 'and a cap?', '1700000002.000001');
    await say('1700000002.000003', '<@U9> do you know?', '1700000002.000001');
    await say('1700000002.000004', 'for dogs', '1700000002.000001');
    await shows(peer, ['You said: how much is a hat?', 'You said: and a cap?', 'You said: for dogs']);
  });

  test('takes documents where it may, and answers what was asked with them', async () => {
    const peer = await telegram();
    const { runner } = await run(peer, echo, { documents: { knowledge_base: 'notes', max_bytes: 1000 } });
    const from = { id: 1, is_bot: false, first_name: 'Ann' };
    const send = (message_id: number, file_name: string, file_size: number, caption?: string) => {
      const document = { file_id: 'f', file_name, mime_type: 'text/plain', file_size };
      return peer.update({ message: { message_id, from, chat: { id: 1, type: 'private' }, document, caption } });
    };
    await send(901, 'prices.txt', 21);
    await send(902, 'huge.txt', 5000);
    await send(903, 'virus.exe', 21);
    await send(904, 'more.txt', 21, 'What is in it?');
    await shows(peer, [
      'I have read <b>prices.txt</b>; you can ask me about it.',
      'I cannot take <b>huge.txt</b>: it is larger than 1000 bytes.',
      'I cannot take <b>virus.exe</b>: I take text files.',
      'I have read <b>more.txt</b>; you can ask me about it.\n\nYou said: What is in it?',
    ]);
    expect(runner.documents).toEqual([
      ['prices.txt', 21],
      ['virus.exe', 21],
      ['more.txt', 21],
    ]);
  });

  test('helps, names its last sources and begins anew', async () => {
    const peer = await telegram();
    await run(peer, async ({ messages }) => answered(`${messages.length}`, { citations }));
    for (const text of ['/sources', 'a', '/sources@helper_bot', '/help', '/new', 'b']) await peer.say({ text });
    await shows(peer, [
      expect.stringContaining('no source'),
      expect.stringMatching(/^1\n\n<i>Sources/),
      'Sources: terms_and_conditions_2024.pdf, prices.csv',
      expect.stringContaining('/new'),
      expect.stringContaining('forgotten'),
      expect.stringMatching(/^1\n/),
    ]);
  });
});
