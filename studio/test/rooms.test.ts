// @module-tag long
/** Each room of the studio is used once, by mouse and keyboard, against the real service. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { homes, trainModel } from '../../server/test/acceptance/trained.ts';
import { type LoopbackServer, startLoopback } from '../../server/test/loopback.ts';
import { startTestService, type TestService } from '../../server/test/service.ts';
import { narrow, openBrowser, program, visit } from './browser.ts';

const at = '/p/default';
const api = '/projects/default';

describe.skipIf('missing' in program)('rooms of the studio', () => {
  let service: TestService;
  let weather: LoopbackServer;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    weather = await startLoopback(({ method, path, body }, response) => {
      if (path.startsWith('/silent')) return;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ saw: `${method} ${path} ${body}` }));
    });
    service = await startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' });
    const listed = homes.map((home, index) => ({ ...home, listed: `2025-0${(index % 9) + 1}-11` }));
    await service.call('POST', `${api}/tables?name=homes`, listed);
    await trainModel(service, 'default', 'rent', { target: 'rental_price', from: { table: 'homes' } });
    browser = await openBrowser();
    ({ page, complaints } = await visit(browser, service.url));
    page.setDefaultTimeout(120_000);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await weather?.stop();
  });

  const go = (path: string) => page.goto(service.url + path);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const fill = (label: string, text: string) => page.getByLabel(label).first().fill(text);
  const choose = async (label: string, option: string) => {
    await page.getByLabel(label).first().click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const read = async (path: string) => (await service.call('GET', api + path)).body;

  test('many rows: a table is predicted into another, with a file to download', async () => {
    await go(`${at}/models/rent?tab=batch`);
    await fill('Keep the result as a table', 'rents');
    await choose('Or take a table', 'homes');
    await press('Predict its rows');
    await page.getByText('80 rows predicted').waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as CSV' }).click();
    expect((await file).suggestedFilename()).toBe('predictions.csv');
    await page.getByRole('link', { name: 'rents' }).click();
    await page.getByRole('heading', { level: 1, name: 'rents' }).waitFor();
    expect((await read('/tables/rents')).row_count).toBe(80);
  });

  test('a column of dates has a day of its range in the form', async () => {
    await go(`${at}/models/rent?tab=try`);
    await page.getByText(/of true values lie between/).waitFor();
    expect(await page.getByLabel('listed', { exact: true }).inputValue()).toMatch(/^2025-0\d-\d\d$/);
    expect(await page.getByText('Not given').count()).toBe(0);
  });

  test('a file that cannot be read is read with another choice', async () => {
    await go(`${at}/tables`);
    const chooser = page.waitForEvent('filechooser');
    await press('Choose a file');
    const buffer = Buffer.from('a,b\n1,2\n3\n4,5\n');
    await (await chooser).setFiles({ name: 'ragged.csv', mimeType: 'text/csv', buffer });
    await page.getByText('The file cannot be read').waitFor();
    await choose('Delimiter', '; semicolon');
    await page.getByRole('combobox', { name: 'Type: a,b' }).waitFor();
    await press('Add the table');
    await page.getByRole('heading', { level: 1, name: 'ragged' }).waitFor();
    expect((await read('/tables/ragged')).row_count).toBe(3);
  });

  test('versions: a new one is trained, and an earlier one answers again', async () => {
    await go(`${at}/models/rent?tab=versions`);
    await press('Train a new version');
    await press('Let it answer');
    await page.getByText('Version 1 answers now.').waitFor();
    expect((await read('/models/rent')).active_version).toBe(1);
  });

  test('skills: one is made, called, and asked by an agent', async () => {
    await go(`${at}/skills`);
    await press('New skill');
    await fill('Name', 'ask_homes');
    await press('Create');
    await press('Call it');
    await page.getByLabel('Answer').getByRole('cell', { name: '1', exact: true }).waitFor();

    await go(`${at}/agents`);
    await press('New agent');
    await fill('Name', 'clerk');
    await press('Create');
    await page.getByRole('heading', { level: 1, name: 'clerk' }).waitFor();
    await choose('Skills of this agent', 'ask_homes');
    await page.keyboard.press('Escape');
    await press('Try ask_homes');
    await page.getByRole('dialog').getByText('What an agent sees').waitFor();
    await press('Close');
    await press('Save');
    await page.getByText('The settings are saved.').waitFor();
    await fill('Your question', 'How many homes are there?');
    await page.keyboard.press('Enter');
    await page.locator('.markdown', { hasText: '80' }).waitFor();
  });

  test('skills: a web service is described by steps, tried, and keeps its key', async () => {
    await go(`${at}/skills`);
    await press('New skill');
    await fill('Name', 'weather');
    await choose('Kind', 'Call a web service');
    await fill('An address to call', `${weather.url}/weather?city=Bonn`);
    await press('Create');
    await page.getByRole('heading', { level: 1, name: 'weather' }).waitFor();
    await fill('Path', '/weather/{day}');
    await press('Add a header');
    await fill('Name of the header', 'X-Key');
    await page.getByLabel('Value of X-Key').fill('secret of the weather');
    await press('Add a request');
    await page.getByRole('textbox', { name: 'Request' }).nth(1).fill('report');
    await page.getByLabel('Method').nth(1).selectOption('POST');
    await page.getByLabel('Path').nth(1).fill('/reports');
    await page.getByLabel('It sends JSON').check();
    await press('Save');
    await page.getByText('The skill is saved.').waitFor();
    const { params } = await read('/skills/weather');
    expect(params.headers).toEqual({ 'X-Key': '********' });
    expect(params.requests.map(({ path }: { path: string }) => path)).toEqual(['/weather/{day}', '/reports']);
    await page.getByRole('textbox', { name: 'day', exact: true }).fill('monday');
    await page.getByRole('textbox', { name: 'city', exact: true }).fill('Rome');
    await press('Call it');
    await page.getByText('GET /weather/monday?city=Rome').waitFor();
    expect(weather.requests.at(-1)?.headers['x-key']).toBe('secret of the weather');
  });

  test('skills: the tools of an MCP server are chosen from what it offers', async () => {
    await go(`${at}/skills`);
    await press('New skill');
    await fill('Name', 'others');
    await choose('Kind', 'Use an MCP server');
    await fill('Address of the MCP server', `${service.url}/mcp`);
    await press('Create');
    await page.getByText('No tool may be used yet').waitFor();
    await page.getByLabel('query_tables').check();
    await press('Save');
    await page.getByText('The skill is saved.').waitFor();
    await page.getByRole('textbox', { name: 'project', exact: true }).fill('default');
    await page.getByRole('textbox', { name: 'sql', exact: true }).fill('select count(*) as homes from homes');
    await press('Call it');
    await page.getByLabel('Answer').getByText('80').first().waitFor();
  });

  test('evaluations: known answers are asked again, and compared', async () => {
    await go(`${at}/agents/clerk?tab=evaluations`);
    await fill('Question 1', 'How many homes are there?');
    await fill('What', '80');
    await press('Ask these questions');
    await page.getByText('1 of 1 (100%)').waitFor();
    await choose('Questions', 'clerk_evaluation');
    await press('Ask these questions');
    await page.getByLabel('Compare with an earlier evaluation').first().waitFor();
    await choose('Compare with an earlier evaluation', 'clerk_evaluation');
    await page.getByText('0 became right, 0 became wrong.').waitFor();
  });

  test('two agents answer the same question side by side', async () => {
    await service.call('POST', `${api}/agents`, { name: 'other', skills: ['ask_homes'] });
    await go(`${at}/compare?left=clerk&right=other`);
    await fill('Your question', 'How many homes are there?');
    await page.keyboard.press('Enter');
    await page.locator('.markdown', { hasText: '80' }).nth(1).waitFor();
  });

  test('knowledge: a document is dropped and found', async () => {
    await go(`${at}/knowledge`);
    await press('New knowledge base');
    await fill('Name', 'house');
    await press('Create');
    const chooser = page.waitForEvent('filechooser');
    await press('Choose documents');
    const buffer = Buffer.from('# Pets\n\nDogs up to 25 kilograms are welcome.\n');
    await (await chooser).setFiles({ name: 'pets.md', mimeType: 'text/markdown', buffer });
    await page.getByRole('cell', { name: 'pets.md', exact: true }).waitFor();
    await fill('What do you look for?', 'which dogs are welcome');
    await page.locator('mark', { hasText: /dogs/i }).first().waitFor();
    await page.waitForURL(/which/);
  });

  test('chatbots: one is set up, started, seen and stopped; typed text survives the start', async () => {
    await go(`${at}/chatbots`);
    await press('New chatbot');
    await fill('Name', 'desk');
    await press('Create');
    await page.getByRole('heading', { level: 1, name: 'desk' }).waitFor();
    await fill('Greeting', 'Good day');
    await press('Start');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await press('Save');
    await page.getByText('Saved.').waitFor();
    expect((await read('/chatbots/desk')).params.greeting).toBe('Good day');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.frameLocator('iframe').getByText('This is the widget').waitFor();
    await press('Stop');
    await page.getByText('Start the chatbot to see its widget.').waitFor();
  });

  test('connections: a database that does not answer says why', async () => {
    await go(`${at}/connections`);
    await press('New connection');
    await fill('Name', 'shop');
    await fill('Host', '127.0.0.1');
    await fill('Port', '9');
    await fill('Database', 'shop');
    await fill('User', 'reader');
    await press('Create');
    await page
      .getByText(/It does not work: ./)
      .first()
      .waitFor();
    await press('Change shop');
    await fill('Port', '10');
    await fill('User', 'writer');
    await press('Save');
    await page
      .getByText(/It does not work: .*:10/)
      .or(page.getByText(/port 10\b/))
      .first()
      .waitFor();
    expect((await read('/connections/shop')).parameters).toMatchObject({ port: 10, user: 'writer', host: '127.0.0.1' });
    await press('Test');
    await press('Delete shop?');
    await page.getByRole('dialog').getByText('stored password').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No connection yet').waitFor();
  });

  test('webhooks: the secret is shown once, and a new one asks first', async () => {
    await go(`${at}/webhooks`);
    await press('New webhook');
    await fill('Name', 'hook');
    await fill('Address', 'http://127.0.0.1:9/');
    await press('Create');
    await page.getByText(/^whsec_/).waitFor();
    await go(`${at}/webhooks/hook`);
    await press('New secret');
    await page.getByRole('dialog').getByText('refuses them until it knows it').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await press('Turn off');
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    await press('Change');
    await fill('Address', 'http://127.0.0.1:10/moved');
    await press('Save');
    await page.getByText('Events go to the new address').waitFor();
    expect(await read('/webhooks/hook')).toMatchObject({ url: 'http://127.0.0.1:10/moved', types: null });
  });

  test('limits: one is saved, and what is not saved is asked about', async () => {
    await go(`${at}/limits`);
    await fill('Rows of a query', '1000');
    await page.getByRole('link', { name: 'Events' }).click();
    await press('Stay');
    await press('Save');
    await page.getByText('The limits are saved.').waitFor();
    expect((await read('')).limits).toMatchObject({ query_rows: 1000 });
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByText('project updated').first().waitFor();
  });

  test('a training is watched on the jobs page, and stopped only after a question', async () => {
    await service.call('POST', `${api}/models`, { name: 'slow', target: 'rental_price', from: { table: 'homes' } });
    await go(`${at}/jobs`);
    await press('Stop the training');
    await page.getByRole('dialog').getByText('is lost').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop the training' }).click();
    await page.getByText('cancelled').first().waitFor();
  });

  test('an evaluation runs on the jobs page too, and is stopped there', async () => {
    const model = { provider: 'openai_compatible', model_name: 'm', base_url: `${weather.url}/silent` };
    await service.call('POST', `${api}/agents`, { name: 'slow', model, skills: [] });
    const questions = [{ question: 'How many?', expected: { refuses: true } }];
    await service.call('POST', `${api}/agents/slow/evaluations`, { name: 'endless', questions });
    await go(`${at}/jobs`);
    await page.getByRole('link', { name: 'slow, endless' }).waitFor();
    await press('Stop the evaluation');
    await page.getByRole('dialog').getByText('are deleted').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop the evaluation' }).click();
    await page.getByText('Nothing runs').waitFor();
    expect(await read('/agents/slow/evaluations')).toEqual([]);
  });

  test('a private key of several lines is hidden while it is typed, and kept as it is', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n';
    await go(`${at}/connections`);
    await press('New connection');
    await choose('Kind', 'Snowflake');
    const field = page.getByLabel('Private key', { exact: true });
    const look = "getComputedStyle(document.querySelector('.masked')).webkitTextSecurity";
    await field.fill(key);
    expect(await page.evaluate(look)).toBe('disc');
    await press('Show: Private key');
    expect(await page.evaluate("document.querySelector('.masked')")).toBeNull();
    expect(await field.inputValue()).toBe(key);
  });

  test('the keyboard reaches a page through the palette, and back returns', async () => {
    await go(`${at}/tables`);
    await page.getByRole('heading', { level: 1, name: 'Tables' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or go to').fill('rent');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/models\/rent|\/tables\/rents/);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Tables' }).waitFor();
  });

  test('dialogs are opened and left by keys, and the focus returns to where it was', async () => {
    await service.call('POST', `${api}/webhooks`, { name: 'keys', url: 'http://127.0.0.1:9/' });
    const leave = async (path: string, button: string) => {
      await go(path);
      const opener = page.getByRole('button', { name: button, exact: true }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      const isInside = "document.querySelector('[role=dialog]').contains(document.activeElement)";
      await expect.poll(() => page.evaluate<boolean>(isInside)).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      const focused = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent";
      await expect.poll(() => page.evaluate<string>(focused)).toBe(button);
    };
    await leave(`${at}/skills`, 'New skill');
    await leave(`${at}/connections`, 'New connection');
    await leave(`${at}/webhooks/keys`, 'Delete');
    await leave(`${at}/webhooks/keys`, 'New secret');
    await leave(`${at}/jobs`, 'Search or go to');
  });

  test('long and right-to-left names fit a phone in both directions, and nothing moves when motion is reduced', async () => {
    const name = `very_long_${'name_'.repeat(20)}`;
    const columns = `المدينة,${'column'.repeat(20)},rent\n`;
    await service.call('POST', `${api}/tables?name=${name}`, `${columns}القاهرة,a,5\nדבלין,b,6\n`, {
      'content-type': 'text/csv',
    });
    const phone = await visit(browser, service.url, { ...narrow, reducedMotion: 'reduce' });
    for (const direction of ['ltr', 'rtl'])
      for (const path of [
        `/tables/${name}`,
        `/tables/${name}?tab=rows`,
        `/tables/${name}?tab=reading`,
        '/tables',
        '',
      ]) {
        await phone.page.goto(`${service.url}${at}${path}`);
        await phone.page.evaluate(`document.documentElement.dir = '${direction}'`);
        await phone.page
          .getByText(name)
          .first()
          .waitFor({ state: path === '' ? 'detached' : 'visible' });
        const wide = await phone.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(wide, `${direction} ${path}`).toBeLessThanOrEqual(0);
        const moving = await phone.page.evaluate<number>(
          'document.getAnimations().filter((one) => one.playState === "running" && one.effect.getTiming().duration > 10).length',
        );
        expect(moving, path).toBe(0);
      }
    expect(phone.complaints).toEqual([]);
  });

  test('more rows than a scroll bar has pixels: each can be reached by keys, also the last', async () => {
    const lines = Array.from({ length: 400_000 }, (_, row) => row).join('\n');
    await service.call('POST', `${api}/tables?name=many`, `number\n${lines}\n`, { 'content-type': 'text/csv' });
    await go(`${at}/tables/many?tab=rows`);
    await page.getByRole('region', { name: 'Rows of many' }).focus();
    const topRow = () =>
      page.evaluate<number>(`(() => {
        const frame = document.querySelector('.grid-frame').getBoundingClientRect();
        const seen = [...document.querySelectorAll('.grid-number')].filter((one) => one.getBoundingClientRect().top >= frame.top + 31);
        return Number(seen[0].textContent.replaceAll(',', ''));
      })()`);
    await page.getByText('400,000 rows').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(topRow).toBe(2);
    await page.keyboard.press('End');
    await page.locator('.grid-number', { hasText: '400,000' }).waitFor();
    await page.locator('.grid-cell', { hasText: '399999' }).waitFor();
  });

  test('keys: the first closes the open mode and signs this page in; the audit knows who did it', async () => {
    await go('/settings/keys');
    await press('New key');
    await fill('Name', 'me');
    await press('Create');
    await page.getByText(/^sib_/).waitFor();
    await go('/settings/audit?action=keys.create');
    await page.getByRole('cell', { name: 'keys.create' }).first().waitFor();
    await go('/settings/keys');
    await press('Sign out');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('no page complained meanwhile', () => expect(complaints).toEqual([]));
});
