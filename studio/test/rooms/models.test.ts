// @module-tag long
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { trainModel } from '../../../server/test/acceptance/trained.ts';
import { program } from '../browser.ts';
import { test, trainRent } from './room.ts';

describe.skipIf('missing' in program)('Models in the studio', () => {
  test.beforeAll(({ room }) => trainRent(room));

  test('many rows: a table is predicted into another, with a file to download', async ({ room }) => {
    const { page, go, press, fill, choose, read } = room;
    await go('/models/rent?tab=batch');
    await fill('Keep the result as a table', 'rents');
    await choose('Or choose a table', 'homes');
    await press('Predict its rows');
    await page.getByText('80 rows predicted').waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as CSV' }).click();
    expect((await file).suggestedFilename()).toBe('predictions.csv');
    await page.getByRole('link', { name: 'rents' }).click();
    await page.getByRole('heading', { level: 1, name: 'rents' }).waitFor();
    expect((await read('/tables/rents')).row_count).toBe(80);
  });

  test('a column of dates has a day of its range in the form', async ({ room }) => {
    const { page, go } = room;
    await go('/models/rent?tab=try');
    await page.getByText(/of actual values lie between/).waitFor();
    expect(await page.getByLabel('listed', { exact: true }).inputValue()).toMatch(/^2025-0\d-\d\d$/);
    expect(await page.getByText('Not given').count()).toBe(0);
    await page.getByLabel('sqft', { exact: true }).first().fill('90000');
    await page.getByText(/^Far outside the training range/).waitFor();
  });

  test('a form to try begins with medians, and with the words of the table', async ({ room }) => {
    const { service, project, page, go, send } = room;
    const rows = Array.from({ length: 80 }, (_, row) => ({
      balkon: row % 3 === 0 ? 'nein' : 'ja',
      rooms: row % 40 === 0 ? 99 : 1 + (row % 3),
      rent: 500 + 40 * (row % 3) + (row % 7),
    }));
    await send('/tables?name=mieten', rows);
    await trainModel(service, project, 'miete', { target: 'rent', from: { table: 'mieten' } });
    await go('/models/miete?tab=try');
    await page.getByText(/of actual values lie between/).waitFor();
    expect(await page.getByLabel('balkon', { exact: true }).first().inputValue()).toBe('ja');
    expect(await page.getByLabel('rooms', { exact: true }).first().inputValue()).toBe('2');
    await page.getByLabel('balkon', { exact: true }).first().click();
    await page.getByRole('option', { name: 'nein', exact: true }).click();
    await page.waitForURL(/nein/);
  });

  test('true and false are told as yes and no, and rows without any known column are refused', async ({ room }) => {
    const { service, project, page, go, give, read, send } = room;
    const rows = Array.from({ length: 80 }, (_, row) => ({
      churned: row % 4 > 1,
      calls: row % 4,
      plan: 'ab'[row % 2],
    }));
    await send('/tables?name=calls', rows);
    await trainModel(service, project, 'churned', { target: 'churned', from: { table: 'calls' } });
    await go('/models/churned?tab=try&row=%7B%22calls%22%3A3%7D');
    await page.getByText(/^right in /).waitFor();
    expect(await page.getByLabel('calls', { exact: true }).first().inputValue()).toBe('3');
    await page.getByText('yes', { exact: true }).first().waitFor();
    expect(await page.getByText(/^(true|false)$/).count()).toBe(0);
    await go('/models/churned?tab=batch');
    await give('Choose a file', 'other.csv', 'colour,height\nred,1\nblue,2\n');
    await page
      .getByText(/colour/)
      .last()
      .waitFor();
    expect((await read('/tables')).map(({ name }: { name: string }) => name)).not.toContain('rows_of_other');
  });

  test('a file comes back as it was with its predictions, and misspelt columns are refused', async ({ room }) => {
    const { page, go, give } = room;
    await go('/models/rent?tab=batch');
    const [sqft, meant] = ['Sqft', 'sqft'];
    await give('Choose a file', 'offers.csv', `${sqft};note\n700;a\n`);
    await page.getByText(meant, { exact: false }).last().waitFor();
    await page.getByLabel('Ignore unknown columns').check();
    const saved = page.waitForEvent('download');
    await give('Choose a file', 'offers.csv', 'sqft;note;rental_price\n700;a;1\n');
    const file = await saved;
    expect(file.suggestedFilename()).toBe('offers_predicted.csv');
    const [header, row] = readFileSync(await file.path(), 'utf8').split('\n');
    expect(header).toMatch(/^sqft;note;rental_price;rental_price_predicted;/);
    expect(row).toMatch(/^700;a;1;\d/);
  });

  test('versions: a new one is trained, and an earlier one answers again', async ({ room }) => {
    const { page, go, press, read } = room;
    await go('/models/rent?tab=versions');
    await page.getByRole('link', { name: 'Train a new version' }).click();
    await page.waitForURL(/\/train\?/);
    await press('Train a new version');
    await page.waitForURL(/\/models\/rent/);
    await page.getByText('Version 1 stays active meanwhile.').waitFor();
    await page.getByText(/^R² /).first().waitFor();
    expect(await page.getByText(/held-out rows\.$/).count()).toBe(0);
    // It was compared, and waits.
    await page.getByRole('alert').getByText('Challenger').waitFor();
    expect((await read('/models/rent')).active_version).toBe(1);
    await press('Activate');
    await page.getByText('Version 2 is active.').waitFor();
    await go('/models/rent?tab=versions');
    await press('Activate');
    await page.getByText('Version 1 is active.').waitFor();
    expect((await read('/models/rent')).active_version).toBe(1);
    await page
      .getByRole('cell', { name: 'rent, version 2' })
      .or(page.getByRole('columnheader', { name: 'rent, version 2' }))
      .waitFor();
    await page
      .getByText(/^No significant difference$|is better$/)
      .first()
      .waitFor();
  });

  test('codes are learned as classes where the form is told so, and metrics are those that fit', async ({ room }) => {
    const { page, go, press, choose, read, send } = room;
    const rows = Array.from({ length: 150 }, (_, row) => ({ part: 1 + (row % 12), size: row % 24 }));
    await send('/tables?name=parts', rows);
    await go('/train?table=parts&target=part');
    await page.getByText('It has 12 distinct numbers, so they are treated as amounts.').waitFor();
    await choose('Task', 'Classification: its values are classes, such as codes or grades');
    await press('Advanced');
    await page.getByLabel('Optimisation metric').first().click();
    await page.getByRole('option', { name: 'balanced accuracy' }).waitFor();
    expect(await page.getByRole('option', { name: 'R²' }).count()).toBe(0);
    await page.getByRole('option', { name: 'log loss' }).click();
    await page.getByText('Fast (seconds)').click();
    await press('Train');
    await page.waitForURL(/\/models\/parts_part/);
    expect((await read('/models/parts_part')).options).toEqual({
      task: 'multiclass',
      metric: 'log_loss',
      quality: 'fast',
    });
    await go('/train?model=parts_part');
    await page.getByRole('heading', { level: 1, name: 'Train parts_part again' }).waitFor();
    await page.getByRole('radio', { name: /^Fast/ }).and(page.locator(':checked')).waitFor({ state: 'attached' });
    expect(await page.getByLabel('Optimisation metric').first().inputValue()).toBe('log loss');
  });

  test('the page of a number says what its figures are of, how errors lie along an input, and how much each moves answers', async ({
    room,
  }) => {
    const { page, go } = room;
    await go('/models/rent');
    await page.getByText(/^The curve shows the ensemble’s members/).waitFor();
    await page.getByRole('heading', { name: 'Residuals by input' }).waitFor();
    await page.getByText('mean absolute contribution').click();
    await page.getByText(/^Mean absolute contribution \(SHAP\)/).waitFor();
  });

  test('a column that gives the target away is left out by one press, and costs lead the page', async ({ room }) => {
    const { service, project, page, go, press, read, send } = room;
    const rows = Array.from({ length: 200 }, (_, row) => {
      const size = (row * 37) % 101;
      const price = 10 * size + ((row * 7919) % 211);
      return { size, taxed: 1.2 * price, price, dear: price + ((row * 31) % 400) > 700 ? 'yes' : 'no' };
    });
    await send('/tables?name=offers', rows);
    await trainModel(service, project, 'offer', {
      target: 'price',
      from: { sql: 'select size, taxed, price from offers' },
    });
    await go('/models/offer');
    await press('Exclude taxed and train again');
    await page.getByText('A version without taxed is being trained.').waitFor();
    await service.until(
      `/projects/${project}/models/offer`,
      ({ body }) => body.version === 2 && body.status === 'complete',
    );
    expect((await read('/models/offer')).inputs).toEqual(['size']);
    await trainModel(service, project, 'dear', {
      target: 'dear',
      from: { sql: 'select size, dear from offers' },
    });
    await service.call('PUT', `/projects/${project}/models/dear`, { costs: { yes: { missed: 20, false: 1 } } });
    await go('/models/dear');
    await page.getByText(/^The average cost of errors per held-out row/).waitFor();
  });

  test('figures of a target with a unit are told in it', async ({ room }) => {
    const { service, project, page, go } = room;
    const lines = Array.from(
      { length: 80 },
      (_, row) => `f${1000 + row};${20 + row};${100 + 7 * row + (row % 5)},50 €`,
    );
    const csv = { 'content-type': 'text/csv' };
    await service.call('POST', `/projects/${project}/tables?name=flats`, `flat;size;price\n${lines.join('\n')}\n`, csv);
    await trainModel(service, project, 'flat', { target: 'price', from: { table: 'flats' } });
    await go('/models/flat');
    await page.getByText(/^Half of the predictions of price are within [\d.]+ € of the actual value/).waitFor();
    await page.getByText('Excluded, because it identifies the rows: flat.').waitFor();
    await page.getByRole('row', { name: /^RMSE .* € [\d.]+ €$/ }).waitFor();
    await page.getByRole('row', { name: /^R² .*[^€]$/ }).waitFor();
    await go('/models/flat?tab=try');
    await page.getByText(/^[\d.]+ €$/).waitFor();
  });

  test('the page of a model of many classes shows those that are confused most', async ({ room }) => {
    const { service, project, page, go } = room;
    const rows = Array.from({ length: 600 }, (_, row) => ({
      a: (row * 7) % 60,
      b: row % 4,
      sku: `s${(row * 7) % 60}`,
    }));
    await trainModel(service, project, 'skus', { target: 'sku', from: { rows } });
    await go('/models/skus');
    await page.getByText('The 25 most confused of 60 classes are shown.').waitFor();
    await page
      .getByRole('img', { name: /25 most confused of 60 classes/ })
      .and(page.locator('[aria-busy="false"]'))
      .waitFor();
  });
});
