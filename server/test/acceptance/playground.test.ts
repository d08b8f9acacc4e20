// @module-tag long
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provideChromium } from '../chromium.ts';
import { startSampleService } from '../sample.ts';
import type { TestService } from '../service.ts';

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
const predict = '/docs/#tag/models/POST/api/projects/{projectName}/models/{modelName}/predict';

describe.skipIf('missing' in program)(`the playground${'missing' in program ? ` (${program.missing})` : ''}`, () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startSampleService();
    browser = await chromium.launch({ executablePath: 'path' in program ? program.path : '', args: flags });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Opens a page that can reach only this service; returns the foreign addresses that it requested. */
  async function openPage(width: number): Promise<{ page: Page; foreign: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const foreign: string[] = [];
    await page.route(/^https?:/, (route) => {
      const address = route.request().url();
      if (address.startsWith(`${service.url}/`)) return route.continue();
      foreign.push(address);
      return route.abort();
    });
    return { page, foreign };
  }

  test.for([1280, 390])(
    'sends predict on the sample as it is, %d pixels wide, without any other network',
    async (width) => {
      const { page, foreign } = await openPage(width);

      await page.goto(service.url + predict);
      await page.getByText('A hosted (cloud) deployment is not supported.').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: /Test Request.*predict/ }).click();
      const answered = page.waitForResponse((response) =>
        new URL(response.url()).pathname.endsWith('/home_rentals_model/predict'),
      );
      await page.getByRole('button', { name: /Send/ }).first().click();

      const answer = await answered;
      expect(answer.status()).toBe(200);
      const { origin, pathname } = new URL(answer.url());
      expect(origin + pathname).toBe(`${service.url}/v1/api/api/projects/default/models/home_rentals_model/predict`);
      expect(await answer.json()).toMatchObject([{ sqft: '823', rental_price: expect.any(Number) }]);
      await page.getByText('200 OK').first().waitFor();
      expect(foreign).toEqual([]);
    },
  );

  test('lists the operations under its own title', async () => {
    const { page } = await openPage(1280);

    await page.goto(service.url + predict);
    for (const operation of ['Predict rows', 'Describe a model', 'Create a model and train it'])
      await page.getByRole('link', { name: operation }).first().waitFor();

    expect(await page.title()).toBe('Sibyl API');
  });
});
