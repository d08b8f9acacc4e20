/**
 * Takes the pictures of `docs/images`: light and dark, wide and narrow. `SIBYL_URL` names a service with content; names
 * of pages, or a look such as `light`, after the command restrict the pictures.
 */
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
const named = process.argv.slice(2);
const wanted = shown.filter((page) => named.every((name) => !shown.includes(name)) || named.includes(page));
const looked = looks.filter(
  ({ name }) => named.every((one) => looks.every((look) => look.name !== one)) || named.includes(name),
);
const own = process.env.SIBYL_URL ? undefined : await startFilledService();
const url = own?.url ?? String(process.env.SIBYL_URL);
const browser = await openBrowser();
for (const { name, settings } of looked) {
  const { page } = await visit(browser, url, settings);
  for (const picture of wanted) {
    await page.goto(url + pages[picture].path);
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
await own?.stop();
