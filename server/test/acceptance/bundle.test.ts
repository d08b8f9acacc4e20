/**
 * `npm start` runs the bundle, or the sources when these are newer.
 *
 * @module-tag long
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
let copy: string;

/** Uses a copy of the sources, because other tests run this folder's bundle. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'sibyl-bundle-'));
  const isSource = (path: string) => !/\/(node_modules|dist|\.sibyl)(\/|$)/.test(path.slice(root.length));
  for (const part of ['engine', 'sdk', 'server', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: isSource });
  for (const part of ['', 'server']) symlinkSync(join(root, part, 'node_modules'), join(copy, part, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: copy });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Returns the first lines of a start that fails at once because of its port. */
function start(...args: string[]): string {
  const environment = { ...process.env, SIBYL_DATA_DIR: join(copy, 'data'), SIBYL_PORT: 'none' };
  return spawnSync(process.execPath, ['server/start.js', ...args], { cwd: copy, env: environment }).stderr.toString();
}

test('runs without a word on sources', () => {
  expect(start()).toMatch(/^SIBYL_PORT/);
});

test('the command line runs from the bundle, and from newer sources without a word', () => {
  const environment = { ...process.env, SIBYL_DATA_DIR: join(copy, 'data') };
  const run = () => spawnSync(process.execPath, ['server/command.js', 'fly'], { cwd: copy, env: environment });
  const opened = () => globSync(join(copy, 'server/dist/*/cli.js'));
  expect(opened()).toHaveLength(1);
  expect(run().stderr.toString()).toMatch(/^error: unknown command 'fly'/);
  const changed = join(copy, 'sdk/src/client.ts');
  utimesSync(changed, new Date(), new Date());
  expect(run().stderr.toString()).toMatch(/^error: unknown command 'fly'/);
  expect(start()).toMatch(/^Sibyl runs from its sources .*sdk\/src\/client\.ts has changed/);
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: copy });
});

test('traces of errors name lines of the sources', () => {
  const [thread] = globSync(join(copy, 'server/dist/*/platform-db-sqlite-thread.js'));
  const { stderr } = spawnSync(process.execPath, [
    '--input-type=module',
    '-e',
    `await import(${JSON.stringify(thread)})`,
  ]);
  expect(stderr.toString()).toMatch(/server\/src\/platform\/db\/sqlite\/thread\.ts:\d+/);
});

test('sources that are asked for, or newer, run themselves and say so', () => {
  expect(start('--sources')).toMatch(/^Sibyl runs from its sources .*asked to/);
  const changed = join(copy, 'server/src/serve.ts');
  utimesSync(changed, new Date(), new Date());
  expect(start()).toMatch(/^Sibyl runs from its sources .*server\/src\/serve\.ts has changed since; `npm run build`/);
});
