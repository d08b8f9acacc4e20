import { callPlatform, fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import type { WhatsappSettings } from './settings.ts';

const label = 'WhatsApp';
/** From https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const badCredentials = new Set([0, 3, 10, 190, 200]);
const tooMany = new Set([4, 80007, 130429, 131048, 131056]);
const passing = new Set([1, 2, 131000, 131016]);

/** Calls the Cloud API: a path below the phone number, or with two slashes below the API itself. */
export type WhatsappApi = (path: string, body?: object, signal?: AbortSignal) => Promise<Record<string, unknown>>;

export function openWhatsappApi(settings: WhatsappSettings, fetchChecked: typeof fetch): WhatsappApi {
  const base = graphOf(settings);
  return async (path, body, signal) => {
    const answer = await callPlatform({
      label,
      fetch: fetchChecked,
      url: path.startsWith('//') ? base + path.slice(1) : `${base}/${settings.phone_number_id}${path}`,
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${settings.access_token}` },
      body,
      signal,
    });
    if (answer.status < 300) return fieldsOf(answer.body);
    throw failureOf(answer.status, fieldsOf(fieldsOf(answer.body).error));
  };
}

export function graphOf({ api_url }: WhatsappSettings): string {
  return (api_url ?? 'https://graph.facebook.com/v26.0').replace(/\/$/, '');
}

function failureOf(status: number, { code, message }: Record<string, unknown>): ChannelFailure {
  const number = Number(code ?? Number.NaN);
  if (status === 401 || badCredentials.has(number))
    return new ChannelFailure(
      'credentials',
      `${label} says ${status}: the access token is wrong or lacks a permission.`,
    );
  if (tooMany.has(number))
    return new ChannelFailure('temporary', `${label} says that this is too many messages.`, { retryAfterMs: 10_000 });
  const isTooLong = number === 100 && /4096|too long|length/i.test(textOf(message));
  const kind = passing.has(number) ? 'temporary' : isTooLong ? 'too_long' : 'refused';
  return new ChannelFailure(kind, `${label} says ${status}: ${textOf(message).slice(0, 200) || 'no reason'}.`);
}
