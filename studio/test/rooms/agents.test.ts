// @module-tag long
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { program } from '../browser.ts';
import { addHomes, test } from './room.ts';

describe.skipIf('missing' in program)('Agents in the studio', () => {
  test.beforeAll(({ room }) => addHomes(room));

  test('skills: one is made, called, and asked by an agent', async ({ room }) => {
    const { page, go, press, fill, choose } = room;
    await go('/skills');
    await press('New skill');
    await fill('Name', 'ask_homes');
    await press('Create');
    await press('Call it');
    await page.getByLabel('Result').getByRole('cell', { name: '1', exact: true }).waitFor();

    await go('/agents');
    await press('New agent');
    await fill('Name', 'clerk');
    await press('Create');
    await page.getByRole('heading', { level: 1, name: 'clerk' }).waitFor();
    await choose('Skills of this agent', 'ask_homes');
    await page.keyboard.press('Escape');
    await press('Try ask_homes');
    await page.getByRole('dialog').getByText('What an agent sees').waitFor();
    await press('Close');
    await press('Save');
    await page.getByText('The settings are saved.').waitFor();
    await fill('Your question', 'How many homes are there?');
    await page.keyboard.press('Enter');
    await page.locator('.markdown', { hasText: '80' }).waitFor();
  });

  test('the newest answer comes into view, and lies above the field to ask', async ({ room }) => {
    const { page, go, fill } = room;
    await go('/agents/clerk');
    for (const index of [0, 1, 2]) {
      await fill('Your question', 'Show all homes');
      await page.keyboard.press('Enter');
      await page.locator('.new-turn').nth(index).locator('.markdown').waitFor();
    }
    const top = async (turn: Locator) => (await turn.boundingBox())?.y;
    await expect.poll(() => top(page.locator('.new-turn').first())).toBeLessThan(0);
    await expect.poll(() => top(page.locator('.new-turn').last())).toBeLessThan(800);
    expect(await top(page.locator('.new-turn').last())).toBeGreaterThan(0);
  });

  test('a new agent answers from the tables that are chosen with its name', async ({ room }) => {
    const { page, go, press, fill, choose } = room;
    await go('/agents');
    await press('New agent');
    await fill('Name', 'landlord');
    await choose('Tables it answers from', 'homes');
    await page.keyboard.press('Escape');
    await press('Create');
    await page.getByRole('heading', { level: 1, name: 'landlord' }).waitFor();
    await go('/agents/landlord');
    await fill('Your question', 'How many rows are there?');
    await page.keyboard.press('Enter');
    await page.locator('.markdown', { hasText: /There are [\d,]+ rows/ }).waitFor();
  });

  test('a word that a question lacks is asked for where nothing speaks for a meaning, and stands in the glossary of the skill', async ({
    room,
  }) => {
    const { page, go, press, fill, send } = room;
    await send('/skills', { name: 'rents', type: 'sql', params: { tables: ['homes'] } });
    await send('/agents', { name: 'accountant', skills: ['rents'] });
    await go('/agents/accountant');
    await fill('Your question', 'How many homes are posh?');
    await page.keyboard.press('Enter');
    await fill('What does “posh” mean?', `"location" = 'great'`);
    await press('Save');
    await page.getByText('“posh” is now in the glossary.').waitFor();
    await page.locator('.markdown', { hasText: 'where posh' }).waitFor();
    await press('Remember this interpretation');
    await page.getByText('Saved as a verified question of the skill.').waitFor();
    await go('/skills/rents');
    await page.getByLabel('SQL of posh').waitFor();
    await fill('SQL of posh', "place = 'great'");
    await press('Save');
    await page.getByText('uses place, which is not a column of homes').waitFor();
  });

  test('evaluations: known answers are asked again, and compared', async ({ room }) => {
    const { page, go, press, fill, choose } = room;
    await go('/agents/clerk?tab=evaluations');
    await fill('Question 1', 'How many homes are there?');
    await fill('Expected', '80');
    await press('Ask these questions');
    await page.getByText('1 of 1 (100%)').waitFor();
    await choose('Questions', 'clerk_evaluation');
    await press('Ask these questions');
    await page.getByLabel('Compare with an earlier evaluation').first().waitFor();
    await choose('Compare with an earlier evaluation', 'clerk_evaluation');
    await page.getByText('0 became right, 0 became wrong.').waitFor();
  });

  test('what only a language model can use is told in the settings and in the answer', async ({ room }) => {
    const { weather, page, go, fill, send } = room;
    const requests = [{ name: 'ask', method: 'GET', path: '/' }];
    await send('/skills', { name: 'forecast', type: 'http', params: { base_url: weather.url, requests } });
    await send('/agents', { name: 'outlook', skills: ['forecast'] });
    await go('/agents/outlook?tab=settings');
    await page.getByText('forecast: only an agent with a language model can use this.').waitFor();
    await fill('Your question', 'What is the weather in Bonn?');
    await page.keyboard.press('Enter');
    await page.locator('.markdown', { hasText: 'The skill forecast needs a language model' }).waitFor();
  });

  test('two agents answer the same question side by side', async ({ room }) => {
    const { page, go, fill, send } = room;
    await send('/agents', { name: 'other', skills: ['ask_homes'] });
    await go('/compare?left=clerk&right=other');
    await fill('Your question', 'How many homes are there?');
    await page.keyboard.press('Enter');
    await page.locator('.markdown', { hasText: '80' }).nth(1).waitFor();
  });
});
