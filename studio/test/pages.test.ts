// @module-tag long
/** Every page shows itself, asks nobody else, complains of nothing, and axe finds nothing. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../server/test/service.ts';
import { narrow, openBrowser, program, visit, wide } from './browser.ts';
import { pages, startFilledService } from './filled-service.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const colours = ['color-contrast', 'link-in-text-block'];
const withoutColours: RunOptions = { rules: Object.fromEntries(colours.map((rule) => [rule, { enabled: false }])) };
/** It has what only narrow pages have: the button of the menu, and the choice of an order. */
const ownColours = ['tables'];

interface Looks {
  colorScheme: 'light' | 'dark';
  isWide: boolean;
}

/** Faults in the look that the page has. Where it is wide and shows everything, colours are judged in both looks. */
async function faultsOf(name: string, page: Page, looks: Looks): Promise<string[]> {
  await page.evaluate(axe);
  if (!looks.isWide) return judge(page, ownColours.includes(name) ? {} : withoutColours);
  const first = await judge(page, {});
  const { colorScheme } = looks;
  await page.emulateMedia({ colorScheme: colorScheme === 'light' ? 'dark' : 'light' });
  await settle(page);
  // The other look has other colours, and nothing else that axe judges.
  const other = await judge(page, { runOnly: colours });
  await page.emulateMedia({ colorScheme });
  return [...first, ...other];
}

/** Only faults leave the page: the report of what passes is megabytes, and each crosses to this process in seconds. */
function judge(page: Page, rules: RunOptions): Promise<string[]> {
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'] });
  return page.evaluate<string[]>(`axe.run(${options}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`);
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
    { name: 'wide and light', isWide: true, settings: { ...wide, colorScheme: 'light' as const } },
    { name: 'narrow and dark', isWide: false, settings: { ...narrow, colorScheme: 'dark' as const } },
  ])('each shows itself, $name', async ({ isWide, settings }) => {
    const { page, complaints } = await visit(browser, service.url, { ...settings, reducedMotion: 'reduce' });
    const faults: Record<string, string[]> = {};
    for (const [name, { path, heading, open }] of Object.entries(pages)) {
      await page.goto(service.url + path);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await settle(page);
      if (open) {
        await open(page);
        await page.getByRole('dialog').waitFor();
        await settle(page);
      }
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      await page.evaluate("document.documentElement.dir = 'rtl'");
      const mirrored = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      await page.evaluate("document.documentElement.dir = 'ltr'");
      const found = [
        ...(await faultsOf(name, page, { ...settings, isWide })),
        ...complaints.splice(0),
        ...(overflow > 0 ? [`${overflow} px too wide`] : []),
        ...(mirrored > 0 ? [`${mirrored} px too wide from right to left`] : []),
      ];
      if (found.length > 0) faults[name] = found;
    }
    expect(faults).toEqual({});
  });
});
