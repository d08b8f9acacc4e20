import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingEntries } from './lockfile.ts';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

test('the lockfile serves every platform', () => {
  expect(missingEntries(packages)).toEqual([]);
  expect(Object.keys(packages)).toContain('node_modules/@duckdb/node-bindings-win32-arm64');
});

test('a lockfile that lost the binding of another platform is named with what it lacks', () => {
  const { 'node_modules/@duckdb/node-bindings-darwin-arm64': lost, ...rest } = packages;
  expect(missingEntries(rest)).toEqual([
    `node_modules/@duckdb/node-bindings needs @duckdb/node-bindings-darwin-arm64@${lost.version}`,
  ]);
});

test('an entry of another version is as good as none', () => {
  const found = missingEntries({
    'node_modules/a': { optionalDependencies: { b: '2.0.0', c: '^1.0.0' } },
    'node_modules/a/node_modules/c': { version: '1.3.0' },
    'node_modules/b': { version: '1.0.0' },
  });
  expect(found).toEqual(['node_modules/a needs b@2.0.0']);
});
