// @module-tag long
import { describe, expect } from 'vitest';
import { program } from '../browser.ts';
import { test, trainRent } from './room.ts';

describe.skipIf('missing' in program)('A watched model in the studio', () => {
  test.beforeAll(({ room }) => trainRent(room));

  test('is watched by a click, shows what was asked, and is told when to learn again', async ({ room }) => {
    const { give, page, go, press, fill, read, send } = room;
    await go('/models/rent?tab=monitoring');
    await page.getByText('This model is not monitored.').waitFor();
    await fill('Rows to keep per window', '40');
    await press('Monitor this model');
    await page.getByText('No rows have been predicted since.').waitFor();
    await page.getByLabel(/^Let a waiting version/).check();
    await press('Save settings');
    await page.getByText('Saved.').waitFor();
    const { inputs } = await read('/models/rent');
    const row = Object.fromEntries(inputs.map((name: string) => [name, null]));
    await send(
      '/models/rent/predict',
      Array.from({ length: 30 }, (_, index) => ({ ...row, __service_row_id: index })),
    );
    const month = new Date().toISOString().slice(0, 7);
    const truths = Array.from({ length: 30 }, (_, index) => `${index};1.${String(100 + index)},50;${month}`);
    const file = `id;rental_price;predicted_at\r\n${truths.join('\r\n')}\r\n31;;\r\n`;
    await give('Choose a file', 'came out.csv', file);
    await page.getByText('30 of 30 actual values matched a prediction.').waitFor();
    expect((await read('/tables')).map(({ name }: { name: string }) => name)).toEqual(['homes']);
    await page.getByRole('heading', { name: 'Live performance' }).waitFor();
    await page.getByText('Actual values: 30 matched').waitFor();
    const [{ start }] = (await read('/models/rent/monitor')).windows;
    await page.getByLabel('Rows of the window').selectOption(start);
    await page.getByText('rental_price (predicted)').waitFor();
    await fill('Schedule (cron)', 'often');
    await press('Save');
    await page.getByText(/five fields of cron/).waitFor();
    await fill('Schedule (cron)', '0 3 * * *');
    await page.getByLabel('Which version becomes active').selectOption('ask');
    await press('Save');
    const kept = {
      schedule: { cron: '0 3 * * *' },
      policy: 'ask',
      monitor: { enabled: true, shadow: true, sample_rows: 40 },
    };
    await expect.poll(() => read('/models/rent')).toMatchObject(kept);
  });
});
