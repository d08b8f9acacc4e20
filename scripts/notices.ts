/** Collects the licences of bundled packages, which must accompany their code. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the folder of the package of a module; undefined for our own. */
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

/** Returns one text with the licences of all packages of the modules. */
export function noticesOf(modules: string[]): string {
  const folders = new Set(modules.flatMap((path) => packageFolderOf(path) ?? []));
  const known = [...folders].filter((folder) => existsSync(join(folder, 'package.json'))).toSorted();
  return `${known.map(noticeOf).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
