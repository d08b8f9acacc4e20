import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig, settings } from './config.ts';

it('has a default for every setting', () => {
  expect(readConfig({})).toMatchObject({ host: '127.0.0.1', port: 4747, dataDirectory: './.sibyl', sample: true });
});

it.each([
  ['SIBYL_PORT', '70000', 'whole number from 0 to 65535'],
  ['SIBYL_PORT', '4747x', 'whole number'],
  ['SIBYL_SAMPLE', 'yes', '0 or 1'],
  ['SIBYL_LOG_LEVEL', 'loud', 'one of trace'],
  ['SIBYL_DATA_DIR', '', 'not be empty'],
  ['SIBYL_HOST', '', 'not be empty'],
  ['SIBYL_ALLOWED_HOSTS', 'https://sibyl.example.com', 'host names without port'],
  ['SIBYL_ALLOWED_ORIGINS', '*', 'origins, such as'],
  ['SIBYL_OIDC_ISSUER', 'http://login.example.com', 'https address'],
  ['SIBYL_MASTER_KEY', 'short', 'at least 32 characters'],
  ['SIBYL_PROT', '4747', 'is not a setting'],
])('refuses %s=%s and says what would be right', (variable, value, sentence) => {
  expect(() => readConfig({ [variable]: value })).toThrow(
    expect.objectContaining({ message: expect.stringContaining(variable) }),
  );
  expect(() => readConfig({ [variable]: value })).toThrow(sentence);
});

it('never repeats a secret', () => {
  expect(() => readConfig({ SIBYL_MASTER_KEY: 'hunter2' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  );
});

it('is documented, setting by setting', () => {
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const rows = Object.values(settings).map(
    ({ variable, fallback, meaning }) =>
      `| \`${variable}\` | ${fallback === '' ? 'unset' : `\`${fallback}\``} | ${meaning} |`,
  );
  expect(
    rows.filter((row) => !page.includes(row)),
    'rows that docs/operations.md lacks',
  ).toEqual([]);
});
