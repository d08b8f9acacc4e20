// @module-tag long
import { describe, expect } from 'vitest';
import { program } from '../browser.ts';
import { test, trainRent } from './room.ts';

describe.skipIf('missing' in program)('the trash', () => {
  test('what needs a table is shown before it is deleted, says so afterwards, and works when it is back', async ({
    room,
  }) => {
    const { page, go, press, send, read } = room;
    await trainRent(room);
    await send('/skills', { name: 'worth', type: 'predict', params: { models: ['rent'] } });
    await send('/agents', { name: 'desk', data: { tables: ['homes'] } });
    await send('/chatbots', { name: 'helpdesk', agent: 'desk', channel: { type: 'web' }, is_running: true });
    await go('/tables/homes');
    await press('Delete');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Agents: desk').waitFor();
    await dialog.getByText('Chatbots: helpdesk').waitFor();
    await dialog.getByText(/^Models .*: rent$/).waitFor();
    await dialog.getByText('It goes to the trash first').waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL(/tables$/);
    await go('/agents/desk');
    await page.getByText('This does not work at the moment').waitFor();
    await page.getByRole('link', { name: 'Open the trash' }).click();
    await press('Restore');
    await page.getByText('The trash is empty').waitFor();
    expect((await read('/tables/homes')).row_count).toBeGreaterThan(0);
    await go('/agents/desk');
    await page.getByRole('tab', { name: 'Settings' }).waitFor();
    expect(await page.getByText('This does not work at the moment').count()).toBe(0);
    await page.getByLabel('Your question').fill('How many homes are there?');
    await page.keyboard.press('Enter');
    await page.locator('.markdown', { hasText: '80' }).waitFor();
    await go('/chatbots/helpdesk?tab=preview');
    const bot = page.frameLocator('iframe');
    await bot.getByRole('button').first().click();
    await bot.getByRole('textbox').fill('How many homes are there?');
    await page.keyboard.press('Enter');
    await bot.getByText(/80/).first().waitFor();
    await go('/models/rent?tab=try');
    await page.getByText(/of actual values lie between/).waitFor();
    for (const path of ['/skills/worth', '/chatbots/helpdesk'])
      expect((await read(path)).broken ?? null, path).toBeNull();
  });

  test('a name that is taken by now is asked for anew', async ({ room }) => {
    const { page, go, press, send, read, service, project } = room;
    const create = () => send('/tables?name=taken', [{ a: 1 }]);
    await create();
    await service.call('DELETE', `/projects/${project}/tables/taken`);
    await create();
    await go('/trash');
    await press('Restore');
    const dialog = page.getByRole('dialog', { name: 'The name taken is taken' });
    await dialog.getByLabel('New name').fill('taken_before');
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('taken_before is restored.').waitFor();
    expect((await read('/tables/taken_before')).row_count).toBe(1);
  });

  test('a project is deleted by its name, and comes back', async ({ room }) => {
    const { page, go, service } = room;
    await service.call('POST', '/projects', { name: 'shortlived' });
    await go('/settings/projects');
    await page.getByRole('button', { name: 'Delete shortlived' }).click();
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel('Type shortlived to delete it').fill('shortlived');
    await remove.click();
    await page.getByRole('heading', { name: 'Deleted projects' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'shortlived' }).getByRole('button', { name: 'Restore' }).click();
    await page.getByText('shortlived is restored.').waitFor();
    expect((await service.call('GET', '/projects/shortlived')).status).toBe(200);
  });
});
