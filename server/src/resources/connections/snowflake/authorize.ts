import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { cannotBeQueried } from '../failures.ts';

export interface SnowflakeParameters {
  account: string;
  url?: string;
  database: string;
  schema: string;
  schemas?: string[];
  warehouse: string;
  role: string;
  user?: string;
  private_key?: string;
  token?: string;
  token_type?: 'PROGRAMMATIC_ACCESS_TOKEN' | 'OAUTH';
}

/** https://docs.snowflake.com/en/developer-guide/sql-api/authenticating */
export async function authorize(parameters: SnowflakeParameters): Promise<Record<string, string>> {
  const { token, token_type: type = 'PROGRAMMATIC_ACCESS_TOKEN', user, private_key: key } = parameters;
  if (token !== undefined) return headersOf(token, type);
  if (key === undefined) throw cannotBeQueried('a private_key or a token is needed', 'private_key');
  if (user === undefined) throw cannotBeQueried('a private_key needs its user', 'user');
  return headersOf(await signToken(parameters.account, user, key), 'KEYPAIR_JWT');
}

function headersOf(token: string, type: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'x-snowflake-authorization-token-type': type };
}

async function signToken(account: string, user: string, pem: string): Promise<string> {
  try {
    const key = createPrivateKey(pem);
    const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
    const fingerprint = createHash('sha256').update(der).digest('base64');
    // The region after a dot is no part of the account's name.
    const subject = `${account.split('.')[0]}.${user}`.toUpperCase();
    const token = new SignJWT().setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).setSubject(subject);
    return await token.setIssuer(`${subject}.SHA256:${fingerprint}`).setIssuedAt().setExpirationTime('50m').sign(key);
  } catch (error) {
    throw cannotBeQueried(
      'the private_key cannot be read; it must be an unencrypted RSA key in PEM',
      'private_key',
      error,
    );
  }
}
