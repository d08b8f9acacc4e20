import { fieldsOf, textOf } from '../call-platform.ts';
import { joinIds } from '../identity.ts';
import type { Inbound } from '../platform.ts';
import { buttonMark } from './blocks.ts';

/** Commands that the bot handles itself; for any other one the agent gets the text after it. */
const own = new Set(['/help', '/new', '/sources', '/start', '/reset']);

/**
 * Reads a slash command (https://docs.slack.dev/interactivity/implementing-slash-commands), which is always for the
 * bot.
 */
export function readCommand(payload: Record<string, unknown>): Inbound | undefined {
  const command = textOf(payload.command);
  if (!command.startsWith('/')) return undefined;
  const asked = textOf(payload.text).trim();
  const isOwn = own.has(`/${asked.toLowerCase()}`);
  const text = own.has(command) ? command : isOwn ? `/${asked.toLowerCase()}` : asked || '/help';
  return spoken(payload.trigger_id, payload.channel_id, payload.user_id, text);
}

/** Reads a press of a button of the bot. */
export function readButton(payload: Record<string, unknown>): Inbound | undefined {
  if (payload.type !== 'block_actions' || !Array.isArray(payload.actions)) return undefined;
  const { action_id, value } = fieldsOf(payload.actions[0]);
  if (!textOf(action_id).startsWith(buttonMark)) return undefined;
  const { id: channel } = fieldsOf(payload.channel);
  const pressed = textOf(value);
  return { ...spoken(payload.trigger_id, channel, fieldsOf(payload.user).id, ''), pressed };
}

function spoken(id: unknown, channel: unknown, user: unknown, text: string): Inbound {
  const place = textOf(channel);
  return {
    id: joinIds(place, textOf(id)),
    conversation: place,
    address: { channel: place, thread: null },
    order: (Date.now() / 1000).toFixed(6).padStart(20, '0'),
    author: { id: textOf(user), name: '' },
    place,
    text,
    isForBot: true,
  };
}
