// @module-tag long
import { describe, expect } from 'vitest';
import { program } from '../browser.ts';
import { test } from './room.ts';

describe.skipIf('missing' in program)('Chatbots in the studio', () => {
  test.beforeAll(({ room }) => room.send('/agents', { name: 'clerk', skills: [] }));

  test('chatbots: one is set up, started, seen and stopped; typed text survives the start', async ({ room }) => {
    const { page, go, press, fill, read } = room;
    await go('/chatbots');
    await press('New chatbot');
    await fill('Name', 'desk');
    await press('Create');
    await page.getByRole('heading', { level: 1, name: 'desk' }).waitFor();
    await fill('Greeting', 'Good day');
    await press('Start');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await press('Save');
    await page.getByText('Saved.').waitFor();
    expect((await read('/chatbots/desk')).params.greeting).toBe('Good day');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.frameLocator('iframe').getByText('This is the widget').waitFor();
    await press('Stop');
    await page.getByText('Start the chatbot to see its widget.').waitFor();
  });

  test('a site that may not show the widget yet stands on its page, and one press allows it', async ({ room }) => {
    const { service, project, page, go, press, send, read } = room;
    await send('/chatbots', { name: 'shop', agent: 'clerk', channel: { type: 'web' }, is_running: true });
    const origin = 'https://shop.example.com';
    const { id } = await read('/chatbots/shop');
    const visit = () => service.call('POST', `/api/channels/${id}/visits`, {}, { origin });
    expect((await visit()).body.code).toBe('forbidden_origin');
    await service.until(`/projects/${project}/chatbots/shop`, ({ body }) => body.refused_origins.length === 1);
    await go('/chatbots/shop');
    await press(`Allow ${origin}`);
    await page.getByText('Saved.').waitFor();
    expect((await visit()).status).toBe(200);
  });

  test('alarms of models are posted to a channel of a platform that takes them', async ({ room }) => {
    const { page, go, press, fill, choose, send, read } = room;
    const channel = { type: 'discord', bot_token: 'AnotherAnotherAnother.Token.OfThisTest' };
    await send('/chatbots', { name: 'bell', agent: 'clerk', channel });
    await go('/chatbots/bell');
    await fill('Channel for model alarms', 'ops');
    await press('Save');
    await page.getByText('It must be the ID of a channel or chat of Discord.').waitFor();
    await fill('Channel for model alarms', '123456');
    await choose('Alarm types', 'Data drift');
    await page.getByRole('option', { name: 'Retrained' }).click();
    await page.keyboard.press('Escape');
    await press('Save');
    await page.getByText('Saved.').waitFor();
    expect((await read('/chatbots/bell')).params.alarms).toEqual({
      channel: '123456',
      causes: ['drift', 'retrained'],
    });
    await fill('Channel for model alarms', '');
    await press('Save');
    await expect.poll(async () => (await read('/chatbots/bell')).params.alarms).toBeUndefined();
    await choose('Channel', 'Web page');
    await page.getByLabel('Channel for model alarms').waitFor({ state: 'detached' });
  });
});
