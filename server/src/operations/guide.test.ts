// @module-tag long
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { provideChromium } from '../../test/chromium.ts';
import { startTestService } from '../../test/service.ts';

const program = provideChromium();

test.skipIf('missing' in program).for([
  { name: 'at the root', prefix: '' },
  { name: 'below the path of a proxy', prefix: '/sibyl' },
])('the guide opens $name, finds words and leads on, and its page asks nobody else', async ({ prefix }) => {
  const service = await startTestService(prefix === '' ? {} : { SIBYL_PUBLIC_URL: `http://127.0.0.1${prefix}` });
  const browser = await chromium.launch({
    executablePath: 'path' in program ? program.path : '',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) complaints.push(request.url());
    });
    await page.goto(`${service.url}${prefix}/docs/guide`);
    await page.getByRole('link', { name: 'Your CSV to an answer' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Your CSV to an answer' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${prefix}/docs/guide/your-csv`);
    await page.reload();
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('idempotency');
    await page.getByRole('option').first().waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    await service.stop();
  }
});

test('what the playground does not have is a problem document', async () => {
  const service = await startTestService();
  try {
    expect(await service.call('GET', '/docs/none')).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
  } finally {
    await service.stop();
  }
});

test('the guide has no page of another name, and gives no other file away', async () => {
  const service = await startTestService();
  try {
    for (const path of ['none', '..%2fconfig.ts', 'assets', '%2e%2e/config.ts'])
      expect((await service.call('GET', `/docs/guide/${path}`)).status, path).toBe(404);
    const { headers, text } = await service.call('GET', '/docs/guide/your-csv');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^;]+; style-src/);
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(text).not.toContain('/sibyl-guide-base/');
  } finally {
    await service.stop();
  }
});
