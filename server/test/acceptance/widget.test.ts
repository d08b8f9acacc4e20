/**
 * The widget in a real browser, on a page of another origin.
 *
 * @module-tag long
 */
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { provideChromium } from '../chromium.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../loopback/provider.ts';
import { type LoopbackServer, startLoopback } from '../loopback.ts';
import { startTestService, type TestService } from '../service.ts';

const program = provideChromium();
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** A piece of an answer as OpenAI streams it; the last one has a reason to end. */
const piece = (content: string, finish_reason: string | null = null) => {
  const choices = [{ index: 0, delta: { content }, finish_reason }];
  return `data: ${JSON.stringify({ id: '1', created: 1, model: 'some', choices })}\n\n`;
};
const shots = process.env.SIBYL_TEST_SCREENSHOTS;

describe.skipIf('missing' in program)(`the widget${'missing' in program ? ` (${program.missing})` : ''}`, () => {
  let service: TestService;
  let provider: LoopbackProvider;
  let site: LoopbackServer;
  let browser: Browser;
  let script: string;
  let project: string;
  beforeAll(async () => {
    provider = await startLoopbackProvider();
    service = await startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' });
    site = await startLoopback(({ path }, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy() });
      response.end(page(new URL(path, 'http://site').searchParams.get('bot') ?? script));
    });
    project = await service.project();
    script = await makeBot('shop', [site.url], provider.openai);
    browser = await chromium.launch({ executablePath: 'path' in program ? program.path : '', args: flags });
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([site?.stop(), service?.stop(), provider?.stop()]);
  });

  /** A strict policy, as on careful sites. */
  const policy = () => `default-src 'none'; script-src ${service.url}; connect-src ${service.url}; style-src 'self'`;
  const page = (src: string) =>
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
     <h1>A shop of another origin</h1><p>Its own text.</p><script src="${src}" async></script></html>`;

  /** @returns the address of its widget */
  async function makeBot(name: string, allowed_origins: string[], base_url: string): Promise<string> {
    const model = { provider: 'openai_compatible', model_name: 'some', base_url, api_key: 'sk-1' };
    await service.call('POST', `/projects/${project}/agents`, { name, model });
    const channel = { type: 'web', title: 'Ask the shop', allowed_origins };
    const params = { greeting: 'Hello! What are you **looking** for?' };
    const bot = { name, agent: name, channel, params, is_running: true };
    const { body } = await service.call('POST', `/projects/${project}/chatbots`, bot);
    await service.until(`/projects/${project}/chatbots/${name}`, (answer) => answer.body.status === 'running');
    return service.url + body.webhook_url;
  }

  async function open(options: BrowserContextOptions = {}, path = '/'): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, ...options });
    const opened = await context.newPage();
    await opened.goto(site.url + path);
    return opened;
  }

  async function ask(opened: Page, text: string): Promise<void> {
    await opened.getByRole('textbox', { name: 'Message' }).fill(text);
    await opened.keyboard.press('Enter');
  }

  const answers = (opened: Page) => opened.getByRole('log').locator('.assistant');

  test('asks, shows the answer safely, and survives a reload with its conversation', async () => {
    provider.script({
      text: ['## Shoes\n\n', '- **red** at [us](https://a.b/c)\n- <img src=x onerror=alert(1)>', '\n\n`x`\n\n> said'],
    });
    const opened = await open();
    await opened.getByRole('button', { name: 'Chat' }).click();
    await opened.getByText('What are you looking for?').waitFor();
    await ask(opened, 'Which shoes?');
    const answer = answers(opened).nth(1);
    await answer.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await answer.locator('strong').textContent()).toBe('red');
    expect(await answer.locator('blockquote').textContent()).toBe('said');
    expect(await answer.getByRole('link', { name: 'us' }).getAttribute('href')).toBe('https://a.b/c');
    expect(await answer.locator('img').count()).toBe(0);
    if (shots) await opened.screenshot({ path: `${shots}/widget-wide.png` });
    await opened.reload();
    await opened.getByRole('button', { name: 'Chat' }).click();
    await answers(opened).nth(1).getByText('red').waitFor();
    expect(await opened.getByRole('log').locator('.user').allTextContents()).toEqual(['You:Which shoes?']);
  });

  test('shows the answer while it is being written', async () => {
    const gate = Promise.withResolvers<void>();
    const slow = await startLoopback(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(piece('The first half '));
      await gate.promise;
      response.end(`${piece('and the second.', 'stop')}data: [DONE]\n\n`);
    });
    onTestFinished(() => slow.stop());
    const bot = await makeBot('slow', [site.url], `${slow.url}/v1`);
    const opened = await open({}, `/?bot=${encodeURIComponent(bot)}`);
    await opened.getByRole('button', { name: 'Chat' }).click();
    await ask(opened, 'Slowly, please');
    await opened.locator('.draft').getByText('The first half').waitFor();
    expect(await answers(opened).count()).toBe(1);
    gate.resolve();
    await answers(opened).getByText('The first half and the second.').waitFor();
    expect(await opened.locator('.draft').isVisible()).toBe(false);
  });

  test('works by keyboard alone, on a phone', async () => {
    provider.script({ text: '| size | price\\_eu |\n|---|---|\n| 42 \\| 43 | 80 |' });
    const opened = await open({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
    const button = opened.getByRole('button', { name: 'Chat', exact: true });
    await button.focus();
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await opened.keyboard.press('Enter');
    const dialog = opened.getByRole('dialog', { name: 'Ask the shop' });
    await dialog.waitFor();
    await opened.keyboard.type('Prices?');
    await opened.keyboard.press('Enter');
    await dialog.getByRole('cell', { name: '80' }).waitFor();
    expect(await dialog.getByRole('columnheader').allTextContents()).toEqual(['size', 'price_eu']);
    expect(await dialog.getByRole('cell').first().textContent()).toBe('42 | 43');
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 780 });
    expect(await opened.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    if (shots) await opened.screenshot({ path: `${shots}/widget-phone.png` });
    await opened.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(false);
    expect(await opened.evaluate(`document.querySelector('sibyl-chat').shadowRoot.activeElement.className`)).toBe(
      'launcher',
    );
  });

  test('is refused on a page of an origin that is not listed', async () => {
    const foreign = await makeBot('private', ['https://shop.example.com'], provider.openai);
    const opened = await open({}, `/?bot=${encodeURIComponent(foreign)}`);
    expect(await opened.getByRole('button', { name: 'Chat' }).count()).toBeLessThanOrEqual(1);
    const status = await opened.evaluate(async (url) => {
      const answer = await fetch(url.replace('widget.js', 'visits'), { method: 'POST', body: '{}' }).catch(
        () => undefined,
      );
      return answer?.status;
    }, foreign);
    expect(status).toBeUndefined();
    const headers = { origin: site.url, 'content-type': 'application/json' };
    const refused = await service.call(
      'POST',
      foreign.slice(service.url.length).replace('widget.js', 'visits'),
      {},
      headers,
    );
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden_origin' } });
  });

  test('keeps the conversation of one visitor from another', async () => {
    provider.script({ text: 'For your eyes only.' });
    const path = script.slice(service.url.length).replace('/widget.js', '');
    const visit = async () => (await service.call('POST', `${path}/visits`, {})).body.token;
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const [ann, bob] = [await visit(), await visit()];
    const message = { id: 'message-1', text: 'My secret' };
    expect(await service.call('POST', `${path}/messages`, message, bearer(ann))).toMatchObject({ status: 202 });
    expect(await service.call('POST', `${path}/messages`, message, bearer(ann))).toMatchObject({ status: 202 });
    const stream = (token: string) => service.call('GET', `${path}/stream`, undefined, bearer(token));
    const seen = (await stream(ann)).text;
    expect(seen.match(/My secret/g)).toHaveLength(1);
    expect(seen).toContain('For your eyes only.');
    expect((await stream(bob)).text).toBe('data: {"type":"end"}\n\n');
    expect(await stream(`${ann.slice(0, -4)}AAAA`)).toMatchObject({ status: 401 });
    expect(await service.call('GET', `${path}/stream`)).toMatchObject({ status: 401 });
  });

  test('weighs less than 40 kB', async () => {
    const { text, headers } = await service.call('GET', script.slice(service.url.length));
    expect(headers.get('content-type')).toContain('text/javascript');
    expect(gzipSync(text).length).toBeLessThan(40_000);
  });
});
