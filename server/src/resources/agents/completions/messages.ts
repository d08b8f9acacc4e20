import { invalidField } from '../../../errors.ts';
import type { PlainMessage } from './prompt.ts';
import type { GivenMessage } from './schemas.ts';

/**
 * Converts both spellings of messages into one; the last message must be a question.
 * @throws ServiceError `invalid_input`
 */
export function readMessages(given: readonly GivenMessage[]): PlainMessage[] {
  const messages = given.flatMap(messagesOf);
  const last = messages.at(-1);
  const pointer = `/messages/${given.length - 1}`;
  if (last?.role !== 'user') throw invalidField(pointer, 'must be a question: role user, or question without answer');
  if (last.content.trim() === '') throw invalidField(pointer, 'must not be empty', 'too_short');
  return messages;
}

function messagesOf(message: GivenMessage): PlainMessage[] {
  if ('role' in message) return [{ role: message.role, content: message.content }];
  const asked = { role: 'user' as const, content: message.question };
  return message.answer ? [asked, { role: 'assistant', content: message.answer }] : [asked];
}
