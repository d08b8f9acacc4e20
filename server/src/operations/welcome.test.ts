import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestService } from '../../test/service.ts';
import { shareTestService } from '../../test/shared-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareTestService();
});
afterAll(() => service.stop());

test('GET / is a page that runs and loads nothing, and shows a curl for this very address', async () => {
  const { status, headers, text } = await service.call('GET', '/');

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
  expect(text).toContain(`${service.url}/api/projects/default/models/home_rentals_model/predict`);
  expect(text).not.toMatch(/<script|<link|<img|src=/);
});

test('every link of the page leads somewhere', async () => {
  const { text } = await service.call('GET', '/');

  const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, link]) => link);
  expect(links).toContain('/docs/');
  for (const link of links) expect((await service.call('GET', link)).status, link).toBe(200);
});
