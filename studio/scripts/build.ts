/** Builds the page into `dist`, unless its sources are unchanged since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { settings } from '../vite.config.ts';

const folder = join(import.meta.dirname, '..');
const output = join(folder, 'dist');
const made = join(output, 'made-of.txt');

/** Returns a hash of the sources, the client and all package versions. */
function nameOfSources(): string {
  const hash = createHash('sha256');
  const sources = globSync(
    [
      'src/**/*',
      'index.html',
      '*.{ts,json}',
      'scripts/*',
      '../sdk/src/**/*.ts',
      '../docs/glossary.md',
      '../package-lock.json',
    ],
    { cwd: folder, withFileTypes: true },
  ).filter((entry) => entry.isFile());
  for (const path of sources.map((entry) => join(entry.parentPath, entry.name)).toSorted())
    hash.update(path.slice(folder.length)).update(readFileSync(path));
  return hash.digest('hex');
}

/** Keeps the files of the previous build: an open page of it loads parts later. */
function removeOldFiles(kept: ReadonlySet<string>): void {
  for (const name of existsSync(join(output, 'assets')) ? readdirSync(join(output, 'assets')) : [])
    if (!kept.has(name.replace(/\.gz$/, ''))) rmSync(join(output, 'assets', name));
}

function filesOf(record: string): Set<string> {
  return new Set(existsSync(record) ? readFileSync(record, 'utf8').split('\n').slice(1) : []);
}

/** Compresses files once, instead of with each response. */
function compress(): void {
  for (const path of globSync('assets/*.{js,css,svg}', { cwd: output }))
    writeFileSync(join(output, `${path}.gz`), gzipSync(readFileSync(join(output, path)), { level: 9 }));
}

const name = nameOfSources();
const isCurrent = existsSync(made) && readFileSync(made, 'utf8').split('\n')[0] === name;
if (!isCurrent || process.argv.includes('--force')) {
  const before = filesOf(made);
  const result = await build(settings);
  const written = [result].flat().flatMap((one) => ('output' in one ? one.output.map(({ fileName }) => fileName) : []));
  const files = written.filter((file) => file.startsWith('assets/')).map((file) => file.slice('assets/'.length));
  compress();
  removeOldFiles(new Set([...before, ...files]));
  writeFileSync(made, [name, ...files].join('\n'));
}
