import { discoverOAuthProtectedResourceMetadata, extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { startTestService } from '../../../test/service.ts';

async function start(settings: Record<string, string> = {}) {
  const service = await startTestService(settings);
  onTestFinished(() => service.stop());
  return service;
}

it('tells the official client where it gets a token', async () => {
  const issuer = 'https://login.example.com';
  const { url } = await start({ SIBYL_OIDC_ISSUER: issuer, SIBYL_OIDC_AUDIENCE: 'sibyl' });
  const refused = await fetch(`${url}/mcp`, { method: 'POST', body: '{}' });
  expect(refused.status).toBe(401);
  const { resourceMetadataUrl } = extractWWWAuthenticateParams(refused);
  const told = await discoverOAuthProtectedResourceMetadata(`${url}/mcp`, { resourceMetadataUrl });
  expect(told).toMatchObject({ resource: `${url}/mcp`, authorization_servers: [issuer] });
  expect(await discoverOAuthProtectedResourceMetadata(`${url}/mcp`)).toEqual(told);
});

it('names the public address', async () => {
  const oidc = { SIBYL_OIDC_ISSUER: 'https://login.example.com', SIBYL_OIDC_AUDIENCE: 'sibyl' };
  const service = await start({ ...oidc, SIBYL_PUBLIC_URL: 'https://example.com/sibyl' });
  const { body } = await service.call('GET', '/.well-known/oauth-protected-resource');
  expect(body.resource).toBe('https://example.com/sibyl/mcp');
});

it('names nobody who issues tokens where only keys are accepted', async () => {
  const service = await start();
  await service.call('POST', '/api/keys', { name: 'root', role: 'admin' });
  const { body } = await service.call('GET', '/.well-known/oauth-protected-resource');
  expect(body).toMatchObject({ resource: `${service.url}/mcp`, bearer_methods_supported: ['header'] });
  expect(body).not.toHaveProperty('authorization_servers');
});

it('tells nothing while no key is needed', async () => {
  const { call } = await start();
  expect((await call('GET', '/.well-known/oauth-protected-resource')).status).toBe(404);
});
