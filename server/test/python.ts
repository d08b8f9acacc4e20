/** Finds Python with `venv`, or installs Debian's, and caches one environment for the tests of the client. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
export const clientFolder = join(root, 'clients/python');
const program = 'python3';
const uvVersion = '0.13.9';

/** Old enough for Debian 12, new enough for the versions that constraints.txt pins. */
const probe = 'import sys, venv, ensurepip; print(sys.version.split()[0]); sys.exit(sys.version_info < (3, 11))';

/** Returns the version of a usable Python, or why there is none. Under CI it must exist. */
export function providePython(): { version: string } | { missing: string } {
  const found = pythonVersion();
  if (found) return { version: found };
  const missing = installPython();
  const installed = pythonVersion();
  if (installed) return { version: installed };
  return refuse(missing ?? 'Python 3.11 or newer with venv is not installed');
}

function refuse(missing: string): { missing: string } {
  if (process.env.CI) throw new Error(`Under CI the Python client is tested too. ${missing}`);
  return { missing };
}

function pythonVersion(): string | undefined {
  try {
    return execFileSync(program, ['-c', probe], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** Returns why it could not be installed; undefined after success. */
function installPython(): string | undefined {
  if (process.getuid?.() !== 0) return 'Python 3.11 with venv is not installed, and only root can install it';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  const packages = ['python3', 'python3-venv'];
  try {
    execFileSync('apt-get', [...options, 'update'], { env, stdio: 'ignore' });
    execFileSync('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], {
      env,
      stdio: 'ignore',
    });
    return undefined;
  } catch (error) {
    return `Python is not installed, and apt-get could not install it: ${error instanceof Error ? error.message : error}`;
  }
}

/** Makes a new environment in `folder` and installs `packages` with pip, as users do; returns its Python. */
export function makeEnvironment(folder: string, packages: string[]): string {
  rmSync(folder, { recursive: true, force: true });
  execFileSync(program, ['-m', 'venv', folder], { stdio: 'pipe' });
  const python = join(folder, 'bin/python');
  const quiet = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  execFileSync(python, [...quiet, ...packages], { stdio: 'pipe', cwd: clientFolder });
  return python;
}

/** Does the same with uv, which installs 60 packages in a tenth of pip's time. */
export function makeEnvironmentQuickly(folder: string, packages: string[]): string {
  const uv = provideUv();
  rmSync(folder, { recursive: true, force: true });
  const run = (...args: string[]) => execFileSync(uv, args, { stdio: 'pipe', cwd: clientFolder });
  run('venv', '--quiet', '--seed', '--python', program, folder);
  const python = join(folder, 'bin/python');
  run('pip', 'install', '--quiet', '--python', python, ...packages);
  return python;
}

/** Returns the Python of an environment that is made once for `packages`, each of an exact version. */
export function provideEnvironment(name: string, packages: string[]): string {
  const folder = join(root, 'node_modules/.cache', name);
  const complete = join(folder, 'complete');
  const wanted = packages.join('\n');
  if (!existsSync(complete) || readFileSync(complete, 'utf8') !== wanted) {
    mkdirSync(dirname(folder), { recursive: true });
    makeEnvironmentQuickly(folder, packages);
    writeFileSync(complete, wanted);
  }
  return join(folder, 'bin/python');
}

/** Returns the program uv. Two test files may ask at once, so it appears under its name only when it is whole. */
function provideUv(): string {
  const uv = join(root, 'node_modules/.cache', `sibyl-uv-${uvVersion}`);
  if (existsSync(uv)) return uv;
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-uv-'));
  makeEnvironment(folder, [`uv==${uvVersion}`]);
  mkdirSync(dirname(uv), { recursive: true });
  copyFileSync(join(folder, 'bin/uv'), `${uv}.${process.pid}`);
  renameSync(`${uv}.${process.pid}`, uv);
  rmSync(folder, { recursive: true });
  return uv;
}

/**
 * The environment with every optional package and the tools, made once for what pyproject.toml and constraints.txt say:
 * a quarter of a gigabyte comes from the network the first time. The client itself is not in it.
 */
export function provideTools(version: string): { python: string } | { missing: string } {
  const files = ['pyproject.toml', 'constraints.txt'].map((name) => readFileSync(join(clientFolder, name)));
  const hash = createHash('sha256').update(version).update(Buffer.concat(files)).digest('hex').slice(0, 16);
  const folder = join(root, 'node_modules/.cache', `sibyl-python-${hash}`);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return { python: join(folder, 'bin/python') };
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  try {
    const python = makeEnvironmentQuickly(folder, ['-r', 'constraints.txt']);
    writeFileSync(complete, '');
    return { python };
  } catch (error) {
    const lines = String(error instanceof Error ? error.message : error)
      .trim()
      .split('\n');
    return refuse(`The packages could not be installed: ${lines.at(-1)}`);
  }
}
