/** Finds a program of the system, or installs its Debian package. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type Provided = { path: string } | { missing: string };

function findProgram(names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** Returns the program's path, or why it is missing. Under CI it must exist, so that no test is skipped there. */
export function provideProgram(names: readonly string[], debianPackage: string): Provided {
  const found = findProgram(names);
  if (found) return { path: found };
  const reason = installPackage(debianPackage);
  const installed = findProgram(names);
  if (installed) return { path: installed };
  const missing = `${debianPackage} is not installed${reason ? `, and ${reason}` : ''}`;
  if (process.env.CI) throw new Error(`Under CI nothing is skipped: ${missing}`);
  return { missing };
}

/** Returns why it could not be installed; undefined after success. */
function installPackage(name: string): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can install it';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  try {
    execFileSync('apt-get', [...options, 'update'], { env, stdio: 'ignore' });
    execFileSync('apt-get', [...options, 'install', '-y', '--no-install-recommends', name], { env, stdio: 'ignore' });
    return undefined;
  } catch (error) {
    return `apt-get could not install it: ${error instanceof Error ? error.message : error}`;
  }
}
