// @module-tag long
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../server/test/service.ts';
import { openBrowser, program, visit } from '../browser.ts';

// A service of its own: the first key closes it for everybody.
describe.skipIf('missing' in program)('Keys in the studio', () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    service = await startTestService();
    browser = await openBrowser();
    ({ page, complaints } = await visit(browser, service.url));
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const go = (path: string) => page.goto(service.url + path);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const make = async (name: string, role?: string) => {
    await press('New key');
    await page.getByLabel('Name').fill(name);
    if (role !== undefined) {
      await page.getByRole('dialog').getByLabel('Role').click();
      await page.getByRole('option', { name: role }).click();
    }
    await press('Create');
    await page.getByRole('cell', { name, exact: true }).waitFor();
  };
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

  test('the first closes the open mode and signs this page in; the audit knows who did it', async () => {
    await go('/settings/keys');
    await make('me');
    await page.getByText(/^sib_/).waitFor();
    await go('/settings/audit?action=keys.create');
    const entry = page.getByRole('row', { name: /local create keys done keys \/ key_/ });
    await entry.waitFor();
    await page.getByLabel('Who', { exact: true }).first().click();
    await page.getByRole('option', { name: 'local', exact: true }).click();
    await page.waitForURL(/actor=local/);
    await entry.waitFor();
  });

  test('the last admin key is kept while others are there, and the dialog says why', async () => {
    await go('/settings/keys');
    await make('reader', 'viewer');
    await press('Delete me');
    await page.getByRole('dialog').getByText('nobody could create keys').waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await inDialog('OK');
    await press('Delete reader');
    await page.getByRole('dialog').getByText('refused from now on').waitFor();
    await inDialog('Delete');
    await page.getByRole('cell', { name: 'reader', exact: true }).waitFor({ state: 'detached' });
  });

  test('a key is narrowed, and gets a new secret while the former one lasts; the own one too', async () => {
    await go('/settings/keys');
    await make('shop', 'editor');
    const secretShown = () => page.getByText(/^sib_/).innerText();
    const former = await secretShown();
    const asks = async (secret: string) =>
      (await fetch(`${service.url}/api/projects`, { headers: { authorization: `Bearer ${secret}` } })).status;
    await press('Edit shop');
    await page.getByRole('dialog').getByLabel('Role').click();
    await page.getByRole('option', { name: 'viewer' }).click();
    await page.getByLabel('Expires').fill('2001-01-01');
    await inDialog('Save');
    await page.locator('[aria-invalid="true"]').waitFor();
    await page.getByLabel('Expires').fill('2999-01-01');
    await inDialog('Save');
    await page.getByRole('row', { name: /shop viewer all .*2999/ }).waitFor();
    await press('New secret for shop');
    await page.getByRole('dialog').getByLabel('The old secret').click();
    await page.getByRole('option', { name: 'for an hour' }).click();
    await inDialog('Create a new secret');
    await expect.poll(secretShown).not.toBe(former);
    expect([await asks(former), await asks(await secretShown())]).toEqual([200, 200]);
    await press('New secret for me');
    await inDialog('Create a new secret');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    await press('Delete shop');
    await inDialog('Delete');
  });

  test('another role leaves the moment at which a key ends', async () => {
    await go('/settings/keys');
    await make('helper', 'admin');
    const authorization = `Bearer ${await page.getByText(/^sib_/).innerText()}`;
    const expires_at = '2999-01-01T10:00:00.000Z';
    await service.call('POST', '/api/keys', { name: 'guest', role: 'editor', expires_at }, { authorization });
    await go('/settings/keys');
    await press('Edit guest');
    await page.getByRole('dialog').getByLabel('Role').click();
    await page.getByRole('option', { name: 'predictor' }).click();
    await inDialog('Save');
    await page.getByRole('row', { name: /guest predictor/ }).waitFor();
    const { body } = await service.call('GET', '/api/keys', undefined, { authorization });
    expect(body.find(({ name }: { name: string }) => name === 'guest')).toMatchObject({
      role: 'predictor',
      expires_at,
    });
    await service.call('DELETE', '/api/keys/helper', undefined, { authorization });
  });

  test('whoever deletes the key of this page is signed out', async () => {
    await go('/settings/keys');
    await make('other', 'admin');
    await press('Delete me');
    await page.getByRole('dialog').getByText('You are signed in with this key').waitFor();
    await inDialog('Delete');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
