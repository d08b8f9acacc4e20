import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { type Caller, roles } from '../../caller.ts';
import { isLoopbackHost } from '../../config/addresses.ts';
import { type Config, ConfigError } from '../../config.ts';
import { ServiceError } from '../../errors.ts';
import type { Database } from '../../platform/db/schema.ts';
import { findProjectIds } from '../projects/service.ts';

const cacheMs = 60_000;
const maxCached = 1000;
const maxProjects = 1000;
/** Maximum length of `sub` in OpenID Connect. */
const longestSubject = 255;
/** Asymmetric algorithms only: with a shared secret others could sign as well. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** jose error codes that are the issuer's fault, not the token's. */
const issuerFaults = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);

type Settings = Pick<Config, 'oidcIssuer' | 'oidcAudience' | 'oidcRoleClaim' | 'oidcProjectsClaim'>;

/** Returns whether a credential has the form of a JWT: three parts of base64url. */
export function isToken(credential: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential);
}

/** Returns the expiry of a verified token in ms. */
export function expiryOf(token: string): number {
  const payload: { exp: number } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  return payload.exp * 1000;
}

/** Verifies bearer tokens of an OpenID Connect issuer. A verified token is trusted for a minute. */
export class TokenVerifier {
  readonly #settings: Settings;
  readonly #database: Database;
  readonly #kept = new Map<string, { caller: Caller; until: number }>();
  #keys: Promise<JWTVerifyGetKey> | undefined;

  private constructor(settings: Settings, database: Database) {
    this.#settings = settings;
    this.#database = database;
  }

  /**
   * @returns undefined when no issuer is set
   * @throws ConfigError when the settings would accept tokens for other services
   */
  static open(settings: Settings, database: Database): TokenVerifier | undefined {
    if (settings.oidcIssuer === '') return undefined;
    if (settings.oidcAudience === '')
      throw new ConfigError(
        'SIBYL_OIDC_ISSUER needs SIBYL_OIDC_AUDIENCE, so that tokens for other services are refused.',
      );
    return new TokenVerifier(settings, database);
  }

  /** Returns the token's caller, synchronously when verified within the last minute. @throws ServiceError */
  find(token: string): Caller | undefined | Promise<Caller | undefined> {
    const kept = this.#kept.get(token);
    return kept && kept.until > Date.now() ? kept.caller : this.#verify(token);
  }

  async #verify(token: string): Promise<Caller | undefined> {
    const payload = await this.#readPayload(token);
    if (payload === undefined) return undefined;
    const caller = await this.#callerOf(payload);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= maxCached && oldest !== undefined) this.#kept.delete(oldest);
    const until = Math.min(Date.now() + cacheMs, (payload.exp ?? 0) * 1000);
    this.#kept.set(token, { caller, until });
    return caller;
  }

  /** Returns undefined for an invalid token. */
  async #readPayload(token: string): Promise<JWTPayload | undefined> {
    const { errors, jwtVerify } = await import('jose');
    const { oidcIssuer: issuer, oidcAudience: audience } = this.#settings;
    const requiredClaims = ['exp', 'sub'];
    try {
      const options = { issuer, audience, algorithms, requiredClaims, clockTolerance: 5 };
      const { payload } = await jwtVerify(token, await this.#issuerKeys(), options);
      // Truncation could make two subjects equal.
      return (payload.sub ?? '').length <= longestSubject ? payload : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError && !issuerFaults.has(error.code)) return undefined;
      throw new ServiceError('issuer_unavailable', 'The keys of the token issuer cannot be fetched.', {
        cause: error,
      });
    }
  }

  /** Loads the issuer's keys at the first token, so that it cannot delay the start; retried after a failure. */
  #issuerKeys(): Promise<JWTVerifyGetKey> {
    this.#keys ??= readIssuerKeys(this.#settings.oidcIssuer).catch((error) => {
      this.#keys = undefined;
      throw error;
    });
    return this.#keys;
  }

  async #callerOf(payload: JWTPayload): Promise<Caller> {
    const { oidcRoleClaim, oidcProjectsClaim } = this.#settings;
    const given = wordsOf(claimOf(payload, oidcRoleClaim));
    const role = roles.find((one) => given.includes(one));
    if (role === undefined)
      throw new ServiceError('not_permitted', `The token's claim ${oidcRoleClaim} names none of ${roles.join(', ')}.`);
    const named = claimOf(payload, oidcProjectsClaim);
    const projects =
      named === undefined
        ? undefined
        : new Set(await findProjectIds(this.#database, wordsOf(named).slice(0, maxProjects)));
    return { actor: `oidc:${payload.sub}`, role, projects };
  }
}

async function readIssuerKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await import('jose');
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(address, { signal: AbortSignal.timeout(5000), redirect: 'error' });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const document = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
  if (document.issuer !== issuer) throw new Error(`${address} speaks for another issuer`);
  const keys = new URL(String(document.jwks_uri));
  if (keys.protocol !== 'https:' && !isLoopbackHost(keys.hostname)) throw new Error(`${keys} is not reached by https`);
  return createRemoteJWKSet(keys);
}

/** Reads a claim by name or by dotted path, such as `realm_access.roles`. */
function claimOf(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  return name.split('.').reduce<unknown>((node, part) => {
    const inside = typeof node === 'object' && node !== null && Object.hasOwn(node, part);
    return inside ? (node as Record<string, unknown>)[part] : undefined;
  }, payload);
}

function wordsOf(claim: unknown): string[] {
  return [claim].flat().filter((word) => typeof word === 'string');
}
