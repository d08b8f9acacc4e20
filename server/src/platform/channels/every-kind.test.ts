/** Every kind of event that the platforms' own packages list, with what looks like a message in it. */
import { ActivityTypes } from 'botframework-schema';
import { GatewayDispatchEvents, MessageType } from 'discord-api-types/v10';
import { API_CONSTANTS } from 'grammy';
import { expect, test } from 'vitest';
import { startDiscord } from '../../../test/chat/discord-peer.ts';
import { openReceiver } from '../../../test/chat/receiver.ts';
import { startTeams } from '../../../test/chat/teams-peer.ts';
import { startTelegram } from '../../../test/chat/telegram-peer.ts';
import { eventually } from '../../../test/service-process.ts';
import type { Inbound } from './platform.ts';

const textsOf = (taken: Inbound[]) => taken.map(({ text }) => text);

test('of the kinds of updates of grammY only messages, edits and presses are taken', async () => {
  const peer = await startTelegram();
  const { channel, inlet, taken, failures } = openReceiver(peer, {
    id: '42',
    name: 'helper_bot',
  });
  await channel.start(inlet);
  const from = { id: 1, is_bot: false, first_name: 'Ann' };
  const chat = { id: 1, type: 'private' };
  const message = { message_id: 1, date: 1, chat };
  for (const kind of API_CONSTANTS.ALL_UPDATE_TYPES)
    await peer.update({
      [kind]: { message_id: 1, id: '1', date: 1, from, user: from, chat, message, text: kind, data: kind },
    });
  await peer.say({ text: 'last' });
  await eventually(() => expect(textsOf(taken)).toContain('last'));
  expect(textsOf(taken.filter(({ pressed }) => pressed === undefined))).toEqual(['message', 'edited_message', 'last']);
  expect(taken.flatMap(({ pressed }) => pressed ?? [])).toEqual(['callback_query']);
  expect(failures).toEqual([]);
});

test('of the events of Discord only messages that people write are taken', async () => {
  const peer = await startDiscord();
  const { channel, inlet, taken, failures } = openReceiver(peer, { id: '42', name: 'helper' });
  await channel.start(inlet);
  await peer.say({ text: 'first' });
  await eventually(() => expect(textsOf(taken)).toEqual(['first']));
  const author = { id: '71', username: 'ann' };
  const message = { channel_id: '91', author, mentions: [], attachments: [], type: MessageType.Default };
  const own = new Set<string>(['READY', 'RESUMED', 'MESSAGE_CREATE', 'INTERACTION_CREATE']);
  const others = Object.values(GatewayDispatchEvents).filter((kind) => !own.has(kind));
  for (const [at, kind] of others.entries()) peer.dispatch(kind, { ...message, id: String(5000 + at), content: kind });
  const ofPeople = [MessageType.Default, MessageType.Reply];
  const types = Object.values(MessageType).filter((type) => typeof type === 'number');
  for (const type of types.filter((one) => !ofPeople.includes(one)))
    peer.message({ ...message, id: String(6000 + type), type, content: `of type ${type}` });
  await peer.say({ text: 'last' });
  await eventually(() => expect(textsOf(taken)).toContain('last'));
  expect(textsOf(taken)).toEqual(['first', 'last']);
  expect(failures).toEqual([]);
});

test('of the activities of the Bot Framework only messages and their edits are taken', async () => {
  const peer = await startTeams();
  const { taken } = openReceiver(peer, { id: '28:bot', name: 'Helper' });
  const place = { conversation: { id: 'a-1', conversationType: 'personal' }, from: { id: '29:1', name: 'Ann' } };
  for (const type of Object.values(ActivityTypes))
    await peer.activity({ ...place, type, id: type, recipient: { id: '28:bot' }, text: type, timestamp: '2026-01-01' });
  expect(textsOf(taken).toSorted()).toEqual(['message', 'messageUpdate']);
});
