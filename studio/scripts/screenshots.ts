/** Takes the pictures of `docs/images` from a service of its own: light and dark, wide and narrow. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { narrow, openBrowser, visit, wide } from '../test/browser.ts';
import { pages, startFilledService } from '../test/filled-service.ts';

const folder = join(import.meta.dirname, '../../docs/images');
const shown = ['home', 'table', 'rows', 'query', 'result', 'try', 'forecast', 'agent', 'base', 'chatbot'];
const looks = [
  { name: 'light', settings: { ...wide, colorScheme: 'light' } },
  { name: 'dark', settings: { ...wide, colorScheme: 'dark' } },
  { name: 'light-narrow', settings: { ...narrow, colorScheme: 'light' } },
  { name: 'dark-narrow', settings: { ...narrow, colorScheme: 'dark' } },
] as const;

mkdirSync(folder, { recursive: true });
const wanted = process.argv.length > 2 ? process.argv.slice(2) : shown;
const service = await startFilledService();
const browser = await openBrowser();
for (const { name, settings } of looks) {
  const { page } = await visit(browser, service.url, settings);
  for (const picture of wanted) {
    await page.goto(service.url + pages[picture].path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (picture === 'agent') {
      await page.getByRole('textbox', { name: 'Your question' }).fill('What is the average rent by neighborhood?');
      await page.keyboard.press('Enter');
      await page.getByRole('cell', { name: 'westbrae' }).first().waitFor();
    }
    await page.waitForLoadState('networkidle').catch(() => {});
    while ((await page.locator('[aria-busy="true"], .mantine-Skeleton-root').count()) > 0)
      await page.waitForTimeout(100);
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${picture}-${name}.png`) });
  }
}
await browser.close();
await service.stop();
