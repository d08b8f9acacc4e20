// @module-tag long
import { describe, expect } from 'vitest';
import { program } from '../browser.ts';
import { addHomes, test } from './room.ts';

describe.skipIf('missing' in program)('Jobs in the studio', () => {
  test.beforeAll(({ room }) => addHomes(room));

  test('a training is watched on the jobs page, and stopped only after a question', async ({ room }) => {
    const { page, go, press, send } = room;
    await send('/models', { name: 'slow', target: 'rental_price', from: { table: 'homes' } });
    await go('/jobs');
    await press('Cancel the training');
    await page.getByRole('dialog').getByText('is lost').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the training' }).click();
    await page.getByText('cancelled').first().waitFor();
  });

  test('an evaluation runs on the jobs page too, and is stopped there', async ({ room }) => {
    const { weather, page, go, press, send, read } = room;
    const model = { provider: 'openai_compatible', model_name: 'm', base_url: `${weather.url}/silent` };
    await send('/agents', { name: 'slow', model, skills: [] });
    const questions = [{ question: 'How many?', expected: { refuses: true } }];
    await send('/agents/slow/evaluations', { name: 'endless', questions });
    await go('/jobs');
    await page.getByRole('link', { name: 'slow, endless' }).waitFor();
    await press('Cancel the evaluation');
    await page.getByRole('dialog').getByText('are deleted').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the evaluation' }).click();
    await page.getByText('Nothing is running').waitFor();
    expect(await read('/agents/slow/evaluations')).toEqual([]);
  });
});
