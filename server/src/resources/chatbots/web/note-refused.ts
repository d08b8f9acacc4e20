import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import type { ChatbotServices } from '../context.ts';
import { type ChatbotRow, updateRefusedOrigins } from '../store.ts';

const mostNoted = 5;
/** Pages say any origin, so a chatbot is written at most this often. */
const pauseMs = 10_000;
const originPattern = /^https?:\/\/[a-z\d.-]{1,200}(?::\d{1,5})?$/;
const notedAt = new WeakMap<object, Map<string, number>>();

/** Notes the origin of a page that may not show the chatbot, so that its owner can allow it. */
export async function noteRefused(
  { database }: Pick<ChatbotServices, 'database'>,
  { id, refused_origins }: ChatbotRow,
  origin: string,
): Promise<void> {
  const known = refused_origins === null ? [] : decodeJson<string[]>(refused_origins);
  if (!originPattern.test(origin) || known.includes(origin)) return;
  const times = notedAt.get(database) ?? new Map<string, number>();
  notedAt.set(database, times);
  if (performance.now() - (times.get(id) ?? -pauseMs) < pauseMs) return;
  times.set(id, performance.now());
  await updateRefusedOrigins(database, id, encodeJson([origin, ...known].slice(0, mostNoted)));
}
