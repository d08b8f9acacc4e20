// @module-tag long
import { describe, expect } from 'vitest';
import { narrow, program, visit } from '../browser.ts';
import { test } from './room.ts';

describe.skipIf('missing' in program)('Tables in the studio', () => {
  test('a file that cannot be read is read with another choice', async ({ room }) => {
    const { page, go, press, choose, read } = room;
    await go('/tables');
    const chooser = page.waitForEvent('filechooser');
    await press('Choose a file');
    const buffer = Buffer.from('a,b\n1,2\n3\n4,5\n');
    await (await chooser).setFiles({ name: 'ragged.csv', mimeType: 'text/csv', buffer });
    await page.getByText('The file cannot be read').waitFor();
    await choose('Delimiter', '; semicolon');
    await page.getByRole('combobox', { name: 'Type: a,b' }).waitFor();
    await press('Import');
    await page.getByRole('heading', { level: 1, name: 'ragged' }).waitFor();
    expect((await read('/tables/ragged')).row_count).toBe(3);
  });

  test('quotes that are part of the text are read by a choice, and a refusal is told once', async ({ room }) => {
    const { page, go, give, press, choose, read } = room;
    await go('/tables');
    await give('Choose a file', 'books.csv', 'id,said\n1,"good" book\n2,fine\n3,"so" so\n');
    await page.getByText('choose none under “Quote”').waitFor();
    const refused = page.waitForResponse((answer) => /\/tables\?/.test(answer.url()) && answer.status() === 400);
    await press('Import');
    await refused;
    await page.getByText('choose none under “Quote”').waitFor();
    expect(await page.getByText('The file cannot be read').count()).toBe(1);
    await press('Advanced');
    await choose('Quote', 'none: quotes are part of the text');
    await page.getByRole('cell', { name: '"good" book' }).waitFor();
    await press('Import');
    await page.getByRole('heading', { level: 1, name: 'books' }).waitFor();
    expect((await read('/tables/books')).row_count).toBe(3);
  });

  test('rows of totals are told in words, with a button that keeps them, and a column is left out', async ({
    room,
  }) => {
    const { page, go, give, press, read } = room;
    await go('/tables');
    await give('Choose a file', 'sales.csv', 'shop,units\nnorth,10\nsouth,20\nwest,5\nTotal,35\n');
    await page.getByRole('button', { name: 'Keep them as rows' }).waitFor();
    expect(await page.getByText(/totals=/).count()).toBe(0);
    await press('Keep them as rows');
    await page.getByRole('cell', { name: 'Total', exact: true }).waitFor();
    await page.getByText('The file has 4 rows.').waitFor();
    await page.getByLabel('Keep the column shop').uncheck();
    await press('Import');
    await page.getByRole('heading', { level: 1, name: 'sales' }).waitFor();
    expect((await read('/tables/sales')).columns.map(({ name }: { name: string }) => name)).toEqual(['units']);
  });

  test('a file dropped beside its place does not replace the page, and of two files one comes after the other', async ({
    room,
  }) => {
    const { page, go } = room;
    await go('/tables');
    await page.getByText('Drop a file here').waitFor();
    const isRefused = await page.evaluate<boolean>(`(() => {
      const dataTransfer = new DataTransfer();
      for (const name of ['b.csv', 'c.csv']) dataTransfer.items.add(new File(['a\\n1\\n2\\n'], name));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('h1').dispatchEvent(event);
      document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      return event.defaultPrevented;
    })()`);
    expect(isRefused).toBe(true);
    await page.getByText('choose its delimiter if it has more').waitFor();
    await page.getByText('Import b.csv, then 1 more').waitFor();
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Import c.csv').waitFor();
  });

  test('of very many columns some are drawn, and each is found', async ({ room }) => {
    const { page, go, send } = room;
    const names = Array.from({ length: 300 }, (_, place) => `column_${place}`);
    await send('/tables?name=broad', `${names}\n${names.map((_, place) => place)}\n`, { 'content-type': 'text/csv' });
    await go('/tables/broad');
    await page.getByRole('button', { name: '25 of 300 shown. Show more' }).waitFor();
    expect(await page.locator('.column-card').count()).toBe(25);
    await page.getByLabel('Order of the columns').selectOption('By name');
    await page.getByRole('link', { name: 'Predict column_10', exact: true }).waitFor();
    await page.getByLabel('Filter by name').fill('column_299');
    await page.getByRole('link', { name: 'Predict column_299' }).waitFor();
  });

  test('one click asks a table, and one offers the forecast of a column with its time and series', async ({ room }) => {
    const { page, go, press, send } = room;
    const months = ['north', 'south'].flatMap((shop, at) =>
      Array.from({ length: 36 }, (_, month) => ({
        shop,
        month: `${2021 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`,
        units: 100 + 40 * at + month + ((month * 37) % 12),
      })),
    );
    await send('/tables?name=months', months);
    await go('/tables/months');
    await press('Ask this table');
    await page.getByRole('heading', { level: 1, name: 'about_months' }).waitFor();
    await page.getByLabel('Your question').fill('How many rows are there?');
    await page.keyboard.press('Enter');
    await page.locator('.markdown', { hasText: '72' }).waitFor();
    await go('/train?table=months&target=units');
    await press('Forecast instead');
    await page.getByText('month is a time column').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Time column', { exact: true }).first().inputValue()).toBe('month');
    await send(
      '/tables?name=repeated_months',
      months.map(({ month, units }) => ({ month, units })),
    );
    await go('/train?table=repeated_months&target=units');
    await press('Forecast instead');
    await page.getByText('month is a time column').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Aggregation').first().inputValue()).toBe('Mean');
    await page.getByLabel('Time column', { exact: true }).first().focus();
    expect(await page.locator('[role=listbox]:visible').count()).toBe(0);
    // With the choice of a file, its table and a look at the answer these are five clicks.
    await go('/tables/months');
    await page.getByRole('link', { name: 'Forecast units' }).click();
    await press('Train');
    await page.getByRole('heading', { name: 'Backtest' }).waitFor();
    await page.getByText(/^MASE /).waitFor();
    await page.getByRole('cell', { name: 'south' }).waitFor();
    await page.getByRole('tab', { name: 'Try it' }).click();
    await page.getByText(/Prediction interval: meant to contain 90% of actual values\./).waitFor();
    await page.getByText(/In the backtest, the 90% interval contained \d/).waitFor();
    const saved = page.waitForEvent('download');
    await press('Download as CSV');
    expect((await saved).suggestedFilename()).toBe('months_units_forecast.csv');
  });

  test('the values beside the bars of a column are the most frequent ones, with their counts', async ({ room }) => {
    const { page, go, send } = room;
    const fruits = [
      'fig',
      'plum',
      ...Array.from({ length: 30 }, (_, row) => (row % 3 ? 'pear' : `kind ${row}`)),
      'plum',
    ];
    await send(
      '/tables?name=fruits',
      fruits.map((fruit) => ({ fruit })),
    );
    await go('/tables/fruits');
    await page.getByText('pear (20)').waitFor();
    await page.getByText('plum (2)').waitFor();
  });

  test('a look closer finds rows that repeat and columns that go together, and words are explained', async ({
    room,
  }) => {
    const { page, go, press, send } = room;
    const films = Array.from({ length: 60 }, (_, at) => ({ us: 10 + at, world: 25 + 2 * at + (at % 5), year: at % 7 }));
    await send('/tables?name=films', [...films, films[0], films[0]]);
    await go('/tables/films?tab=closer');
    await page.getByText('2 rows (3.2%) are duplicates of another row').waitFor();
    await page.getByRole('row').filter({ hasText: 'us' }).filter({ hasText: '0.99' }).first().waitFor();
    await page.getByRole('button', { name: 'Correlations' }).hover();
    await page.getByText('two columns of numbers lie on a line together').waitFor();
    const guide = await page.getByRole('link', { name: 'Guide to this page' }).getAttribute('href');
    expect(guide).toBe('/docs/guide/your-csv');
    await go('/train?table=films&target=world');
    await page.getByText(/us is never more than world|us alone explains/).waitFor();
    await press('Exclude us');
    await page.getByText(/us is never more than world|us alone explains/).waitFor({ state: 'detached' });
  });

  test('a query is kept with its chart for all of the project, and opened again', async ({ room }) => {
    const { page, go, press, read } = room;
    await go(`/query?sql=${encodeURIComponent('select 1 as a, 2 as b')}&view=chart`);
    await page.getByRole('button', { name: 'Copy a link' }).waitFor();
    await page.getByLabel('Save this query as').fill('ones');
    await press('Save');
    await page.getByText('ones is saved for everybody in this project.').waitFor();
    expect((await read('')).metadata.saved_queries).toHaveLength(1);
    await go('/query');
    await press('ones');
    await page.waitForURL(/view=chart/);
    await page
      .getByRole('img', { name: 'Chart: b, a' })
      .or(page.getByRole('img', { name: 'Chart: a, b' }))
      .waitFor();
    await press('Delete ones');
    await page.getByRole('button', { name: 'ones', exact: true }).waitFor({ state: 'detached' });
  });

  test('a list on a phone has no pile of headings, and is sorted by a choice', async ({ room }) => {
    const { service, browser, project, send } = room;
    await send('/tables?name=first', 'a\n1\n', { 'content-type': 'text/csv' });
    await send('/tables?name=second', 'a\n1\n2\n', { 'content-type': 'text/csv' });
    const { page, complaints } = await visit(browser, service.url, narrow);
    await page.goto(`${service.url}/p/${project}/tables`);
    await page.getByRole('link', { name: 'second' }).waitFor();
    expect(await page.getByRole('columnheader').count()).toBe(0);
    const names = () => page.locator('td a').allTextContents();
    await page.getByLabel('Sort the list').selectOption({ label: 'Sort: Name, descending' });
    expect(await names()).toEqual((await names()).toSorted().reverse());
    await page.getByLabel('Sort the list').selectOption({ label: 'Sort: Name, ascending' });
    expect(await names()).toEqual((await names()).toSorted());
    expect(complaints).toEqual([]);
  });

  test('long and right-to-left names fit a phone in both directions, and nothing moves when motion is reduced', async ({
    room,
  }) => {
    const { service, browser, project, send } = room;
    const name = `very_long_${'name_'.repeat(20)}`;
    const columns = `المدينة,${'column'.repeat(20)},rent\n`;
    await send(`/tables?name=${name}`, `${columns}القاهرة,a,5\nדבלין,b,6\n`, {
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
        await phone.page.goto(`${service.url}/p/${project}${path}`);
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

  test('more rows than a scroll bar has pixels: each can be reached by keys, also the last', async ({ room }) => {
    const { page, go, send } = room;
    const lines = Array.from({ length: 400_000 }, (_, row) => row).join('\n');
    await send('/tables?name=many', `number\n${lines}\n`, { 'content-type': 'text/csv' });
    await go('/tables/many?tab=rows');
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
});
