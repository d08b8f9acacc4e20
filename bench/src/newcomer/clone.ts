import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { undoAtExit } from '../process/cleanup.ts';

const repository = join(import.meta.dirname, '../../..');

export interface Installed {
  folder: string;
  /** The Python with the client; undefined when Python is not wanted. */
  python: string | undefined;
  secondsOfNode: number;
  secondsOfPython: number;
}

/** Clones the last commit and installs it as the README says; the Python client goes into an environment of its own. */
export async function installClone(scratch: string, withPython: boolean): Promise<Installed> {
  const folder = join(scratch, 'clone');
  await runShell(`git clone --quiet ${repository} ${folder}`, scratch);
  const node = await runShell('npm install --no-audit --no-fund', folder);
  return { folder, secondsOfNode: node.seconds, ...(await installPython(scratch, folder, withPython)) };
}

/** Uses a folder that is installed already. */
export async function useInstalled(scratch: string, folder: string, withPython: boolean): Promise<Installed> {
  return { folder, secondsOfNode: Number.NaN, ...(await installPython(scratch, folder, withPython)) };
}

async function installPython(scratch: string, clone: string, isWanted: boolean) {
  if (!isWanted) return { python: undefined, secondsOfPython: Number.NaN };
  const environment = join(scratch, 'python');
  const python = join(environment, 'bin/python');
  const install = `${python} -m pip install --quiet --disable-pip-version-check ./clients/python`;
  const { seconds } = await runShell(`python3 -m venv ${environment} && ${install}`, clone);
  return { python, secondsOfPython: seconds };
}

/** Runs a line of shell; throws with what it printed when it fails. */
export function runShell(
  line: string,
  folder: string,
  settings: Record<string, string> = {},
): Promise<{ seconds: number }> {
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('SIBYL_'));
  const env = { ...Object.fromEntries(environment), ...settings };
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = execFile('bash', ['-c', line], { cwd: folder, env }, (error, out, told) => {
      if (error) reject(new Error(`${line}\n${out}${told}`));
      else resolve({ seconds: (performance.now() - started) / 1000 });
    });
    undoAtExit(() => child.kill('SIGKILL'));
  });
}
