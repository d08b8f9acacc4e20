import { callPlatform, fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import type { SlackSettings } from './settings.ts';

const label = 'Slack';
const badCredentials = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'missing_scope',
  'not_allowed_token_type',
]);
const passing = new Set(['ratelimited', 'fatal_error', 'internal_error', 'service_unavailable', 'request_timeout']);

/** Calls a method of the Web API (https://api.slack.com/web) and returns its response. */
export type SlackApi = (
  method: string,
  parameters?: Record<string, unknown>,
  signal?: AbortSignal,
) => Promise<SlackAnswer>;
export type SlackAnswer = Record<string, unknown>;

/** Returns the address of the Web API, without a slash at its end. */
export function apiUrlOf({ api_url = 'https://slack.com/api' }: SlackSettings): string {
  return api_url.replace(/\/$/, '');
}

export function openSlackApi(settings: SlackSettings, token: string, fetchChecked: typeof fetch): SlackApi {
  const base = apiUrlOf(settings);
  return async (method, parameters = {}, signal) => {
    const { status, body } = await callPlatform({
      label,
      fetch: fetchChecked,
      url: `${base}/${method}`,
      headers: { authorization: `Bearer ${token}` },
      // All methods accept forms, but not all accept JSON.
      body: new URLSearchParams(Object.entries(parameters).flatMap(formField)),
      signal,
    });
    const answer = fieldsOf(body);
    if (answer.ok === true) return answer;
    throw failureOf(status, textOf(answer.error), textOf(answer.needed));
  };
}

function formField([name, value]: [string, unknown]): [string, string][] {
  if (value === undefined || value === null) return [];
  return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
}

function failureOf(status: number, error: string, needed: string): ChannelFailure {
  if (badCredentials.has(error)) {
    const reason =
      error === 'missing_scope' ? `the token lacks the scope ${needed}` : 'the token is wrong or was revoked';
    return new ChannelFailure('credentials', `${label} says ${error}: ${reason}.`);
  }
  const kind = passing.has(error) ? 'temporary' : error === 'msg_too_long' ? 'too_long' : 'refused';
  return new ChannelFailure(kind, `${label} says ${error || status}.`);
}
