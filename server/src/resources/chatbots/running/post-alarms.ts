import { newId } from '../../../ids.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import { readEventsOf } from '../../../platform/journal/read.ts';
import type { EventRecord } from '../../../platform/journal/record.ts';
import type { EventType } from '../../../platform/journal/types.ts';
import { countInConversation, touchConversation } from '../conversation-store.ts';
import { insertMessage } from '../message-store.ts';
import { type ChatbotParams, postedCauses } from '../params-schema.ts';
import { requirePlatform } from '../settings.ts';
import { advanceAlarms, type ChatbotRow } from '../store.ts';
import type { BotContext } from './bot-context.ts';
import { untouched } from './outgoing-row.ts';
import { tellAlarm } from './tell-alarm.ts';

type Asked = NonNullable<ChatbotParams['alarms']>;

/** Events that are looked at in one step, within some milliseconds. */
const eventsAtOnce = 2000;
/** Older alarms of a time in which the bot stood still are news to nobody. */
const mostAgeMs = 24 * 3_600_000;

/**
 * Puts alarms that were raised since the last look into the outbox of a bot. The place in the stream of events advances
 * in the same transaction, and only from where it was read: two nodes, or one that was killed, post none twice.
 */
export async function postAlarms(
  ctx: Pick<BotContext, 'database' | 'chatbotHub'>,
  bot: Pick<ChatbotRow, 'id' | 'project_id' | 'params' | 'channel' | 'channel_type' | 'alarms_position'>,
): Promise<void> {
  const { alarms } = decodeJson<ChatbotParams>(bot.params);
  if (!alarms || bot.alarms_position === null) return;
  const address = requirePlatform(bot.channel_type).addressOf?.(decodeJson(bot.channel), alarms.channel);
  const from = Number(bot.alarms_position);
  const types = typesOf(alarms);
  const { events, position } = await readEventsOf(ctx.database, bot.project_id, {
    types,
    after: from,
    most: eventsAtOnce,
  });
  if (position === from) return;
  const news = address ? events.filter((event) => isAsked(alarms, event)) : [];
  const woken = await transact(ctx.database, async (transaction) => {
    if (!(await advanceAlarms(transaction, bot.id, { from, to: position }))) return undefined;
    return news.length === 0
      ? undefined
      : write(transaction, { bot, channel: alarms.channel, address: encodeJson(address) }, news);
  });
  if (woken) ctx.chatbotHub.wake(bot.id, woken);
}

function typesOf({ causes }: Asked): ReadonlySet<EventType> {
  const asked = causes ?? postedCauses.filter((cause) => cause !== 'retrained');
  return new Set(asked.map((cause) => `sibyl.model.${cause}` as const));
}

function isAsked({ models }: Asked, { data, time }: EventRecord): boolean {
  if (Date.now() - Date.parse(time) > mostAgeMs) return false;
  return models === undefined || models.includes(String(data.name)) || models.includes(String(data.id));
}

interface Outbox {
  bot: Pick<ChatbotRow, 'id'>;
  channel: string;
  address: ReturnType<typeof encodeJson>;
}

/** Returns the conversation that now has work. */
async function write(transaction: Transaction, { bot, channel, address }: Outbox, news: readonly EventRecord[]) {
  const now = new Date().toISOString();
  const conversation = await touchConversation(transaction, {
    id: newId('cnv'),
    chatbot_id: bot.id,
    platform_key: channel,
    author_name: '',
    begins_after: null,
    created_at: now,
    updated_at: now,
    message_count: 0,
  });
  for (const event of news)
    await insertMessage(transaction, {
      ...untouched,
      id: newId('msg'),
      chatbot_id: bot.id,
      conversation_id: conversation.id,
      direction: 'out',
      received_id: null,
      platform_order: '',
      author_id: null,
      author_name: null,
      text: tellAlarm(event),
      kind: 'alarm',
      address,
      status: 'waiting',
      created_at: now,
    });
  await countInConversation(transaction, conversation.id, news.length);
  return conversation.id;
}
