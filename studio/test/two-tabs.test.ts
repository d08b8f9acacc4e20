// @module-tag long
/** Two tabs at once, and a service that goes and comes back underneath. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDirectory, startProcess } from '../../server/test/service-process.ts';
import { openBrowser, program, visit } from './browser.ts';

describe.skipIf('missing' in program)('the studio stays open', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  /** A page of a service that can be ended, and started again at the same address. */
  async function openJobs() {
    const directory = makeDirectory();
    const first = startProcess(directory);
    const url = await first.url;
    const { page } = await visit(browser, url);
    await page.goto(`${url}/p/default/jobs`);
    await page.getByText('Nothing is running').waitFor();
    return {
      page,
      end: first.end,
      startAgain: () => startProcess(directory, { SIBYL_PORT: new URL(url).port }).url,
    };
  }

  test('the page says that the service is gone, and goes on when it is back', async () => {
    const { page, end, startAgain } = await openJobs();
    await end('SIGTERM');
    await page.getByText('The service does not respond. This page keeps trying').waitFor();
    await startAgain();
    await page.getByText('The service does not respond. This page keeps trying').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('link', { name: 'default' }).waitFor();
  });

  test('a page not opened before waits for a service that is gone, within the studio', async () => {
    const { page, end, startAgain } = await openJobs();
    await end('SIGKILL');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('The service does not respond. This page keeps trying').waitFor();
    await page.getByRole('link', { name: 'API playground' }).click();
    await page.getByRole('link', { name: 'Limits' }).click();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await startAgain();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.getByText('No webhook yet').waitFor();
  });

  test('after a while every page opens at once, also without the service', async () => {
    const service = startProcess(makeDirectory());
    const { page, complaints } = await visit(browser, await service.url);
    await page.goto(await service.url);
    // The last that is loaded is what a page names only when it is loaded itself.
    const names = "performance.getEntriesByType('resource').map(({ name }) => name).join(' ')";
    await expect.poll(() => page.evaluate<string>(names), { timeout: 120_000 }).toMatch(/draw-chart/);
    await page.waitForLoadState('networkidle');
    await service.end('SIGKILL');
    for (const name of ['Tables', 'Query', 'Models', 'Agents', 'Skills', 'Webhooks', 'Limits', 'Keys', 'Audit']) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    expect(complaints).toEqual([]);
  });

  test('what one tab makes, the other shows', async () => {
    const service = startProcess(makeDirectory());
    const url = await service.url;
    const [one, other] = [await visit(browser, url), await visit(browser, url)];
    await one.page.goto(`${url}/p/default/events`);
    await one.page.getByText('project created').first().waitFor();
    await other.page.goto(`${url}/p/default/knowledge`);
    await other.page.getByRole('button', { name: 'New knowledge base' }).first().click();
    await other.page.getByLabel('Name').fill('notes');
    await other.page.getByRole('button', { name: 'Create', exact: true }).click();
    await other.page.getByRole('heading', { name: 'notes' }).waitFor();
    await one.page.getByText('knowledge base created').first().waitFor();
    expect([...one.complaints, ...other.complaints]).toEqual([]);
  });

  test('two tabs delete the same thing, and both go on', async () => {
    const service = startProcess(makeDirectory());
    const url = await service.url;
    await service.call('POST', '/api/projects/default/webhooks', { name: 'hook', url: 'http://127.0.0.1:9/' });
    const tabs = [(await visit(browser, url)).page, (await visit(browser, url)).page];
    for (const page of tabs) {
      await page.goto(`${url}/p/default/webhooks/hook`);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').waitFor();
    }
    for (const page of tabs) {
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No webhook yet').waitFor();
    }
  });

  test('two tabs change the same thing: what is typed stays, and the later one is told instead of winning', async () => {
    const service = startProcess(makeDirectory());
    const url = await service.url;
    await service.call('POST', '/api/projects/default/skills', { name: 'rows', type: 'sql' });
    const [one, other] = [(await visit(browser, url)).page, (await visit(browser, url)).page];
    for (const page of [one, other]) await page.goto(`${url}/p/default/skills/rows`);
    const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByLabel('Description').fill('of the other tab');
    await one.getByLabel('Description').fill('of one tab');
    await save(one);
    await one.getByText('The skill is saved.').first().waitFor();
    const read = other.waitForResponse(/skills\/rows$/);
    await other.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await save(other);
    await read;
    await other.getByText('Somebody else changed this in the meantime').waitFor();
    expect(await other.getByLabel('Description').inputValue()).toBe('of the other tab');
    await one.getByLabel('Description').fill('of one tab, again');
    await save(one);
    await expect
      .poll(async () => (await service.call('GET', '/api/projects/default/skills/rows')).body.description)
      .toBe('of one tab, again');
  });

  test('of thousands of tables some are drawn, and each is found', async () => {
    const service = startProcess(makeDirectory());
    const url = await service.url;
    const path = '/api/projects/default/tables?name=table_0';
    const { body: record } = await service.call('POST', path, 'a\n1\n', { 'content-type': 'text/csv' });
    const json = Array.from({ length: 5000 }, (_, place) => ({ ...record, id: `${place}`, name: `table_${place}` }));
    const { page } = await visit(browser, url);
    await page.route(`${url}/api/projects/default/tables?*`, (route) => route.fulfill({ json }));
    await page.route(`${url}/api/projects/default/tables`, (route) => route.fulfill({ json }));
    await page.goto(`${url}/p/default/tables`);
    await page.getByText('200 of 5000 shown').waitFor();
    expect(await page.getByRole('row').count()).toBe(201);
    await page.getByLabel('Filter by name').fill('table_4999');
    await page.getByRole('link', { name: 'table_4999' }).waitFor();
  });

  test('with a key the page asks for it once, and keeps no copy that a script could read', async () => {
    const service = startProcess(makeDirectory());
    const url = await service.url;
    const made = await service.call('POST', '/api/keys', { name: 'me', role: 'admin' });
    expect(made.status, made.text).toBe(201);
    const { page } = await visit(browser, url);
    await page.goto(`${url}/p/default/tables`);
    await page.getByLabel(/^Key/).fill(made.body.secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Tables' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Tables' }).waitFor();
    expect(await page.evaluate('document.cookie + JSON.stringify({ ...localStorage })')).not.toContain('sib_');
  });
});
