import { invalidField } from '../../errors.ts';
import type { CompletionInput } from '../../resources/agents/completions/schemas.ts';
import { A2aError, rpcCodes } from './failures.ts';
import type { GivenMessage, Part, RpcCall } from './schemas.ts';

/**
 * Converts a call into a question to the agent; its context is a conversation.
 * @throws ServiceError `invalid_input` without a message; A2aError for files and for notices to an address
 */
export function readCall({ params }: RpcCall): CompletionInput {
  const message = params?.message;
  if (message === undefined) throw invalidField('/params/message', 'is required', 'required');
  if (asksNotices(params?.configuration)) throw new A2aError(rpcCodes.pushNotifications, noNotices);
  const content = textOf(message);
  const { contextId } = message;
  return { messages: [{ role: 'user', content }], ...(contextId ? { conversation_id: contextId } : {}) };
}

const noNotices =
  '/params/configuration must not ask for push notifications: the answer comes with the response, or as its stream.';

/** The names of A2A 1.0 and of before it. */
const noticeFields = ['taskPushNotificationConfig', 'pushNotificationConfig'];

function asksNotices(configuration: unknown): boolean {
  const fields: Record<string, unknown> = Object(configuration);
  return noticeFields.some((name) => (fields[name] ?? null) !== null);
}

function textOf({ parts }: GivenMessage): string {
  return parts.map(tell).join('\n');
}

function tell({ text, data }: Part, at: number): string {
  if (text !== undefined) return text;
  if (data !== undefined) return JSON.stringify(data);
  throw new A2aError(rpcCodes.contentType, `/params/message/parts/${at} must be text or data: files are not read.`);
}
