import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { App } from '../http/reply/app.ts';
import { addGuide } from './guide.ts';
import { addStudio } from './studio.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sibyl-build-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<html></html>');
});
afterEach(() => rmSync(folder, { recursive: true }));

function openApp(add: (app: App, folder: string) => void) {
  const app = fastify();
  app.decorate('publicPath', '');
  add(app as never as App, folder);
  return app;
}

it('the guide has the pages of a build that took the place of the one it began with', async () => {
  const app = openApp(addGuide);
  expect((await app.inject('/docs/guide/models')).statusCode).not.toBe(200);
  writeFileSync(join(folder, 'models.html'), 'Models');
  expect((await app.inject('/docs/guide/models')).body).toBe('Models');
});

it('a file of the studio that goes while it is read is neither kept nor called packed', async () => {
  const app = openApp(addStudio);
  writeFileSync(join(folder, 'assets', 'a.js'), '');
  symlinkSync(join(folder, 'gone'), join(folder, 'assets', 'a.js.gz'));
  const { statusCode, headers } = await app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': 'gzip' } });
  expect(statusCode).not.toBe(200);
  expect(headers).not.toHaveProperty('content-encoding');
  expect(headers).not.toHaveProperty('cache-control');
});
