import { WebhookRefusal } from '../failure.ts';
import type { WebhookRequest } from '../platform.ts';
import { headerOf } from '../signatures.ts';
import type { TeamsSettings } from './settings.ts';

const issuer = 'https://api.botframework.com';
const publishedKeys = 'https://login.botframework.com/v1/.well-known/keys';
const leewaySeconds = 300;

/** Who may send: the Bot Framework, by a token for this very app that names where it sends from. */
export type Verify = (request: WebhookRequest, serviceUrl: string) => Promise<void>;

/** Fetched once for a bot, and again when a key is not among them; it goes with the bot, whose settings name its address. */
type KeySet = ReturnType<typeof import('jose').createRemoteJWKSet>;

/** https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication */
export function createVerifier({ app_id, keys_url }: TeamsSettings, fetchChecked: typeof fetch): Verify {
  let keys: KeySet | undefined;
  return async (request, serviceUrl) => {
    const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose');
    const [, token = ''] = /^Bearer (\S+)$/i.exec(headerOf(request, 'authorization')) ?? [];
    keys ??= createRemoteJWKSet(new URL(keys_url ?? publishedKeys), { [customFetch]: fetchChecked });
    const rules = { issuer, audience: app_id, algorithms: ['RS256'], clockTolerance: leewaySeconds };
    const { payload } = await jwtVerify(token, keys, rules).catch(() => {
      throw new WebhookRefusal(401, 'The token of the Bot Framework is missing or wrong.');
    });
    // The token of the app is sent to this address: it must be one that the Bot Framework vouches for.
    if (serviceUrl === '' || payload.serviceurl !== serviceUrl)
      throw new WebhookRefusal(401, 'The token of the Bot Framework is for another service address.');
  };
}
