import { callPlatform, fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import type { DiscordSettings } from './settings.ts';

const label = 'Discord';

/** The REST API (https://discord.com/developers/docs/reference): a method and a path, what to send, the answer. */
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
    throw new ChannelFailure('refused', `${label} says ${status}: ${reason}.`);
  };
}
