// @module-tag long
import { describe, expect } from 'vitest';
import { program } from '../browser.ts';
import { addHomes, test } from './room.ts';

describe.skipIf('missing' in program)('Skills in the studio', () => {
  test.beforeAll(({ room }) => addHomes(room));

  test('skills: a web service is described by steps, tried, and keeps its key', async ({ room }) => {
    const { weather, page, go, press, fill, choose, read } = room;
    await go('/skills');
    await press('New skill');
    await fill('Name', 'weather');
    await choose('Kind', 'Call a web service');
    await fill('An address to call', `${weather.url}/weather?city=Bonn`);
    await press('Create');
    await page.getByRole('heading', { level: 1, name: 'weather' }).waitFor();
    await fill('Path', '/weather/{day}');
    await press('Add a header');
    await fill('Name of the header', 'X-Key');
    await page.getByLabel('Value of X-Key').fill('secret of the weather');
    await press('Add a request');
    await page.getByRole('textbox', { name: 'Request' }).nth(1).fill('report');
    await page.getByLabel('Method').nth(1).selectOption('POST');
    await page.getByLabel('Path').nth(1).fill('/reports');
    await page.getByLabel('Send a JSON body').check();
    await press('Save');
    await page.getByText('The skill is saved.').waitFor();
    const { params } = await read('/skills/weather');
    expect(params.headers).toEqual({ 'X-Key': '********' });
    expect(params.requests.map(({ path }: { path: string }) => path)).toEqual(['/weather/{day}', '/reports']);
    await page.getByRole('textbox', { name: 'day', exact: true }).fill('monday');
    await page.getByRole('textbox', { name: 'city', exact: true }).fill('Rome');
    await press('Call it');
    await page.getByText('GET /weather/monday?city=Rome').waitFor();
    expect(weather.requests.at(-1)?.headers['x-key']).toBe('secret of the weather');
  });

  test('skills: the tools of an MCP server are chosen from what it offers', async ({ room }) => {
    const { service, page, go, press, fill, choose, project } = room;
    await go('/skills');
    await press('New skill');
    await fill('Name', 'others');
    await choose('Kind', 'Use an MCP server');
    await fill('Address of the MCP server', `${service.url}/mcp`);
    await press('Create');
    await page.getByText('No tool is allowed yet').waitFor();
    await page.getByLabel('query_tables').check();
    await press('Save');
    await page.getByText('The skill is saved.').waitFor();
    await page.getByRole('textbox', { name: 'project', exact: true }).fill(project);
    await page.getByRole('textbox', { name: 'sql', exact: true }).fill('select count(*) as homes from homes');
    await press('Call it');
    await page.getByLabel('Result').getByRole('cell', { name: '80', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'sql', exact: true }).fill('select homes from nothing');
    await press('Call it');
    await page.getByText(/^The call failed: .*nothing/).waitFor();
  });
});
