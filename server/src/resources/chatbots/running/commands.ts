import { nameSources } from '../../../platform/channels/markdown/reply.ts';
import type { ReplyCitation } from '../../../platform/channels/platform.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { type MessageRow, selectLastAnswer } from '../message-store.ts';
import type { ChatbotParams } from '../params-schema.ts';
import { sentences } from './sentences.ts';

const known = ['start', 'help', 'new', 'reset', 'sources'];

/** Returns the command of a message: `/start ref_42` is `start`. */
export function commandOf({ kind, text }: MessageRow): string | undefined {
  const [, name] = /^\/([a-z]+)(?:\s|$)/i.exec(kind === 'text' ? text : '') ?? [];
  return known.find((one) => one === name?.toLowerCase());
}

export function beginsAnew(message: MessageRow): boolean {
  return ['new', 'reset'].includes(commandOf(message) ?? '');
}

/** Returns the reply to a command; undefined when the agent must be asked. */
export async function answerCommand(
  database: Database,
  params: ChatbotParams,
  message: MessageRow,
): Promise<string | undefined> {
  if (message.kind === 'over_limit') return sentences.overLimit;
  if (message.kind === 'attachment') return sentences.attachment(message.text);
  if (beginsAnew(message)) return sentences.reset;
  const command = commandOf(message);
  if (command === 'start') return params.greeting ?? sentences.greeting;
  if (command === 'help') return sentences.help;
  return command === 'sources' ? tellSources(database, message) : undefined;
}

async function tellSources(database: Database, { conversation_id }: MessageRow): Promise<string> {
  const last = await selectLastAnswer(database, conversation_id);
  return (last?.citations && nameSources(decodeJson<ReplyCitation[]>(last.citations))) || sentences.noSources;
}
