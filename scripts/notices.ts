/** The licences of what a bundle holds: they ask to go where the code goes. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package that a module belongs to; undefined for the product's own. */
function packageFolderOf(path: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/'))?.[0];
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = globSync('{LICENSE,LICENCE,License,license,NOTICE,COPYING}*', { cwd: folder, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8').trim());
  return [`${name} ${version} (${license ?? 'see below'})`, ...texts].join('\n\n');
}

/** @returns one text with the licences of all packages that the modules come from */
export function noticesOf(modules: string[]): string {
  const folders = new Set(modules.flatMap((path) => packageFolderOf(path) ?? []));
  const known = [...folders].filter((folder) => existsSync(join(folder, 'package.json'))).toSorted();
  return `${known.map(noticeOf).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
