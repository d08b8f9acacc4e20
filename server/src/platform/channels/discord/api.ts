import { callPlatform, fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import type { DiscordSettings } from './settings.ts';

const label = 'Discord';

/** Calls the REST API (https://discord.com/developers/docs/reference) by method and path; returns its response. */
export type DiscordApi = (method: string, path: string, body?: object, signal?: AbortSignal) => Promise<unknown>;

export function openDiscordApi(settings: DiscordSettings, fetchChecked: typeof fetch): DiscordApi {
  const base = (settings.api_url ?? 'https://discord.com/api/v10').replace(/\/$/, '');
  return async (method, path, body, signal) => {
    const { status, body: answer } = await callPlatform({
      label,
      fetch: fetchChecked,
      url: base + path,
      method,
      headers: { authorization: `Bot ${settings.bot_token}` },
      body,
      signal,
    });
    if (status < 300) return answer;
    if (status === 401) throw new ChannelFailure('credentials', `${label} says 401: the bot token is wrong.`);
    const reason = textOf(fieldsOf(answer).message).slice(0, 200) || 'no reason';
    const kind = isTooLong(answer) ? 'too_long' : 'refused';
    throw new ChannelFailure(kind, `${label} says ${status}: ${reason}.`);
  };
}

/** `{errors: {content: {_errors: [{code: 'BASE_TYPE_BAD_LENGTH'}]}}}`, or with a maximum. */
function isTooLong(answer: unknown): boolean {
  const { content } = fieldsOf(fieldsOf(answer).errors);
  const { _errors } = fieldsOf(content);
  return Array.isArray(_errors) && _errors.some((one) => /LENGTH|MAX/.test(textOf(fieldsOf(one).code)));
}
