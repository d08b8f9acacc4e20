// @module-tag long
import { describe, expect } from 'vitest';
import { program } from '../browser.ts';
import { test } from './room.ts';

describe.skipIf('missing' in program)('Webhooks in the studio', () => {
  test('webhooks: the secret is shown once, and a new one asks first', async ({ room }) => {
    const { page, go, press, fill, read } = room;
    await go('/webhooks');
    await press('New webhook');
    await fill('Name', 'hook');
    await fill('Address', 'http://127.0.0.1:9/');
    await press('Create');
    await page.getByText(/^whsec_/).waitFor();
    await go('/webhooks/hook');
    await press('New secret');
    await page.getByRole('dialog').getByText('rejects them until it knows').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await press('Turn off');
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    await press('Edit');
    await fill('Address', 'http://127.0.0.1:10/moved');
    await press('Save');
    await page.getByText('Events go to the new address').waitFor();
    expect(await read('/webhooks/hook')).toMatchObject({ url: 'http://127.0.0.1:10/moved', types: null });
  });
});
