import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../../..');

test('No file of the service imports Node’s HTTP but its types', () => {
  const importing = globSync('src/**/*.ts', { cwd: sources })
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => /^import (?!type\b).*'(node:)?https?'/m.test(readFileSync(join(sources, path), 'utf8')));
  expect(importing).toEqual([]);
});
