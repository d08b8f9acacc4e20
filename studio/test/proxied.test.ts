// @module-tag long
/** The studio below a path of its own, behind nginx: pages, files, links and the sign-in lead through it. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../server/test/free-port.ts';
import { provideNginx, startNginx } from '../../server/test/nginx.ts';
import { makeDirectory, startProcess } from '../../server/test/service-process.ts';
import { openBrowser, program, visit } from './browser.ts';

const nginx = provideNginx();
const cli = join(import.meta.dirname, '../../server/src/cli.ts');

describe.skipIf('missing' in nginx || 'missing' in program)('behind a proxy with a path', () => {
  test.for([
    { name: 'that takes its path away', end: '/' },
    { name: 'that leaves its path', end: '' },
  ])('$name, the studio signs in, shows tables and keeps its address', async ({ end }) => {
    const directory = makeDirectory();
    const env = { ...process.env, SIBYL_DATA_DIR: directory };
    const words = [cli, 'keys', 'create', '--role', 'admin'];
    const key = execFileSync(process.execPath, words, { env, encoding: 'utf8' }).trim();
    const port = await freePort();
    const base = `http://localhost:${port}/sibyl`;
    const service = startProcess(directory, { SIBYL_PUBLIC_URL: base });
    const to = `location /sibyl/ { proxy_pass ${await service.url}${end}; proxy_set_header Host $http_host; }`;
    await startNginx('path' in nginx ? nginx.path : '', port, `listen 127.0.0.1:${port}; ${to}`);
    const authorization = `Bearer ${key}`;
    await service.call('POST', '/api/projects', { name: 'default' }, { authorization });
    const csv = { authorization, 'content-type': 'text/csv' };
    const made = await service.call('POST', '/api/projects/default/tables?name=homes', 'a,b\n1,2\n', csv);
    expect(made.status).toBe(201);

    const browser = await openBrowser();
    try {
      const { page, complaints } = await visit(browser, base);
      await page.goto(`${base}/p/default/tables`);
      await page.waitForURL(`${base}/sign-in?**`);
      await page.getByRole('textbox').fill(key);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${base}/p/default/tables`);
      await page.getByRole('link', { name: 'homes' }).first().click();
      await page.waitForURL(`${base}/p/default/tables/homes`);
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'homes' }).waitFor();
      await page.goto(`${base}/`);
      expect(await page.locator('a[href$="/docs/"]').first().getAttribute('href')).toBe('/sibyl/docs/');
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
