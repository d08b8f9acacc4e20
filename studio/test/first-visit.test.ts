// @module-tag long
/** From the first visit to the first prediction from an own file: at most five clicks, and a minute where the quick look is chosen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateHomeRentals } from '../../server/src/operations/sample/home-rentals.ts';
import { startTestService, type TestService } from '../../server/test/service.ts';
import { openBrowser, program, visit } from './browser.ts';

const rows = generateHomeRentals(300, 7) as unknown as Record<string, unknown>[];
const csv = [Object.keys(rows[0]).join(';'), ...rows.map((row) => Object.values(row).join(';'))].join('\n');

describe.skipIf('missing' in program)('the first visit', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Chooses a file with one click. */
  async function dropFile(page: Page, name: string): Promise<void> {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
  }

  test('a file becomes a table, a model and a prediction in five clicks', async () => {
    const { page, complaints } = await visit(browser, service.url);
    let clicks = 0;
    const click = (name: string) => {
      clicks += 1;
      return page
        .getByRole('button', { name })
        .or(page.getByRole('link', { name }))
        .or(page.getByRole('tab', { name }))
        .first()
        .click({ timeout: 300_000 });
    };
    await page.goto(service.url);
    clicks += 1;
    await dropFile(page, 'Mieten in Köln.csv');
    await click('Import');
    await page.getByRole('heading', { name: 'Mieten_in_Koln' }).waitFor();
    await click('Predict rental_price');
    // This is no part of the way: it spares the test the minutes of all methods.
    await page.getByText('Fast (seconds)').click();
    await click('Train');
    await click('Try it');

    await page.getByText(/of actual values lie between/).waitFor();
    expect(clicks).toBeLessThanOrEqual(5);
    expect(complaints).toEqual([]);
    await page.getByLabel('sqft', { exact: true }).first().fill('1200');
    await page.waitForURL(/1200/);
  });

  test('a file that was read in a wrong way is read again with another choice', async () => {
    const { page } = await visit(browser, service.url);
    await page.goto(`${service.url}/p/default/tables`);
    await dropFile(page, 'again.csv');
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('tab', { name: 'Import settings' }).click();
    await page.getByRole('combobox', { name: 'Type: number_of_rooms' }).selectOption('text');
    await page.getByText('This is how it would be read.').waitFor();
    await page.getByRole('button', { name: 'Import again' }).click();
    await page.getByText('The file was imported again.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    const { body } = await service.call('GET', '/projects/default/tables/again');
    expect(body.columns[0]).toMatchObject({ name: 'number_of_rooms', type: 'text' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The file was imported as before.').waitFor();
    const former = await service.call('GET', '/projects/default/tables/again');
    expect(former.body.columns[0]).toMatchObject({ type: 'integer' });
  });

  test('what a choice makes of a file is seen before it is a table, also of a large one, and nothing is kept', async () => {
    const { page, complaints } = await visit(browser, service.url);
    await page.goto(`${service.url}/p/default/tables`);
    const lines = Array.from({ length: 25_000 }, (_, row) => `"a ""${row}""\nb";1,${(row % 900) + 100};03/04/2020`);
    const buffer = Buffer.from(`Rents of all homes\nhome;price;day\n${lines.join('\n')}\n`);
    expect(buffer.length).toBeGreaterThan(2 ** 19);
    const choose = async () => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a file' }).click();
      await (await chooser).setFiles({ name: 'homes.csv', mimeType: 'text/csv', buffer });
    };
    await choose();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('titles above the table').waitFor();
    await dialog.getByRole('cell', { name: '1.1', exact: true }).waitFor();
    const pick = async (label: string, option: string) => {
      await dialog.getByLabel(label).first().click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await pick('Date format', '22/11/2026');
    await dialog.getByRole('cell', { name: '2020-04-03', exact: true }).first().waitFor();
    await pick('Date format', '11/22/2026');
    await dialog.getByRole('cell', { name: '2020-03-04', exact: true }).first().waitFor();
    await pick('Decimal separator', '. (1234.5)');
    await dialog.getByRole('cell', { name: '1100', exact: true }).first().waitFor();
    await pick('Delimiter', '| bar');
    await dialog
      .getByRole('combobox', { name: 'Type: home;price;day' })
      .or(dialog.getByRole('alert'))
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await service.call('GET', '/projects/default/tables/homes')).status).toBe(404);
    await choose();
    await dialog.getByLabel('Table name').fill('rents');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('heading', { level: 1, name: 'rents' }).waitFor();
    expect((await service.call('GET', '/projects/default/tables/rents')).body.row_count).toBe(25_000);
    expect(complaints).toEqual([]);
  });

  test('the steps of the tutorial lead to answers for its rows, and R² is a number', async () => {
    const { page, complaints } = await visit(browser, service.url);
    const choose = async (name: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a file' }).click();
      await (await chooser).setFiles(join(import.meta.dirname, '../../docs/examples', name));
    };
    await page.goto(`${service.url}/p/default/tables`);
    await choose('mieten.csv');
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('heading', { name: 'mieten' }).waitFor();
    await page.getByText(/titles above the table/).waitFor();
    await page
      .getByRole('link', { name: 'Predict Miete' })
      .or(page.getByRole('button', { name: 'Predict Miete' }))
      .click();
    await page.getByText('Fast (seconds)').click();
    await page.getByRole('button', { name: 'Train' }).click();
    await page.getByText(/^R² 0\.9\d*$/).waitFor({ timeout: 120_000 });
    await page
      .getByRole('tab', { name: 'Batch prediction' })
      .or(page.getByRole('link', { name: 'Batch prediction' }))
      .first()
      .click();
    const file = page.waitForEvent('download');
    await choose('neue-wohnungen.csv');
    const lines = readFileSync(await (await file).path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(3);
    await page.getByLabel('Keep the result as a table').fill('antworten');
    await choose('neue-wohnungen.csv');
    await page.getByRole('link', { name: 'antworten' }).waitFor();
    // The file was a table only as long as its rows were predicted.
    await service.until('/projects/default/tables', (answer) =>
      answer.body.every(({ name }: { name: string }) => !name.startsWith('rows_of_')),
    );
    await page.goto(service.url);
    await page
      .getByText(/^R² 0\.9\d*$/)
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  });
});
