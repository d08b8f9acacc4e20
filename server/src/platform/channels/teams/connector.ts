import { callPlatform, fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import type { ReplyAddress } from '../platform.ts';
import { cloudOf } from './clouds.ts';
import type { TeamsSettings } from './settings.ts';
import { signIn } from './sign-in.ts';

const label = 'Teams';
/** Time before its expiry at which a token is renewed. */
const spareMs = 5 * 60_000;

/** The Bot Connector (https://learn.microsoft.com/azure/bot-service/rest-api), called with the app's token. */
export class TeamsConnector {
  readonly #settings: TeamsSettings;
  readonly #fetch: typeof fetch;
  #token = { value: '', expires: 0 };

  constructor(settings: TeamsSettings, fetchChecked: typeof fetch) {
    this.#settings = settings;
    this.#fetch = fetchChecked;
  }

  /**
   * Requests a token.
   * @throws ChannelFailure `credentials` for an unknown app or a wrong password
   */
  async signIn(signal?: AbortSignal): Promise<string> {
    if (this.#token.expires > Date.now() + spareMs) return this.#token.value;
    const { tenant } = cloudOf(this.#settings);
    const { status, body } = await signIn(this.#settings, { tenant, fetch: this.#fetch, signal });
    const { access_token, expires_in, error } = fieldsOf(body);
    if (status !== 200) throw refusedSignIn(status, textOf(error));
    this.#token = { value: textOf(access_token), expires: Date.now() + Number(expires_in) * 1000 };
    return this.#token.value;
  }

  /** Sends an activity to a conversation, or replaces one. Returns its ID. */
  async send(address: ReplyAddress, method: 'POST' | 'PUT', activity: string, content: object): Promise<string> {
    const service = textOf(address.service).replace(/\/$/, '');
    const conversation = encodeURIComponent(textOf(address.conversation));
    const { status, body } = await callPlatform({
      label,
      fetch: this.#fetch,
      method,
      url: `${service}/v3/conversations/${conversation}/activities${activity && `/${encodeURIComponent(activity)}`}`,
      headers: { authorization: `Bearer ${await this.signIn()}` },
      body: content,
    });
    if (status < 300) return textOf(fieldsOf(body).id);
    if (status === 401) {
      this.#token.expires = 0;
      throw new ChannelFailure('credentials', `${label} says 401: the token of the app is not taken any more.`);
    }
    const isTooLong = status === 413 || textOf(fieldsOf(fieldsOf(body).error).code) === 'MessageSizeTooBig';
    throw new ChannelFailure(isTooLong ? 'too_long' : 'refused', `${label} says ${status}: ${reasonIn(body)}.`);
  }
}

function refusedSignIn(status: number, error: string): ChannelFailure {
  const sentence = `The sign-in of Microsoft says ${error || status}: the app ID or its password is wrong, and so is its token.`;
  return new ChannelFailure('credentials', sentence);
}

function reasonIn(body: unknown): string {
  return textOf(fieldsOf(fieldsOf(body).error).message).slice(0, 200) || 'no reason';
}
