// @module-tag long
import { describe, expect } from 'vitest';
import { program } from '../browser.ts';
import { addHomes, type Room, test } from './room.ts';

const nameRule = 'Only letters from a to z';

/** Waits for the fault of a field, which has the focus too. */
async function refused({ page }: Room, label: string, text: string | RegExp): Promise<void> {
  const field = page.getByLabel(label).first();
  await page.getByText(text).first().waitFor();
  expect(await field.getAttribute('aria-invalid'), label).toBe('true');
  const focused = "document.activeElement?.labels?.[0]?.textContent ?? ''";
  await expect.poll(() => page.evaluate<string>(focused)).toContain(label);
  expect(await page.getByText(/(^|\s)[/?]name\b/).count(), 'words of the API').toBe(0);
}

describe.skipIf('missing' in program)('Forms of the studio', () => {
  test.beforeAll(({ room }) => addHomes(room));

  test.for([
    ['/settings/projects', 'New project'],
    ['/agents', 'New agent'],
    ['/skills', 'New skill'],
    ['/knowledge', 'New knowledge base'],
    ['/webhooks', 'New webhook'],
    ['/connections', 'New connection'],
    ['/settings/keys', 'New key'],
  ])('a name that is refused at %s is told at its field', async ([path, button], { room }) => {
    const { go, press, fill } = room;
    await go(path);
    await press(button);
    await fill('Name', 'Köln 2026!');
    if (button === 'New webhook') await fill('Address', 'http://127.0.0.1:9/');
    if (button === 'New connection') for (const field of ['Host', 'Database', 'User']) await fill(field, '127.0.0.1');
    await press('Create');
    await refused(room, 'Name', nameRule);
  });

  test('a name that is taken is told at its field, and forgotten when the dialog opens again', async ({ room }) => {
    const { page, go, press, fill, send } = room;
    await send('/agents', { name: 'clerk' });
    await go('/agents');
    await press('New agent');
    await fill('Name', 'clerk');
    await press('Create');
    await refused(room, 'Name', 'This name is taken.');
    await press('Cancel');
    await press('New agent');
    expect(await page.getByText('This name is taken.').count()).toBe(0);
  });

  test('a table and a model', async ({ room }) => {
    const { page, go, press, fill, give } = room;
    await go('/tables');
    await give('Choose a file', 'a.csv', 'a,b\n1,2\n');
    await page.getByRole('cell', { name: '1', exact: true }).waitFor();
    await fill('Table name', 'a b');
    await press('Import');
    await page.getByText(nameRule).first().waitFor();
    expect(await page.getByLabel('Table name').getAttribute('aria-invalid')).toBe('true');
    await go('/train?table=homes&target=rental_price');
    await fill('Model name', 'a b');
    await press('Train');
    await refused(room, 'Model name', nameRule);
    await fill('Model name', 'ab');
    await press('Advanced');
    await fill('Time limit (seconds)', '99999999');
    await press('Train');
    await refused(room, 'Time limit (seconds)', 'It must be at most 86400.');
  });

  test('what is not at the top of a form', async ({ room }) => {
    const { go, press, fill, choose, send, page } = room;
    await send('/webhooks', { name: 'hook', url: 'http://127.0.0.1:9/' });
    await go('/webhooks/hook');
    await press('Edit');
    await fill('Address', 'ftp://127.0.0.1/');
    await press('Save');
    await refused(room, 'Address', 'It must be an http or https address');
    await go('/agents/clerk?tab=settings');
    await choose('Provider', 'OpenAI');
    await fill('Model name', 'x');
    await page.getByRole('textbox', { name: 'Address' }).fill('zzz');
    await press('Save');
    await page.getByText('It must be an address such as').waitFor();
    expect(await page.getByRole('textbox', { name: 'Address' }).getAttribute('aria-invalid')).toBe('true');
    await go('/limits');
    await fill('Rows of a query', '0');
    await press('Save');
    await refused(room, 'Rows of a query', 'It must be at least 1.');
  });

  test('a setting of a chatbot', async ({ room }) => {
    const { go, press, fill, send } = room;
    await send('/chatbots', { name: 'desk', agent: 'clerk', channel: { type: 'web' } });
    await go('/chatbots/desk');
    await fill('Colour, such as #0a7d4f', 'red');
    await press('Save');
    await refused(room, 'Colour, such as #0a7d4f', 'six hexadecimal digits');
  });
});
