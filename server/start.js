// The entry, in plain JavaScript: nothing has to be compiled before the cache of compiled code is on
// (docs/decisions/2026-11-21-start-and-memory.md). Whoever can write this cache can write the code itself.
import { readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Why the bundle cannot stand for the sources; undefined when it can. */
function whyNotBundle() {
  if (process.argv.includes('--sources')) return 'asked to by --sources';
  try {
    const sources = JSON.parse(readFileSync(join(import.meta.dirname, 'dist/sources.json'), 'utf8'));
    for (const [path, size, changed] of sources) {
      const now = statSync(join(root, path), { throwIfNoEntry: false });
      if (now?.size !== size || now.mtimeMs !== changed) return `${path} has changed since; \`npm run build\` bundles again`;
    }
    return undefined;
  } catch {
    return 'there is no bundle; `npm run build` makes one';
  }
}

enableCompileCache(join(root, 'node_modules/.cache/sibyl'));
const reason = whyNotBundle();
if (reason !== undefined) console.error(`Sibyl runs from its sources (slower to start): ${reason}.`);
await import(reason === undefined ? './dist/main.js' : './src/main.ts');
