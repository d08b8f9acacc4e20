import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { expect, it } from 'vitest';
import { defaultDataDirectory, userDataDirectory, version } from './release.ts';

it.each(['package.json', 'server/package.json'])('has the version of %s', (file) => {
  expect(JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).version).toBe(version);
});

it.each([
  ['linux', {}, `${homedir()}/.local/share/sibyl`],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/sibyl'],
  ['linux', { XDG_DATA_HOME: 'relative' }, `${homedir()}/.local/share/sibyl`],
  ['darwin', {}, `${homedir()}/Library/Application Support/sibyl`],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/sibyl'],
] as const)('a package on %s with %j keeps its data in %s', (platform, environment, directory) => {
  expect(userDataDirectory(environment, platform)).toBe(directory);
});

it('a clone keeps its data beside the sources', () => {
  expect(defaultDataDirectory()).toBe('./.sibyl');
});
