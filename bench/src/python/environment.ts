import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Pins {
  /** Folder of the environment. */
  folder: string;
  requirementsFile: string;
}

const peers: Pins = {
  folder: join(import.meta.dirname, '../../.venv'),
  requirementsFile: join(import.meta.dirname, 'requirements.txt'),
};

export interface PythonEnvironment {
  interpreter: string;
  /** Versions of Python and the named packages, for the report. */
  versions: string[];
}

/** Creates a virtual environment from PyPI at first use (about a minute), and again when its pins change. */
export function preparePython(
  packages: readonly string[],
  { folder, requirementsFile }: Pins = peers,
): PythonEnvironment {
  const requirements = readFileSync(requirementsFile, 'utf8');
  const installedFile = join(folder, 'installed.txt');
  const interpreter = join(folder, 'bin/python');
  if (!existsSync(installedFile) || readFileSync(installedFile, 'utf8') !== requirements) {
    console.log(`Installing Python packages into ${folder} ...`);
    rmSync(folder, { recursive: true, force: true });
    run('python3', ['-m', 'venv', folder]);
    run(interpreter, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirementsFile]);
    writeFileSync(installedFile, requirements);
  }
  const pins = requirements.split('\n').filter((pin) => packages.includes(pin.split(/[[=]/)[0]));
  return {
    interpreter,
    versions: [run(interpreter, ['--version']).trim(), ...pins.map((pin) => pin.replace('==', ' '))],
  };
}

function run(command: string, args: readonly string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`These packages need Python 3.11 or newer with venv, and PyPI at the first run: ${message}`);
  }
}
