/** What is said before the service starts: words after the command, and a Node that is too old. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDirectory } from '../service-process.ts';

const server = join(import.meta.dirname, '../..');

function run(entry: string, words: string[], flags: string[] = [], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, join(server, entry), ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...env, SIBYL_PORT: 'none' }, // a service that starts all the same ends at once
  });
  return { status, stdout, stderr };
}

test.each(['--help', '-h'])('%s prints help and starts nothing', (word) => {
  const { status, stdout, stderr } = run('start.js', [word]);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Usage: npm start .*SIBYL_PORT/s);
});

test('--version prints the version', () => {
  expect(run('start.js', ['--version'])).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: '',
  });
});

test.each(['--prot=1', 'homes.csv', '-x'])('%s, which is unknown, is named beside the help', (word) => {
  const { status, stdout, stderr } = run('start.js', [word]);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(word.split('=')[0]);
  expect(stderr).toContain('Usage: npm start');
});

test.each([
  ['start.js', 'npm start'],
  ['command.js', 'npm run sibyl'],
])('%s says in one line which Node it needs', (entry, command) => {
  const old = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})";
  const { status, stdout, stderr } = run(entry, [], ['--import', old]);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^Sibyl needs Node 24 or newer, this is v\S+\. .*\n$/);
  expect(stderr).toContain(`\`${command}\``);
});

test('a command of npm finds files from the folder where it was called', () => {
  const folder = join(server, '../docs/examples');
  const words = ['train', 'mieten.csv', '--target', 'nothing'];
  const called = (env: Record<string, string>) => run('command.js', words, [], env).stderr;
  expect(called({})).toContain('There is no file mieten.csv');
  const stderr = called({ npm_lifecycle_event: 'sibyl', INIT_CWD: folder, SIBYL_DATA_DIR: makeDirectory() });
  expect(stderr).not.toContain('There is no file');
  expect(stderr).toContain('nothing');
});
