/**
 * Takes a picture of every page for `docs/images`: light and dark, wide and narrow. `SIBYL_URL` names a service with
 * content; names of pages, or a look such as `light`, after the command restrict the pictures. `SIBYL_PICTURES` names
 * another folder.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { narrow, openBrowser, visit, wide } from '../test/browser.ts';
import { pages, startFilledService } from '../test/filled-service.ts';

const folder = process.env.SIBYL_PICTURES ?? join(import.meta.dirname, '../../docs/images');
const looks = [
  { name: 'light', settings: { ...wide, colorScheme: 'light' } },
  { name: 'dark', settings: { ...wide, colorScheme: 'dark' } },
  { name: 'light-narrow', settings: { ...narrow, colorScheme: 'light' } },
  { name: 'dark-narrow', settings: { ...narrow, colorScheme: 'dark' } },
] as const;

/** What is done on a page before its picture is taken. */
const before: Record<string, (page: Page) => Promise<void>> = {
  agent: async (page) => {
    await page.getByRole('textbox', { name: 'Your question' }).fill('What is the average rent by neighborhood?');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'westbrae' }).first().waitFor();
  },
  table: async (page) => {
    await page.locator('.histogram svg').nth(3).waitFor();
  },
  preview: async (page) => {
    await page.frameLocator('iframe').getByRole('button').first().click();
    await page.waitForTimeout(600);
  },
  compare: async (page) => {
    await page.getByRole('textbox', { name: 'Your question' }).fill('How many homes are there?');
    await page.keyboard.press('Enter');
    await page
      .getByText(/5,?000/)
      .nth(1)
      .waitFor();
  },
};

/** Waits until nothing was read or drawn for half a second. */
async function settle(page: Page): Promise<void> {
  const unready = page.locator('[aria-busy="true"], .mantine-Skeleton-root');
  for (let quiet = 0; quiet < 5; quiet = (await unready.count()) === 0 ? quiet + 1 : 0) await page.waitForTimeout(100);
}

/** Playwright knows no WebP, which takes a third of the room of PNG. */
async function takePicture(page: Page, path: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  writeFileSync(path, Buffer.from(data, 'base64'));
  await browser.detach();
}

mkdirSync(folder, { recursive: true });
const named = process.argv.slice(2);
const chosen = (name: string, all: readonly string[]) =>
  named.every((one) => !all.includes(one)) || named.includes(name);
const pageNames = Object.keys(pages);
const lookNames = looks.map(({ name }) => name);
const own = process.env.SIBYL_URL ? undefined : await startFilledService();
const url = own?.url ?? String(process.env.SIBYL_URL);
const browser = await openBrowser();
for (const { name, settings } of looks.filter((look) => chosen(look.name, lookNames))) {
  const { page } = await visit(browser, url, settings);
  page.setDefaultTimeout(120_000);
  for (const picture of pageNames.filter((one) => chosen(one, pageNames))) {
    await page.goto(url + pages[picture].path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await pages[picture].open?.(page);
    await before[picture]?.(page);
    await settle(page);
    await takePicture(page, join(folder, `${picture}-${name}.webp`));
  }
  await page.context().close();
}
await browser.close();
await own?.stop();
