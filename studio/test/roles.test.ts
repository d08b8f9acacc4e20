// @module-tag long
/** What a key may not do is not shown; what it may works. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { homes, trainModel } from '../../server/test/acceptance/trained.ts';
import { startTestService, type TestService } from '../../server/test/service.ts';
import { openBrowser, program, visit } from './browser.ts';

describe.skipIf('missing' in program)('the studio of', () => {
  let service: TestService;
  let browser: Browser;
  const secrets: Record<string, string> = {};

  beforeAll(async () => {
    [service, browser] = await Promise.all([startTestService(), openBrowser()]);
    await service.call('POST', '/projects/default/tables?name=homes', homes);
    await trainModel(service, 'default', 'rent', { target: 'rental_price', from: { table: 'homes' } });
    await service.call('POST', '/projects/default/agents', { name: 'desk', data: { tables: ['homes'] } });
    let headers = {};
    for (const role of ['admin', 'viewer', 'predictor']) {
      const { secret } = (await service.call('POST', '/api/keys', { name: role, role }, headers)).body;
      secrets[role] = secret;
      if (role === 'admin') headers = { authorization: `Bearer ${secret}` };
    }
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function signIn(role: string): Promise<{ page: Page; go: (path: string) => Promise<unknown> }> {
    const { page } = await visit(browser, service.url);
    const go = (path: string) => page.goto(`${service.url}/p/default${path}`);
    await go('');
    await page.getByLabel(/key/i).first().fill(secrets[role]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'default' }).waitFor();
    return { page, go };
  }

  const missing = async (page: Page, names: string[]) => {
    for (const name of names)
      for (const role of ['button', 'link'] as const)
        expect(await page.getByRole(role, { name, exact: true }).count(), name).toBe(0);
  };

  test('a viewer reads everything and changes nothing', async () => {
    const { page, go } = await signIn('viewer');
    await page.getByRole('link', { name: 'Tables', exact: true }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Keys', exact: true }).count()).toBe(0);
    await go('/tables/homes');
    await page.getByText('sqft').first().waitFor();
    await missing(page, ['Delete', 'Predict']);
    await go('/models/rent?tab=versions');
    await page.getByText('Version 1').first().waitFor();
    await missing(page, ['Delete', 'Train a new version']);
    await go('/agents/desk?tab=settings');
    await page.getByLabel('Description').first().waitFor();
    await missing(page, ['Delete', 'Save']);
  });

  test('a predictor tries models, predicts files and asks agents, and sees nothing else', async () => {
    const { page, go } = await signIn('predictor');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    expect(await navigation.getByRole('link').allInnerTexts()).toEqual([
      ...['Home', 'Models', 'Agents', 'Projects', 'API playground'],
    ]);
    await go('/models/rent');
    await page.getByRole('tab', { name: 'Try it' }).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Try it', 'Batch prediction']);
    await page.getByText('rental_price').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await go('/agents/desk');
    await page.getByRole('tab', { name: 'Chat' }).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Chat']);
    await page.getByRole('textbox').first().fill('How many homes are there?');
    await page.keyboard.press('Enter');
    await page.getByText(String(homes.length)).filter({ visible: true }).first().waitFor();
  });
});
