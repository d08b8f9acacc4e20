// In plain JavaScript: nothing has to be compiled before the cache of compiled code is on
// (docs/decisions/start-memory-and-package.md). Whoever can write this cache can write the code itself.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');

/** Turns the cache on and finds a file of the bundle, of the sources as they are now, or why there is none. */
export function findBundled(file) {
  enableCompileCache(join(root, 'node_modules/.cache/sibyl'));
  try {
    const dist = join(import.meta.dirname, 'dist');
    const { build, lock, sources } = JSON.parse(readFileSync(join(dist, 'current.json'), 'utf8'));
    const changed = lock === hashOf('package-lock.json') ? sources.find(hasChanged)?.[0] : 'package-lock.json';
    if (changed !== undefined) return { reason: `${changed} has changed since; \`npm run build\` bundles again` };
    return { url: pathToFileURL(join(dist, build, file)).href };
  } catch {
    return { reason: 'there is no bundle; `npm run build` makes one' };
  }
}

/** By content: npm writes this file anew after it has run the scripts of an installation. */
function hashOf(path) {
  return createHash('sha256').update(readFileSync(join(root, path))).digest('hex');
}

function hasChanged([path, size, changed]) {
  const now = statSync(join(root, path), { throwIfNoEntry: false });
  return now?.size !== size || now.mtimeMs !== changed;
}
