import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

/** An OpenID Connect issuer on this machine, with discovery and keys. */
interface Issuer {
  url: string;
  privateKey: CryptoKey;
  server: Server;
}

async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
  const server = createServer((request, response) => {
    const discovery = request.url === '/.well-known/openid-configuration';
    response.end(JSON.stringify(discovery ? { issuer: url, jwks_uri: `${url}/keys` } : { keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, privateKey, server };
}

describe('tokens of an issuer', () => {
  let issuer: Issuer;
  let service: TestService;
  let own: string;

  beforeAll(async () => {
    issuer = await startIssuer();
    service = await startTestService({
      SIBYL_OIDC_ISSUER: issuer.url,
      SIBYL_OIDC_AUDIENCE: 'sibyl',
      SIBYL_OIDC_ROLE_CLAIM: 'realm_access.roles',
    });
    own = (await ask('POST', '/projects', await sign({}), { name: 'own' })).body.name;
  });
  afterAll(async () => {
    await service.stop();
    issuer.server.close();
  });

  interface Token {
    role?: unknown;
    projects?: string[];
    audience?: string;
    from?: string;
    expires?: string;
    key?: CryptoKey | Uint8Array;
    algorithm?: string;
  }

  function sign({ role = ['unknown', 'admin'], projects, audience = 'sibyl', expires = '5m', ...rest }: Token) {
    return new SignJWT({ realm_access: { roles: role }, sibyl_projects: projects })
      .setProtectedHeader({ alg: rest.algorithm ?? 'RS256', kid: 'one' })
      .setIssuer(rest.from ?? issuer.url)
      .setAudience(audience)
      .setSubject('ann')
      .setExpirationTime(expires)
      .sign(rest.key ?? issuer.privateKey);
  }

  const ask = (method: string, path: string, token: string, body?: object) =>
    service.call(method, path, body, { authorization: `Bearer ${token}` });

  it('let in with the role that they name, and no one else', async () => {
    expect((await ask('GET', '/api/session', await sign({}))).body).toMatchObject({ actor: 'oidc:ann', role: 'admin' });
    expect((await service.call('GET', '/projects')).status).toBe(401);
    const viewer = await sign({ role: 'viewer' });
    expect((await ask('GET', '/projects', viewer)).status).toBe(200);
    expect(await ask('POST', '/projects', viewer, { name: 'x' })).toMatchObject({ status: 403 });
    const none = await ask('GET', '/projects', await sign({ role: ['root', 7] }));
    expect(none).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
  });

  it('reach the projects that they name alone', async () => {
    const limited = await sign({ role: 'viewer', projects: [own, 'nowhere'] });
    expect((await ask('GET', '/projects', limited)).body.map(({ name }: { name: string }) => name)).toEqual([own]);
    expect((await ask('GET', '/projects/default', limited)).status).toBe(404);
    expect((await ask('GET', '/projects', await sign({ role: 'viewer', projects: [] }))).body).toEqual([]);
  });

  it('may make a first key that is no admin key, for an admin comes by token', async () => {
    const made = await ask('POST', '/api/keys', await sign({}), { name: 'shop', role: 'predictor' });
    expect(made).toMatchObject({ status: 201, body: { created_by: 'oidc:ann' } });
    expect((await ask('GET', '/api/session', made.body.secret)).body).toMatchObject({ role: 'predictor' });
  });

  it('are refused when they are another issuer’s, for another service, out of date or forged', async () => {
    const { privateKey: foreign } = await generateKeyPair('RS256');
    const shared = new TextEncoder().encode('a secret that anybody could have guessed');
    const wrong: Token[] = [
      { from: 'https://login.example.com' },
      { audience: 'another' },
      { expires: '-1m' },
      { key: foreign },
      { key: shared, algorithm: 'HS256' },
    ];
    for (const token of wrong) {
      const answer = await ask('GET', '/projects', await sign(token));
      expect(answer, JSON.stringify(token)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    }
    const [, payload] = (await sign({})).split('.');
    expect((await ask('GET', '/projects', `${btoa('{"alg":"none"}').replaceAll('=', '')}.${payload}.x`)).status).toBe(
      401,
    );
  });
});

it('says so when the issuer cannot be reached', async () => {
  const issuer = await startIssuer();
  await new Promise((resolve) => issuer.server.close(resolve));
  const service = await startTestService({ SIBYL_OIDC_ISSUER: issuer.url, SIBYL_OIDC_AUDIENCE: 'sibyl' });
  try {
    const answer = await service.call('GET', '/projects', undefined, { authorization: 'Bearer e30.e30.e30' });
    expect(answer).toMatchObject({ status: 503, body: { code: 'issuer_unavailable' } });
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(answer.text).not.toContain(issuer.url);
  } finally {
    await service.stop();
  }
});

it('needs to be told for whom tokens are', async () => {
  await expect(startTestService({ SIBYL_OIDC_ISSUER: 'https://login.example.com' })).rejects.toThrow(
    'needs SIBYL_OIDC_AUDIENCE',
  );
});
