// @module-tag long
/** Every page shows itself, asks nobody else, complains of nothing, and axe finds nothing. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../server/test/service.ts';
import { narrow, openBrowser, program, visit, wide } from './browser.ts';
import { pages, startFilledService } from './filled-service.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Waits for what is read or drawn; the policy of the page forbids to ask it by a text that is run. */
async function settle(page: Page): Promise<void> {
  const unready = page.locator('[aria-busy="true"], .mantine-Skeleton-root');
  await expect.poll(() => unready.count(), { message: page.url() }).toBe(0);
}

describe.skipIf('missing' in program)('pages of the studio', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startFilledService();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.for([
    { name: 'wide and light', settings: { ...wide, colorScheme: 'light' as const } },
    { name: 'narrow and dark', settings: { ...narrow, colorScheme: 'dark' as const } },
  ])('each shows itself, $name', async ({ settings }) => {
    const { page, complaints } = await visit(browser, service.url, settings);
    const faults: Record<string, string[]> = {};
    for (const [name, { path, heading }] of Object.entries(pages)) {
      await page.goto(service.url + path);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await settle(page);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      const found = [
        ...(await faultsOf(page)),
        ...complaints.splice(0),
        ...(overflow > 0 ? [`${overflow} px too wide`] : []),
      ];
      if (found.length > 0) faults[name] = found;
    }
    expect(faults).toEqual({});
  });
});
