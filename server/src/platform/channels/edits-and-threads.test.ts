/** Edits, threads and messages out of order, in the form of each platform's documentation. */
import { expect, test } from 'vitest';
import { readMessage } from './discord/messages.ts';
import type { Inbound } from './platform.ts';
import { readEvent } from './slack/events.ts';
import { readActivity } from './teams/activities.ts';
import { readUpdate } from './telegram/updates.ts';

const bot = { id: '99', name: 'helper' };

interface Message {
  id: number;
  text: string;
  edited?: boolean;
  thread?: string;
}

/** The same message on each platform; in a group it mentions the bot. */
const platforms: Record<string, (message: Message) => Inbound | undefined> = {
  Telegram({ id, text, edited, thread }) {
    const topic = thread && { is_topic_message: true, message_thread_id: Number(thread) };
    const from = { id: 1, is_bot: false, username: 'ann' };
    const message = { message_id: id, from, chat: { id: -7, type: 'supergroup' }, text: `@helper ${text}`, ...topic };
    return readUpdate(edited ? { edited_message: message } : { message }, bot);
  },
  Slack({ id, text, edited, thread }) {
    const message = { user: 'U1', text: `<@99> ${text}`, ts: `17000000${id}.000100`, thread_ts: thread };
    const place = { type: 'message', channel: 'C1', channel_type: 'channel' };
    return readEvent(
      { event: edited ? { ...place, subtype: 'message_changed', message } : { ...place, ...message } },
      bot,
    );
  },
  Teams({ id, text, edited, thread = 'root' }) {
    const mention = { type: 'mention', text: '<at>helper</at>', mentioned: { id: '28:99' } };
    return readActivity({
      type: edited ? 'messageUpdate' : 'message',
      id: `${id}`,
      timestamp: `2026-01-01T00:00:00.${id}Z`,
      serviceUrl: 'https://smba.example.com/',
      from: { id: '29:1', name: 'Ann' },
      recipient: { id: '28:99' },
      conversation: { id: `19:channel;messageid=${thread}`, conversationType: 'channel' },
      entities: [mention],
      text: `<at>helper</at> ${text}`,
    });
  },
  Discord({ id, text, edited, thread = '500' }) {
    const author = { id: '1', username: 'ann' };
    const edited_timestamp = edited ? '2026-01-01T00:00:00Z' : null;
    const message = { id: `${id}`, type: 0, author, channel_id: thread, guild_id: '3', edited_timestamp };
    return readMessage({ ...message, mentions: [{ id: '99' }], content: `<@99> ${text}` }, bot);
  },
};
const each = Object.entries(platforms);

test.each(each)('%s: an edit is the same message with another text', (_platform, say) => {
  const [first, edit] = [say({ id: 10, text: 'teh hat' }), say({ id: 10, text: 'the hat', edited: true })];
  expect(first).toMatchObject({ text: 'teh hat', isForBot: true });
  expect(first?.isEdit).toBeUndefined();
  expect(edit).toEqual({ ...first, text: 'the hat', isEdit: true });
});

test.each(each)('%s: a thread is a conversation of its own, and is answered in it', (_platform, say) => {
  const [outside, inside] = [say({ id: 10, text: 'a' }), say({ id: 11, text: 'b', thread: '321' })];
  expect(inside?.conversation).not.toBe(outside?.conversation);
  expect(say({ id: 12, text: 'c', thread: '321' })?.conversation).toBe(inside?.conversation);
  expect(JSON.stringify(inside?.address)).toContain('321');
});

test.each(each)('%s: what comes out of order can be put in order', (_platform, say) => {
  const orders = [12, 10, 11].map((id) => say({ id, text: `${id}` })?.order ?? '');
  expect(orders.toSorted()).toEqual([10, 11, 12].map((id) => say({ id, text: `${id}` })?.order));
});
