import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import { cannotBeQueried } from '../failures.ts';
import { callServer, parseAnswer } from '../http/call-server.ts';

interface ServiceAccount {
  client_email: string;
  private_key: string;
  token_uri: string;
}

export interface AccessToken {
  token: string;
  /** Milliseconds since 1970. */
  until: number;
}

const scope = 'https://www.googleapis.com/auth/bigquery';
const earlyMs = 60_000;

/** Exchanges the key for an access token (https://developers.google.com/identity/protocols/oauth2/service-account). */
export async function fetchToken(outgoing: Outgoing, credentials: string, signal?: AbortSignal): Promise<AccessToken> {
  const account = readAccount(credentials);
  const assertion = await sign(account);
  const answer = await callServer(
    outgoing,
    {
      method: 'POST',
      url: account.token_uri,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
      maxBytes: 100_000,
      signal,
    },
    'credentials',
  );
  const said = parseAnswer(await answer.text()) as
    | { access_token?: string; expires_in?: number; error_description?: string }
    | undefined;
  if (!answer.ok || said?.access_token === undefined)
    throw cannotBeQueried(`Google refuses the key: ${said?.error_description ?? answer.status}`, 'credentials');
  return { token: said.access_token, until: Date.now() + (said.expires_in ?? 3600) * 1000 - earlyMs };
}

function readAccount(credentials: string): ServiceAccount {
  const account = parseAnswer(credentials) as Partial<ServiceAccount> | undefined;
  const { client_email, private_key, token_uri = 'https://oauth2.googleapis.com/token' } = account ?? {};
  if (typeof client_email === 'string' && typeof private_key === 'string')
    return { client_email, private_key, token_uri };
  throw cannotBeQueried('the credentials are not the JSON of the key of a service account', 'credentials');
}

async function sign({ client_email: issuer, private_key: pem, token_uri: audience }: ServiceAccount): Promise<string> {
  try {
    const token = new SignJWT({ scope }).setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).setIssuer(issuer);
    return await token.setAudience(audience).setIssuedAt().setExpirationTime('50m').sign(createPrivateKey(pem));
  } catch (error) {
    throw cannotBeQueried('the private_key of the credentials cannot be read', 'credentials', error);
  }
}
