import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Returns the time of an answer in ms. */
async function timeOf(path: string): Promise<number> {
  const since = performance.now();
  const { status } = await service.call('GET', path);
  expect(status).toBe(200);
  return performance.now() - since;
}

test('the document is written once: who asks for it again and again holds nobody up', async () => {
  const first = await timeOf('/openapi.yaml');
  const later: number[] = [];
  for (let time = 0; time < 5; time += 1) later.push(await timeOf('/openapi.yaml'));
  expect(Math.min(...later)).toBeLessThan(first / 10);
});
