/**
 * Runs the platforms' own libraries against the simulated platforms of these tests, which proves that the simulations
 * are right.
 */
import { REST, type RESTOptions } from '@discordjs/rest';
import { WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { LogLevel, SocketModeClient } from '@slack/socket-mode';
import { WebClient } from '@slack/web-api';
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import { Bot, InputFile } from 'grammy';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDiscord } from '../../../test/chat/discord-peer.ts';
import { openReceiver } from '../../../test/chat/receiver.ts';
import { startSlack } from '../../../test/chat/slack-peer.ts';
import { startTelegram } from '../../../test/chat/telegram-peer.ts';
import { eventually } from '../../../test/service-process.ts';
import type { Inbound } from './platform.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const textsOf = (taken: Inbound[]) => taken.map(({ text }) => text);

test('grammY understands the peer of Telegram', async () => {
  const peer = await startTelegram();
  onTestFinished(() => peer.stop());
  const { bot_token, api_url } = peer.channel;
  const bot = new Bot(String(bot_token), { client: { apiRoot: String(api_url) } });
  const heard: string[] = [];
  bot.on('message:text', ({ message, from }) => void heard.push(`${from.first_name}: ${message.text}`));
  const pressed: string[] = [];
  bot.on('callback_query:data', async (context) => {
    pressed.push(context.callbackQuery.data);
    await context.answerCallbackQuery();
  });
  const polling = bot.start();
  await peer.say({ text: 'hello' });
  await eventually(() => expect(heard).toEqual(['Ann: hello']));
  const sent = await bot.api.sendMessage(1, '<b>hi</b>', { parse_mode: 'HTML' });
  await bot.api.editMessageText(1, sent.message_id, 'ho');
  expect(peer.shown()).toEqual(['ho']);
  await expect(bot.api.sendMessage(1, 'x'.repeat(4097))).rejects.toThrow('message is too long');
  const keyboard = { inline_keyboard: [[{ text: 'hats', callback_data: 'choice0-msg_1' }]] };
  await bot.api.sendMessage(1, 'Which?', { reply_markup: keyboard });
  expect(peer.buttons()).toEqual([{ label: 'hats', id: 'choice0-msg_1' }]);
  await peer.press('choice0-msg_1');
  await eventually(() => expect(pressed).toEqual(['choice0-msg_1']));
  await bot.api.sendPhoto(1, new InputFile(png, 'chart.png'));
  expect(peer.files()).toEqual(['chart.png']);
  await bot.stop();
  await polling;
});

test('the clients of Slack and the channel read the same', { tags: 'long' }, async () => {
  const peer = await startSlack({ mode: 'socket' });
  const { bot_token, app_token, api_url } = peer.channel;
  const slackApiUrl = `${api_url}/`;
  const web = new WebClient(String(bot_token), { slackApiUrl, retryConfig: { retries: 0 } });
  expect(await web.auth.test()).toMatchObject({ user_id: 'UBOT' });
  const { ts } = await web.chat.postMessage({ channel: 'D1', text: 'hi' });
  await web.chat.update({ channel: 'D1', ts: String(ts), text: 'ho' });
  expect(peer.shown()).toEqual(['ho']);
  await web.filesUploadV2({ channel_id: 'D1', filename: 'chart.png', file: png });
  expect(peer.files()).toEqual(['chart.png']);
  const socket = new SocketModeClient({
    appToken: String(app_token),
    clientOptions: { slackApiUrl },
    logLevel: LogLevel.ERROR,
  });
  const heard: unknown[] = [];
  socket.on('message', async ({ event, ack }) => {
    heard.push(event.text);
    await ack();
  });
  await socket.start();
  await peer.say({ text: 'hello' });
  await eventually(() => expect(heard).toEqual(['hello']));
  peer.renewSocket();
  await peer.say({ text: 'again' });
  await eventually(() => expect(heard).toEqual(['hello', 'again']));
  await socket.disconnect();
  const { channel, inlet, taken } = openReceiver(peer, { id: 'UBOT', name: 'helper' });
  await channel.start(inlet);
  await peer.say({ text: 'third' });
  await eventually(() => expect(textsOf(taken)).toEqual(['third']));
});

const rows = [{ type: 1, components: [{ type: 2, style: 2, label: 'hats', custom_id: 'choice0-msg_1' }] }];

test('the gateway client of Discord and the channel find back to a session alike', async () => {
  const peer = await startDiscord();
  const { bot_token, api_url } = peer.channel;
  const api = String(api_url).replace(/\/v10$/, '');
  // Its own undici sends through the dispatcher of whichever other one was loaded first, which takes no form of it.
  const makeRequest = fetch as unknown as RESTOptions['makeRequest'];
  const rest = new REST({ api, version: '10', retries: 0, makeRequest }).setToken(String(bot_token));
  const files = [{ name: 'chart.png', data: png }];
  const body = { attachments: [{ id: 0, filename: 'chart.png' }], components: rows };
  await rest.post('/channels/91/messages', { body, files });
  expect(peer.files()).toEqual(['chart.png']);
  await rest.post('/channels/91/messages', { body: { content: 'Which?', components: rows } });
  expect(peer.buttons()).toEqual([{ label: 'hats', id: 'choice0-msg_1' }]);
  const manager = new WebSocketManager({ token: String(bot_token), intents: 0, rest });
  onTestFinished(() => manager.destroy());
  const heard: string[] = [];
  manager.on(WebSocketShardEvents.Dispatch, (payload: GatewayDispatchPayload) => {
    if (payload.t === 'MESSAGE_CREATE') heard.push(payload.d.content);
  });
  manager.on(WebSocketShardEvents.Error, () => {});
  await manager.connect();
  await peer.say({ text: 'one' });
  await vi.waitFor(() => expect(heard).toEqual(['one']), { timeout: 10_000 });
  peer.closeGateway(4000);
  await peer.say({ text: 'two' });
  await vi.waitFor(() => expect(heard).toEqual(['one', 'two']), { timeout: 10_000 });
  expect(peer.connections).toEqual({ opened: 2, identified: 1 });
  await manager.destroy();
  const { channel, inlet, taken } = openReceiver(peer, { id: '42', name: 'helper' });
  await channel.start(inlet);
  await peer.say({ text: 'four' });
  await eventually(() => expect(textsOf(taken)).toEqual(['four']));
});
