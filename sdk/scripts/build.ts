/** Generates sources from `openapi.json`, and builds `dist`: one JavaScript file for all runtimes, and its types. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { printSdkSources } from '../../scripts/sdk-sources.ts';
import { writeChanged } from '../../scripts/write-changed.ts';

const folder = join(import.meta.dirname, '..');
const output = join(folder, 'dist');
// The compiler of the workspace; this package's own is an older one for openapi-typescript.
const compiler = join(folder, '../node_modules/typescript/bin/tsc');

const document = readFileSync(join(folder, '../openapi.json'), 'utf8');
for (const [path, text] of Object.entries(printSdkSources(document))) writeChanged(path, text);
rmSync(output, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.json')], { stdio: 'inherit' });
for (const path of globSync(join(output, '**/*.d.ts'))) writeFileSync(path, packTypes(readFileSync(path, 'utf8')));
const bundle = await rolldown({ input: join(folder, 'src/index.ts'), platform: 'neutral', tsconfig: false });
await bundle.write({
  file: join(output, 'index.js'),
  format: 'esm',
  comments: false,
  minify: { compress: true, mangle: { keepNames: { class: true, function: false } }, codegen: false },
});
await bundle.close();

/** Other tools than TypeScript need the extension of the actual file; tabs save 3 of 43 kB of the package. */
function packTypes(text: string): string {
  return text
    .replace(/(['"]\.{1,2}\/[^'"\n]+)\.ts(?=['"])/g, '$1.js')
    .replace(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));
}
