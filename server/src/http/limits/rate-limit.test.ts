import { expect, it, onTestFinished } from 'vitest';
import { startTestService } from '../../../test/service.ts';
import { type RatePolicy, RateWindows } from './rate-limit.ts';

async function start(environment: Record<string, string>) {
  const service = await startTestService(environment);
  onTestFinished(() => service.stop());
  return service;
}

const bearer = ({ secret }: { secret: string }) => ({ authorization: `Bearer ${secret}` });

it('holds each key to the rate of the service, one with a rate of its own to that, and says so in every answer', async () => {
  const service = await start({ SIBYL_REQUESTS_PER_SECOND: '100' });
  const admin = bearer((await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body);
  const own = { name: 'own', role: 'viewer', requests_per_second: 2 };
  const made = (await service.call('POST', '/api/keys', own, admin)).body;
  expect(made.requests_per_second).toBe(2);
  const ask = () => service.call('GET', '/projects', undefined, bearer(made));
  const answers = await Promise.all([ask(), ask(), ask(), ask(), ask()]);
  const refused = answers.find(({ status }) => status === 429);
  const problem = { code: 'rate_limited', limit_name: 'requests_per_second', limit: 2, 'violated-policies': ['key'] };
  expect(refused?.body).toMatchObject(problem);
  expect(refused?.headers.get('retry-after')).toBe('1');
  expect(refused?.headers.get('ratelimit-policy')).toBe('"key";q=2;w=1');
  expect(refused?.headers.get('ratelimit')).toBe('"key";r=0;t=1');
  const usual = await service.call('GET', '/projects', undefined, admin);
  expect(usual.headers.get('ratelimit-policy')).toBe('"key";q=100;w=1');
  expect(usual.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=1$/);
  expect((await service.call('PUT', '/api/keys/own', { requests_per_second: null }, admin)).status).toBe(200);
  expect((await ask()).headers.get('ratelimit-policy')).toBe('"key";q=100;w=1');
});

it('counts requests to a project from all keys together, and none of those who may not know of it', async () => {
  const service = await start({});
  const admin = bearer((await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body);
  const limits = { requests_per_second: 3 };
  await service.call('POST', '/projects', { name: 'shared', limits }, admin);
  await service.call('POST', '/projects', { name: 'elsewhere' }, admin);
  const stranger = { name: 'stranger', role: 'viewer', projects: ['elsewhere'] };
  const foreign = bearer((await service.call('POST', '/api/keys', stranger, admin)).body);
  const missing = await service.call('GET', '/projects/shared/tables', undefined, foreign);
  expect([missing.status, missing.headers.get('ratelimit-policy')]).toEqual([404, null]);
  const others = [bearer((await service.call('POST', '/api/keys', { name: 'b', role: 'viewer' }, admin)).body), admin];
  const asks = Array.from({ length: 10 }, (_, index) =>
    service.call('GET', '/v1/api/projects/shared/tables', undefined, others[index % 2]),
  );
  const refused = (await Promise.all(asks)).find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ limit: 3, 'violated-policies': ['project'] });
});

it('answers who watches the service however often they ask', async () => {
  const service = await start({ SIBYL_REQUESTS_PER_SECOND: '1' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => service.call('GET', '/health/live')));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
});

it('begins a window with the first request and forgets those that are over', () => {
  const windows = new RateWindows();
  const policy: RatePolicy = { name: 'key', partition: 'a', perSecond: 2 };
  windows.take(policy, 1000);
  expect(windows.left(policy, 1999)).toBe(1);
  windows.take(policy, 1999);
  expect(windows.left(policy, 1999)).toBe(0);
  expect(windows.left(policy, 2000)).toBe(2);
  expect(windows.left({ ...policy, partition: 'b' }, 1999)).toBe(2);
});
