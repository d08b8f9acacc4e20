/** Builds the pages of `docs/` into a site that the service serves at /docs/guide, unless they are as at the last build. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vitepress';
import { root } from './worker-entries.ts';

const docs = join(root, 'docs');
const made = join(docs, '.vitepress/dist/made-of.txt');

function nameOfSources(): string {
  const hash = createHash('sha256');
  const sources = globSync(['**/*.{md,svg,png,csv}', '.vitepress/*.ts', '.vitepress/theme/*'], { cwd: docs })
    .filter((path) => !path.includes('dist'))
    .toSorted();
  for (const path of [...sources, '../package-lock.json']) hash.update(path).update(readFileSync(join(docs, path)));
  return hash.digest('hex');
}

const name = nameOfSources();
if (!existsSync(made) || readFileSync(made, 'utf8') !== name) {
  await build(docs);
  writeFileSync(made, name);
}
