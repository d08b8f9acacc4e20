import { expect, it, onTestFinished } from 'vitest';
import { startTestService } from '../../../test/service.ts';

async function start(environment: Record<string, string>) {
  const service = await startTestService(environment);
  onTestFinished(() => service.stop());
  return service;
}

it('tells once a minute of a limit that turned requests away, with its figure', async () => {
  const service = await start({ SIBYL_MAX_JSON_BYTES: '2000' });
  const project = await service.project();
  const long = { sql: `select '${'x'.repeat(3000)}'` };
  for (let count = 0; count < 3; count++)
    expect((await service.call('POST', `/projects/${project}/query`, long)).body.code).toBe('body_too_large');
  const path = `/projects/${project}/events?type=sibyl.limit.hit`;
  const { body } = await service.until(path, (answer) => answer.body.length > 0);
  expect(body).toMatchObject([
    { subject: 'limits/body_too_large', data: { code: 'body_too_large', operation: 'runQuery', limit: 2000 } },
  ]);
});

it('tells of a limit of the whole service where the service is watched', async () => {
  const service = await start({ SIBYL_REQUESTS_PER_SECOND: '1' });
  const ask = () => service.call('GET', '/projects');
  const answers = await Promise.all([ask(), ask(), ask()]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.code).toBe('rate_limited');
  expect(refused?.headers.get('ratelimit')).toBe('"key";r=0;t=1');
  const { body } = await service.until('/api/events?type=sibyl.limit.hit', ({ status }) => status === 200);
  expect(body).toMatchObject([{ subject: 'limits/rate_limited' }]);
});
