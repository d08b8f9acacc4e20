/** Finds the system's Chromium, or installs Debian's. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** The program's path, or why there is none. Under CI there must be one: a test that needs it is not skipped there. */
export function provideChromium(): { path: string } | { missing: string } {
  const found = findChromium();
  if (found) return { path: found };
  const missing = installChromium();
  const installed = findChromium();
  if (installed) return { path: installed };
  if (process.env.CI) throw new Error(`Under CI the pages are tested too. ${missing}`);
  return { missing: missing ?? 'Chromium is not installed' };
}

/** @returns why it could not be installed, or undefined */
function installChromium(): string | undefined {
  if (process.getuid?.() !== 0) return 'Chromium is not installed, and only root can install it';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  try {
    execFileSync('apt-get', [...options, 'update'], { env, stdio: 'ignore' });
    execFileSync('apt-get', [...options, 'install', '-y', '--no-install-recommends', 'chromium'], {
      env,
      stdio: 'ignore',
    });
    return undefined;
  } catch (error) {
    return `Chromium is not installed, and apt-get could not install it: ${error instanceof Error ? error.message : error}`;
  }
}
