import { dump } from 'js-yaml';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

vi.mock('js-yaml', async (original) => {
  const real = await original<{ dump: typeof dump }>();
  return { ...real, dump: vi.fn(real.dump) };
});

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('the document is written once, also after a writing that failed', async () => {
  const ask = async () => (await service.call('GET', '/openapi.yaml')).status;
  vi.mocked(dump).mockImplementationOnce(() => {
    throw new Error('no memory');
  });
  expect(await ask()).toBe(500);
  for (let time = 0; time < 3; time += 1) expect(await ask()).toBe(200);
  expect(dump).toHaveBeenCalledTimes(2);
});
