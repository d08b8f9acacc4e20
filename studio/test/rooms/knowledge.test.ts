// @module-tag long
import { describe } from 'vitest';
import { program } from '../browser.ts';
import { test } from './room.ts';

describe.skipIf('missing' in program)('Knowledge in the studio', () => {
  test('knowledge: a document is dropped and found', async ({ room }) => {
    const { page, go, press, fill } = room;
    await go('/knowledge');
    await press('New knowledge base');
    await fill('Name', 'house');
    await press('Create');
    const chooser = page.waitForEvent('filechooser');
    await press('Choose documents');
    const buffer = Buffer.from('# Pets\n\nDogs up to 25 kilograms are welcome.\n');
    await (await chooser).setFiles({ name: 'pets.md', mimeType: 'text/markdown', buffer });
    await page.getByRole('cell', { name: 'pets.md', exact: true }).waitFor();
    await fill('What are you looking for?', 'which dogs are welcome');
    await page.locator('mark', { hasText: /dogs/i }).first().waitFor();
    await page.waitForURL(/which/);
  });
});
