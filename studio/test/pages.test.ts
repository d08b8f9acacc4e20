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

type Look = 'wide' | 'narrow';
const looks = {
  wide: { viewport: wide.viewport, colorScheme: 'light' as const },
  narrow: { viewport: narrow.viewport, colorScheme: 'dark' as const },
};

/** Gives the page a look, as when a tablet is turned in the evening. */
async function wear(page: Page, look: Look): Promise<void> {
  const { viewport, colorScheme } = looks[look];
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
}

/** Faults in the look that the page has. Where it is wide and shows everything, colours are judged dark too. */
async function faultsOf(name: string, page: Page, look: Look): Promise<string[]> {
  const faults = await overflowOf(page);
  if (look === 'narrow') return [...faults, ...(await judge(page, ownColours.includes(name) ? {} : withoutColours))];
  faults.push(...(await judge(page, {})));
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  return [...faults, ...(await judge(page, { runOnly: colours }))];
}

/** What is wider than the page, in both directions of writing. */
async function overflowOf(page: Page): Promise<string[]> {
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  const straight = await overflow();
  await page.evaluate("document.documentElement.dir = 'rtl'");
  const mirrored = await overflow();
  await page.evaluate("document.documentElement.dir = 'ltr'");
  return [
    ...(straight > 0 ? [`${straight} px too wide`] : []),
    ...(mirrored > 0 ? [`${mirrored} px too wide from right to left`] : []),
  ];
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

  /** Every second page is loaded narrow and becomes wide, the others become narrow. */
  test('each shows itself: wide and light, wide and dark, narrow and dark', async () => {
    const { page, complaints } = await visit(browser, service.url, { ...wide, reducedMotion: 'reduce' });
    const faults: Record<string, string[]> = {};
    for (const [place, [name, { path, heading, open }]] of Object.entries(pages).entries()) {
      const order: Look[] = place % 2 === 0 ? ['wide', 'narrow'] : ['narrow', 'wide'];
      await wear(page, order[0]);
      await page.goto(service.url + path);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await settle(page);
      if (open) {
        await open(page);
        await page.getByRole('dialog').waitFor();
      }
      await page.evaluate(axe);
      const found: string[] = [];
      for (const look of order) {
        await wear(page, look);
        await settle(page);
        found.push(...(await faultsOf(name, page, look)).map((fault) => `${look}: ${fault}`));
      }
      found.push(...complaints.splice(0));
      if (found.length > 0) faults[name] = found;
    }
    expect(faults).toEqual({});
  });
});
