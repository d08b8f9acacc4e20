/**
 * Checks that package-lock.json serves every platform: each optional dependency of each locked package needs an entry.
 * Without one, `npm ci` refuses a fresh clone and `npm install` omits that platform's binding.
 */
import { readFileSync } from 'node:fs';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

export type LockedPackages = Record<string, LockedPackage>;

/** Resolves like Node: in the package's own folder, then in each folder above it. */
function find(packages: LockedPackages, from: string, name: string): LockedPackage | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found || folder === '') return found;
  }
}

export function missingEntries(packages: LockedPackages): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).flatMap(([name, range]) => {
      const found = find(packages, path, name);
      const exact = /^\d/.test(range);
      return found && (!exact || found.version === range) ? [] : [`${path} needs ${name}@${range}`];
    }),
  );
}

if (import.meta.main) {
  const missing = missingEntries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages);
  for (const one of missing) console.error(`package-lock.json has no entry: ${one}`);
  if (missing.length > 0) {
    console.error('Pin a version whose packages of all platforms are in the registry, delete its entries from');
    console.error('package-lock.json, and run `npm install --package-lock-only` in a folder without node_modules.');
    process.exitCode = 1;
  }
}
