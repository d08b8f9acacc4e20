// @module-tag long
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect } from 'vitest';
import { program } from '../browser.ts';
import { test } from './room.ts';

describe.skipIf('missing' in program)('Connections in the studio', () => {
  test('connections: a database that does not answer says why', async ({ room }) => {
    const { page, go, press, fill, read } = room;
    await go('/connections');
    await press('New connection');
    await fill('Name', 'shop');
    await fill('Host', '127.0.0.1');
    await fill('Port', '9');
    await fill('Database', 'shop');
    await fill('User', 'reader');
    await press('Create');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/ECONNREFUSED/).waitFor();
    expect(await dialog.getByLabel('Port').getAttribute('aria-invalid')).toBe('true');
    expect(await read('/connections')).toEqual([]);
    await press('Save anyway');
    await page.getByText('The connection is saved.').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    await press('Edit shop');
    await fill('Port', '10');
    await fill('User', 'writer');
    await press('Save');
    await dialog.getByText(/ECONNREFUSED.*:10\b/).waitFor();
    await press('Save anyway');
    await dialog.waitFor({ state: 'detached' });
    expect((await read('/connections/shop')).parameters).toMatchObject({ port: 10, user: 'writer', host: '127.0.0.1' });
    await press('Test');
    await press('Delete shop');
    await page.getByRole('dialog').getByText('stored password').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No connection yet').waitFor();
  });

  test('connections: a file that may not be read is told at its field, and nothing is saved', async ({ room }) => {
    const { folder, page, go, press, fill, choose, read } = room;
    const made = new DatabaseSync(join(folder, 'shop.db'));
    made.exec('create table orders (id integer, price real); insert into orders values (1, 9.5), (2, 20)');
    made.close();
    await go('/connections');
    await press('New connection');
    await fill('Name', 'files');
    await choose('Engine', 'SQLite');
    await fill('File', '/etc/passwd');
    await press('Create');
    await page.getByRole('dialog').getByText('SIBYL_CONNECTION_FOLDERS, which lists').waitFor();
    expect(await page.getByLabel('File').getAttribute('aria-invalid')).toBe('true');
    expect(await read('/connections')).toEqual([]);
    await fill('File', join(folder, 'shop.db'));
    await press('Create');
    await page.getByText('The database responded').waitFor();
    expect((await read('/connections'))[0]).toMatchObject({ name: 'files', status: 'ok' });
    await page.getByRole('link', { name: 'Query files' }).click();
    await press('orders');
    await press('Run');
    await page.getByRole('cell', { name: '9.5', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Predict a column' }).click();
    await choose('Target column', 'price');
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'files_price' }).waitFor();
    expect((await read('/models/files_price')).source).toEqual({ connection: 'files', sql: 'select *\nfrom orders' });
    await go('/connections');
    await press('Delete files');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No connection yet').waitFor();
  });

  test('a private key of several lines is hidden while it is typed, and kept as it is', async ({ room }) => {
    const { page, go, press, choose } = room;
    const key = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n';
    await go('/connections');
    await press('New connection');
    await choose('Engine', 'Snowflake');
    const field = page.getByLabel('Private key', { exact: true });
    const look = "getComputedStyle(document.querySelector('.masked')).webkitTextSecurity";
    await field.fill(key);
    expect(await page.evaluate(look)).toBe('disc');
    await press('Show: Private key');
    expect(await page.evaluate("document.querySelector('.masked')")).toBeNull();
    expect(await field.inputValue()).toBe(key);
  });
});
