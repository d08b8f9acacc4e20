// @module-tag long
import { describe, expect } from 'vitest';
import { startLoopbackProvider } from '../../../server/test/loopback/provider.ts';
import { program } from '../browser.ts';
import { test } from './room.ts';

describe.skipIf('missing' in program)('Spending in the studio', () => {
  test('shows what an agent used today, of how much, and that a price is unknown', async ({ room }) => {
    const { page, go, send } = room;
    await using cleanUp = new AsyncDisposableStack();
    const provider = await startLoopbackProvider();
    cleanUp.defer(() => provider.stop());
    provider.script({ text: 'Snow.', usage: { input: 90, output: 20 } });
    await go('/spending');
    await page.getByText('No usage yet').waitFor();
    const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
    await send('/agents', { name: 'spender', model, skills: [] });
    await send('/agents/spender/completions', { messages: [{ role: 'user', content: 'Tell me of the weather' }] });
    await go('/spending');
    await page.getByRole('heading', { name: '110 tokens today' }).waitFor();
    await page.getByText('price unknown').waitFor();
    expect(await page.getByRole('cell', { name: 'openai_compatible/m' }).count()).toBe(1);
  });

  test('the chat says what an answer took, now and when it is opened again', async ({ room }) => {
    const { page, go, send } = room;
    await using cleanUp = new AsyncDisposableStack();
    const provider = await startLoopbackProvider();
    cleanUp.defer(() => provider.stop());
    provider.script({ text: 'Snow.', usage: { input: 1090, output: 20 } });
    const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
    await send('/agents', { name: 'teller', model, skills: [] });
    await go('/agents/teller');
    await page.getByLabel('Your question').fill('Tell me of the weather');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const note = page.getByText(/^m · 1,090 input and 20 output tokens · in \d+ m?s · first token after \d+ m?s$/);
    await note.waitFor();
    await page.reload();
    await note.waitFor();
    expect(await note.count()).toBe(1);
  });
});
