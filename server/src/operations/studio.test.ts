import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestService } from '../../test/service.ts';
import { shareTestService } from '../../test/shared-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareTestService();
});
afterAll(() => service.stop());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('a browser gets the studio at / and at every page of it, and curl what it got before', async () => {
  for (const path of ['/', '/p/default/tables/homes?tab=rows', '/settings/keys', '/sign-in']) {
    const { status, headers, text } = await service.call('GET', path, undefined, browser);
    expect(status, path).toBe(200);
    expect(text, path).toContain('<div id="studio">');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'; /);
    expect(headers.get('cache-control')).toBe('no-cache');
  }
  for (const accept of ['*/*', 'application/json']) {
    const { text } = await service.call('GET', '/', undefined, { accept });
    expect(text).toContain('curl \\');
  }
});

test('an address that is nobody\u2019s stays a problem document, also for a browser', async () => {
  for (const path of ['/nowhere', '/api/nowhere', '/assets/..%2findex.html', '/assets/nothing.js']) {
    const { status, headers } = await service.call('GET', path, undefined, browser);
    expect(status, path).toBe(404);
    expect(headers.get('content-type'), path).toMatch('application/problem+json');
  }
  expect((await service.call('GET', '/p/default', undefined, { accept: 'application/json' })).status).toBe(404);
});

test('files of the page are kept for good and come compressed, the first page below 200 kB in all', async () => {
  const { text } = await service.call('GET', '/', undefined, browser);
  const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
  let bytes = 0;
  for (const file of files) {
    const response = await fetch(service.url + file, { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('cache-control'), file).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding'), file).toBe('gzip');
    bytes += Number(response.headers.get('content-length'));
  }
  expect(files.length).toBeGreaterThan(2);
  expect(bytes).toBeLessThan(200_000);
});
