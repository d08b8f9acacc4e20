import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../../test/databases.ts';
import { startTestService, type TestService } from '../../../test/service.ts';

describeOnEachDatabase('the limit of webhooks', (suite) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ SIBYL_WEBHOOKS_PER_PROJECT: '3' }, suite.settings);
  });
  afterAll(() => service.stop());

  it('holds for those that are made at once', async () => {
    const project = await service.project();
    const create = (name: string) =>
      service.call('POST', `/projects/${project}/webhooks`, { name, url: 'http://127.0.0.1:1/', enabled: false });
    const responses = await Promise.all(Array.from({ length: 12 }, (_, index) => create(`hook-${index}`)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    const [refused] = responses.filter(({ status }) => status !== 201);
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'too_many_records', limit_name: 'webhooks', limit: 3 },
    });
  });
});
