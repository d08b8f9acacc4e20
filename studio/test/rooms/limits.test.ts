// @module-tag long
import { describe, expect } from 'vitest';
import { program } from '../browser.ts';
import { test } from './room.ts';

describe.skipIf('missing' in program)('Limits in the studio', () => {
  test('limits: one is saved, and what is not saved is asked about', async ({ room }) => {
    const { page, go, press, fill, read } = room;
    await go('/limits');
    await fill('Rows of a query', '1000');
    await page.getByRole('link', { name: 'Events' }).click();
    await press('Stay');
    await press('Save');
    await page.getByText('The limits are saved.').waitFor();
    expect((await read('')).limits).toMatchObject({ query_rows: 1000 });
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByText('project updated').first().waitFor();
  });
});
