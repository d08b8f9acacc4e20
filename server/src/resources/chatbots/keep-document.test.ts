import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ChatPeer, carryTo } from '../../../test/chat/peer.ts';
import { startSlack } from '../../../test/chat/slack-peer.ts';
import { startTelegram } from '../../../test/chat/telegram-peer.ts';
import { describeLongOnPostgres } from '../../../test/databases.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import { eventually } from '../../../test/service-process.ts';

interface Sent {
  name: string;
  type?: string;
  text?: string;
  /** As the platform tells it; the length of the text when absent. */
  size?: number;
}

/** A platform to which a person can send a file. */
interface FilePeer {
  peer: ChatPeer;
  send(sent: Sent, chat?: number): Promise<void>;
}

async function telegram(): Promise<FilePeer> {
  const peer = await startTelegram();
  let count = 900;
  return {
    peer,
    async send({ name, type = 'text/plain', text = '', size = text.length }, chat = 1) {
      count += 1;
      const document = { file_id: peer.keep(text), file_name: name, mime_type: type, file_size: size };
      const from = { id: chat, is_bot: false, first_name: 'Ann' };
      await peer.update({ message: { message_id: count, from, chat: { id: chat, type: 'private' }, document } });
    },
  };
}

async function slack(): Promise<FilePeer> {
  const peer = await startSlack();
  let count = 0;
  return {
    peer,
    async send({ name, type = 'text/plain', text = '', size = text.length }, chat = 1) {
      count += 1;
      const file = { name, mimetype: type, size, url_private_download: peer.keep(text) };
      const place = { channel: `D${chat}`, channel_type: 'im', user: `U${chat}`, ts: `1700000009.00000${count}` };
      await peer.event({ type: 'message', subtype: 'file_share', ...place, text: '', files: [file] });
    },
  };
}

describeLongOnPostgres('a document of a chat', (suite) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' }, suite.settings);
  });
  afterAll(() => service.stop());

  async function makeBot(peer: ChatPeer, max_bytes = 1000) {
    const path = `/projects/${await service.project()}`;
    await service.call('POST', `${path}/agents`, { name: 'helper' });
    await service.call('POST', `${path}/knowledge_bases`, { name: 'notes' });
    const params = { documents: { knowledge_base: 'notes', max_bytes } };
    const bot = { name: 'bot', agent: 'helper', channel: peer.channel, params, is_running: true };
    const { body } = await service.call('POST', `${path}/chatbots`, bot);
    await service.until(`${path}/chatbots/bot`, (answer) => answer.body.status === 'running');
    peer.carry(carryTo(() => service.url + body.webhook_url));
    const find = async (query: string): Promise<string[]> => {
      const found = await service.call('POST', `${path}/knowledge_bases/notes/search`, { query });
      expect(found.status).toBe(200);
      return found.body.passages.map(({ text }: { text: string }) => text);
    };
    const documents = async () => (await service.call('GET', `${path}/knowledge_bases/notes/documents`)).body;
    return { find, documents };
  }

  test.each([
    ['Telegram', telegram],
    ['Slack', slack],
  ])('of %s is found by a search, and what is no document or too large is refused in words', async (_name, start) => {
    const { peer, send } = await start();
    onTestFinished(() => peer.stop());
    const { find, documents } = await makeBot(peer);
    const says = (pattern: RegExp, chat?: number) => eventually(() => expect(peer.shown(chat).at(-1)).toMatch(pattern));

    await send({ name: 'prices.md', type: 'text/markdown', text: '# Hats\n\nA bowler costs five euros.' });
    await says(/I have read .*prices\.md/);
    expect(await find('bowler')).toEqual([expect.stringContaining('five euros')]);
    await send({ name: 'prices.md', type: 'text/markdown', text: '# Hats\n\nA bowler costs seven euros.' });
    await eventually(() => expect(peer.shown()).toHaveLength(2));
    await says(/I have read/);
    expect(await find('bowler')).toEqual([expect.stringContaining('seven euros')]);
    await send({ name: 'prices.md', type: 'text/markdown', text: 'A bowler is free.' }, 2);
    await says(/I have read/, 2);
    expect(await find('bowler')).toHaveLength(2);

    await send({ name: 'virus.exe', type: 'application/octet-stream', text: 'MZ' });
    await says(/cannot take .*virus\.exe.*: I take text, Markdown, HTML, PDF, Word and CSV files\./);
    await send({ name: 'said.txt', text: 'small', size: 5000 });
    await says(/cannot take .*said\.txt.*: it is larger than 1000 bytes\./);
    await send({ name: 'hidden.txt', text: 'x'.repeat(5000), size: 10 });
    await says(/cannot take .*hidden\.txt.*: it is larger than 1000 bytes\./);
    await send({ name: 'broken.pdf', type: 'application/pdf', text: 'no PDF at all' });
    await says(/cannot take .*broken\.pdf/);
    expect(await documents()).toHaveLength(2);
  });

  test('goes into no knowledge base of another project, which the settings refuse', async () => {
    const [mine, other] = [await service.project(), await service.project()];
    await service.call('POST', `/projects/${mine}/agents`, { name: 'helper' });
    const { body: base } = await service.call('POST', `/projects/${other}/knowledge_bases`, { name: 'theirs' });
    const bots = `/projects/${mine}/chatbots`;
    const web = { name: 'bot', agent: 'helper', channel: { type: 'web' } };
    await service.call('POST', bots, web);
    for (const knowledge_base of ['theirs', base.id, 'nowhere']) {
      const params = { documents: { knowledge_base } };
      const refused = { status: 404, body: { code: 'knowledge_base_not_found' } };
      expect(await service.call('POST', bots, { ...web, name: 'second', params })).toMatchObject(refused);
      expect(await service.call('PUT', `${bots}/bot`, { params })).toMatchObject(refused);
    }
    await service.call('POST', `/projects/${mine}/knowledge_bases`, { name: 'ours' });
    const params = { documents: { knowledge_base: 'ours' } };
    expect(await service.call('PUT', `${bots}/bot`, { params })).toMatchObject({ status: 200, body: { params } });
    await service.call('DELETE', `/projects/${mine}/knowledge_bases/ours`);
    const greeting = { params: { greeting: 'Hi!' } };
    expect(await service.call('PUT', `${bots}/bot`, greeting)).toMatchObject({ status: 200, body: greeting });
  });
});
