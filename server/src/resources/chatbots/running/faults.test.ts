// @module-tag long
import { expect, onTestFinished, test } from 'vitest';
import { answered, type BotRunner, makeBot, openBotRunner, readBot } from '../../../../test/chat/bot-runner.ts';
import { startDiscord } from '../../../../test/chat/discord-peer.ts';
import { type Fault, startFront } from '../../../../test/chat/faulty-front.ts';
import type { ChatPeer } from '../../../../test/chat/peer.ts';
import { startSlack } from '../../../../test/chat/slack-peer.ts';
import { startTeams, type TeamsPeer } from '../../../../test/chat/teams-peer.ts';
import { startTelegram } from '../../../../test/chat/telegram-peer.ts';
import { startWebhookPeer } from '../../../../test/chat/webhook-peer.ts';
import { startWhatsapp } from '../../../../test/chat/whatsapp-peer.ts';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { eventually } from '../../../../test/service-process.ts';
import type { Answerer } from './answerer.ts';

/** Where each platform is told its address. Teams tells its own with each message. */
const platforms: [string, () => Promise<ChatPeer>, string | undefined][] = [
  ['Telegram', startTelegram, 'api_url'],
  ['Slack', () => startSlack(), 'api_url'],
  ['Discord', startDiscord, 'api_url'],
  ['Teams', startTeams, undefined],
  ['WhatsApp', startWhatsapp, 'api_url'],
  ['signed HTTP', startWebhookPeer, 'reply_url'],
];
const faults: Fault[] = ['429', '503', 'slow', 'half-open', 'silent', 'page'];

describeLongOnPostgres('an answer whose platform', (suite) => {
  /** All at once and by one supervisor: two faults take 20 seconds each, and every supervisor asks the database. */
  test('fails in any way is shown, once where that can be known, on each', { timeout: 400_000 }, async () => {
    const runner = openBotRunner(suite.database);
    await runner.supervisor.start({ exclusive: false });
    await Promise.all(faults.flatMap((fault) => platforms.map((platform) => meet(runner, ...platform, fault))));
  });

  test.each(platforms.filter(([name]) => name !== 'WhatsApp' && name !== 'signed HTTP'))(
    'has lost the response to its beginning is shown all the same, on %s',
    (...platform) => loseBeginning(...platform),
  );

  async function loseBeginning(...[name, startPeer, field]: (typeof platforms)[number]): Promise<void> {
    const peer = await startPeer();
    const answerer: Answerer = async ({ messages }, show) => {
      show('You said:');
      await eventually(() => expect(peer.shown(), name).toHaveLength(1));
      return answered(`You said: ${messages.at(-1)?.content}`);
    };
    const runner = openBotRunner(suite.database, answerer);
    await runner.supervisor.start({ exclusive: false });
    const { front } = await runBehind(runner, peer, field);
    front.meet('lost');
    await peer.say({ text: 'hello' });
    await eventually(() => expect(peer.shown(), name).toContain('You said: hello'));
    // Neither can be asked whether it took the beginning.
    const left = name === 'Telegram' || name === 'Teams' ? 1 : 0;
    expect(peer.shown(), name).toHaveLength(1 + left);
  }

  async function runBehind(runner: BotRunner, peer: ChatPeer, field: string | undefined) {
    const { origin } = new URL(String(field ? peer.channel[field] : (peer as TeamsPeer).url));
    const front = await startFront(origin);
    onTestFinished(async () => {
      await peer.stop();
      await front.stop();
    });
    if (field === undefined) (peer as TeamsPeer).standBehind(front.url);
    const address = field && { [field]: String(peer.channel[field]).replace(origin, front.url) };
    const id = await makeBot(runner, { ...peer, channel: { ...peer.channel, ...(address || {}) } });
    await runner.supervisor.apply(id);
    await eventually(async () => expect((await readBot(suite.database, id))?.status).toBe('running'));
    return { front, id };
  }

  async function meet(
    ...[runner, name, startPeer, field, fault]: [BotRunner, ...(typeof platforms)[number], Fault]
  ): Promise<void> {
    const peer = await startPeer();
    const { front, id } = await runBehind(runner, peer, field);
    // To signed HTTP any 2xx says that it was taken.
    if (fault !== 'page' || name !== 'signed HTTP') front.meet(fault);
    await peer.say({ text: 'hello' });
    await peer.say({ text: 'again' });
    const expected = ['You said: hello', 'You said: again'];
    const met = `${name}, ${fault}`;
    await eventually(async () => expect(await readBot(suite.database, id), met).toMatchObject({ answered_count: 2 }));
    const shown = peer.shown().filter((text) => !text.endsWith(' …'));
    const isLost = fault === 'silent' || fault === 'half-open';
    // WhatsApp cannot be asked what it took.
    const once = isLost && name === 'WhatsApp' ? [...new Set(shown)] : shown;
    expect(once, met).toEqual(expected);
    // Neither can be asked whether it took the beginning.
    const mayBeLeft = isLost && (name === 'Telegram' || name === 'Teams');
    expect(peer.shown().length - shown.length, met).toBeLessThanOrEqual(mayBeLeft ? 1 : 0);
  }
});
