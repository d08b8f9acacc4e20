/** Finds the runtimes to test the package with, or installs them from npm once. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const folder = join(import.meta.dirname, '../../node_modules/.cache/sibyl-runtimes');
const packages: Record<string, string> = { bun: 'bun@1.4.5', deno: 'deno@2.9.6' };

/** Returns the program of this name, or why it is missing. Under CI it must exist. */
export function provideRuntime(name: string): { program: string } | { missing: string } {
  const program = findProgram(name) ?? installProgram(name);
  if (program !== undefined) return { program };
  const missing = `${name} is not installed, and npm could not install it`;
  if (process.env.CI) throw new Error(`Under CI the sdk is tried on every runtime. ${missing}`);
  return { missing };
}

/** Ignores npm's own folders, which contain the Node of the test run. */
function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  return folders.map((path) => join(path, name)).find((path) => existsSync(path));
}

function installProgram(name: string): string | undefined {
  const program = join(folder, 'node_modules/.bin', name);
  if (existsSync(program)) return program;
  if (packages[name] === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts=false'];
  try {
    execFileSync('npm', ['install', ...options, ...Object.values(packages)], { stdio: 'pipe', timeout: 300_000 });
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}
