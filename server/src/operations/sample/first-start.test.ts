import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

const base = '/projects/default/knowledge_bases/rental_handbook';
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ SIBYL_SAMPLE: '1' });
});
afterAll(() => service.stop());

it('begins with a handbook that answers', async () => {
  expect((await service.call('GET', base)).body).toMatchObject({ document_count: 10, embedding: null });
  const { passages } = (await service.call('POST', `${base}/search`, { query: 'what does a lost key cost?' })).body;
  expect(passages[0]).toMatchObject({ source: 'notice.md', heading: 'Giving notice and moving out > Moving out' });
});
