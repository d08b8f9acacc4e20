/** Runs the tests with the tag `long`, which `npm test` leaves out. Only the files that name the tag are loaded. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

const named = /'long'|@module-tag long|describeLongOnPostgres/;
const files = globSync('{engine,sdk,bench,scripts,server,studio}/**/*.test.ts', { exclude: ['**/node_modules/**'] });
const long = files.filter((path) => named.test(readFileSync(path, 'utf8')));
// Most of them wait: for a platform that says nothing, a lease that ends, a browser, another process.
const options = ['run', '--tags-filter=long', '--maxWorkers=3'];
const { status } = spawnSync('vitest', [...options, ...long, ...process.argv.slice(2)], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
