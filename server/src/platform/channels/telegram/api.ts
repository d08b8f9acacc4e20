import { callPlatform, fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import type { TelegramSettings } from './settings.ts';

const label = 'Telegram';

interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** Calls a method of the Bot API (https://core.telegram.org/bots/api) and returns its result. */
export type TelegramApi = (method: string, parameters?: object, options?: CallOptions) => Promise<unknown>;

export function openTelegramApi(settings: TelegramSettings, fetchChecked: typeof fetch): TelegramApi {
  const base = `${apiOf(settings)}/bot${settings.bot_token}`;
  return async (method, parameters = {}, options = {}) => {
    const call = { label, fetch: fetchChecked, url: `${base}/${method}`, body: parameters, ...options };
    const { status, body } = await callPlatform(call);
    const { ok, result, description } = fieldsOf(body);
    if (ok === true) return result;
    throw failureOf(status, textOf(description));
  };
}

export function apiOf({ api_url }: TelegramSettings): string {
  return (api_url ?? 'https://api.telegram.org').replace(/\/$/, '');
}

function failureOf(status: number, description: string): ChannelFailure {
  if (status === 401 || status === 404)
    return new ChannelFailure('credentials', `${label} says ${status}: the bot token is wrong.`);
  if (status === 409)
    return new ChannelFailure('temporary', `${label} says 409: another program receives the messages of this bot.`);
  const kind = /too long/i.test(description) ? 'too_long' : 'refused';
  return new ChannelFailure(kind, `${label} says ${status}: ${description.slice(0, 200) || 'no reason'}.`);
}
