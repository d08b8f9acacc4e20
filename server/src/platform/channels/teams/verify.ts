import type { JWTPayload } from 'jose';
import { fieldsOf, textOf } from '../call-platform.ts';
import { WebhookRefusal } from '../failure.ts';
import type { WebhookRequest } from '../platform.ts';
import { headerOf } from '../signatures.ts';
import { cloudOf } from './clouds.ts';
import type { TeamsSettings } from './settings.ts';

const leewaySeconds = 300;

/** Accepts requests of the Bot Framework, by a token for this app that names the service address. */
export type Verify = (request: WebhookRequest, activity: Record<string, unknown>) => Promise<void>;

/** Cached per bot, whose settings name its address, and fetched again for an unknown key. */
type KeySet = ReturnType<typeof import('jose').createRemoteJWKSet>;

/** https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication */
export function createVerifier(settings: TeamsSettings, fetchChecked: typeof fetch): Verify {
  const { issuer, keys: address } = cloudOf(settings);
  const audience = audiencesOf(settings.app_id);
  let keys: KeySet | undefined;
  return async (request, activity) => {
    const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose');
    const [, token = ''] = /^Bearer (\S+)$/i.exec(headerOf(request, 'authorization')) ?? [];
    keys ??= createRemoteJWKSet(new URL(address), { [customFetch]: fetchChecked });
    const rules = { issuer, audience, algorithms: ['RS256'], clockTolerance: leewaySeconds, requiredClaims: ['exp'] };
    const { payload, protectedHeader } = await jwtVerify(token, keys, rules).catch(() => {
      throw new WebhookRefusal('The token of the Bot Framework is missing or wrong.');
    });
    requireService(payload, textOf(activity.serviceUrl));
    requireEndorsement(keys, protectedHeader.kid, textOf(activity.channelId));
  };
}

/** An app is named by its ID, or by one of the addresses that Entra gives it. */
function audiencesOf(appId: string): string[] {
  const ids = [...new Set([appId, appId.toLowerCase()])];
  return ids.flatMap((id) => [id, `api://${id}`, `api://botid-${id}`]);
}

/** The app's token is sent to this address, so the Bot Framework must confirm it. */
function requireService(payload: JWTPayload, serviceUrl: string): void {
  const vouched = textOf(payload.serviceurl ?? payload.serviceUrl);
  if (serviceUrl === '' || sameForm(vouched) !== sameForm(serviceUrl))
    throw new WebhookRefusal('The token of the Bot Framework is for another service address.');
}

function sameForm(address: string): string {
  return address.toLowerCase().replace(/\/+$/, '');
}

/** A key that is endorsed for some channels may sign only for those. */
function requireEndorsement(keys: KeySet, kid: string | undefined, channel: string): void {
  const key = keys.jwks()?.keys.find((one) => one.kid === kid);
  const { endorsements } = fieldsOf(key);
  if (Array.isArray(endorsements) && !endorsements.includes(channel))
    throw new WebhookRefusal(`The key of the Bot Framework is not for the channel ${channel.slice(0, 40)}.`);
}
