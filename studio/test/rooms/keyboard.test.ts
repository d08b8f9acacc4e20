// @module-tag long
import { describe, expect } from 'vitest';
import { program } from '../browser.ts';
import { addHomes, test } from './room.ts';

describe.skipIf('missing' in program)('The studio by keyboard', () => {
  test.beforeAll(({ room }) => addHomes(room));

  test('the keyboard reaches a page through the palette and its tabs, and back returns step by step', async ({
    room,
  }) => {
    const { page, go } = room;
    await go('/tables');
    await page.getByRole('heading', { level: 1, name: 'Tables' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or go to').fill('homes');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tables\/homes/);
    await page.getByRole('tab', { name: 'Columns' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL(/tab=rows/);
    await page.goBack();
    await page.getByRole('tab', { name: 'Columns', selected: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Tables' }).waitFor();
  });

  test('dialogs are opened and left by keys, and the focus returns to where it was', async ({ room }) => {
    const { page, go, send } = room;
    await send('/webhooks', { name: 'keys', url: 'http://127.0.0.1:9/' });
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
    await leave(`/skills`, 'New skill');
    await leave(`/connections`, 'New connection');
    await leave(`/webhooks/keys`, 'Delete');
    await leave(`/webhooks/keys`, 'New secret');
    await leave(`/jobs`, 'Search or go to');
  });
});
