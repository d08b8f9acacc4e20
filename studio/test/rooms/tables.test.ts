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
    await press('Add the table');
    await page.getByRole('heading', { level: 1, name: 'ragged' }).waitFor();
    expect((await read('/tables/ragged')).row_count).toBe(3);
  });

  test('rows of totals are told in words, with a button that keeps them', async ({ room }) => {
    const { page, go, give, press } = room;
    await go('/tables');
    await give('Choose a file', 'sales.csv', 'shop,units\nnorth,10\nsouth,20\nwest,5\nTotal,35\n');
    await page.getByRole('button', { name: 'Keep them as rows' }).waitFor();
    expect(await page.getByText(/totals=/).count()).toBe(0);
    await press('Keep them as rows');
    await page.getByRole('cell', { name: 'Total', exact: true }).waitFor();
    await page.getByText('The file has 4 rows.').waitFor();
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
    await page.getByText('Add b.csv, then 1 more').waitFor();
    await page.getByRole('button', { name: 'Add the table' }).click();
    await page.getByText('Add c.csv').waitFor();
  });

  test('of very many columns some are drawn, and each is found', async ({ room }) => {
    const { page, go, send } = room;
    const names = Array.from({ length: 300 }, (_, place) => `column_${place}`);
    await send('/tables?name=broad', `${names}\n${names.map((_, place) => place)}\n`, { 'content-type': 'text/csv' });
    await go('/tables/broad');
    await page.getByText('100 of 300 columns are shown').waitFor();
    expect(await page.locator('.column-card').count()).toBe(100);
    await page.getByLabel('Filter by name').fill('column_299');
    await page.getByRole('link', { name: 'Predict column_299' }).waitFor();
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
    await page.getByLabel('Sort the list').selectOption({ label: 'Sort: Name, downwards' });
    expect(await names()).toEqual((await names()).toSorted().reverse());
    await page.getByLabel('Sort the list').selectOption({ label: 'Sort: Name, upwards' });
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
