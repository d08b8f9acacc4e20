import { expect, test } from 'vitest';
import { answered, echo, openBotRunner, readBot } from '../../../../test/chat/bot-runner.ts';
import { startDiscord } from '../../../../test/chat/discord-peer.ts';
import type { ChatPeer } from '../../../../test/chat/peer.ts';
import { runningBots } from '../../../../test/chat/running-bots.ts';
import { startSlack } from '../../../../test/chat/slack-peer.ts';
import { startTelegram } from '../../../../test/chat/telegram-peer.ts';
import { startWhatsapp } from '../../../../test/chat/whatsapp-peer.ts';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { startLoopback } from '../../../../test/loopback.ts';
import { eventually } from '../../../../test/service-process.ts';

describeLongOnPostgres('a chatbot that converses', (suite) => {
  const { telegram, started, run, hasStatus, shows } = runningBots(suite);

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
