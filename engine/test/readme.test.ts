import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const engine = join(import.meta.dirname, '..');

test('the example of the README runs as it stands', { tags: 'long' }, () => {
  const [, example] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(engine, 'README.md'), 'utf8')) ?? [];
  const command = ['--input-type=module-typescript', '--eval', example ?? ''];
  const printed = execFileSync(process.execPath, command, { cwd: engine, encoding: 'utf8' });
  const [lower, value, upper] = printed.split(' < ').map(Number);
  expect(lower).toBeLessThan(value);
  expect(value).toBeLessThan(upper);
  // 823 square feet are those of row 104.6, on the bay: 900 + 9 * 104.6 + 300, and 0 to 49 more.
  expect(Math.abs(value - 2166)).toBeLessThan(60);
});
