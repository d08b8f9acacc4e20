import { execFile } from 'node:child_process';
import { undoAtExit } from './cleanup.ts';

/** Runs a command and parses the JSON that it prints. It is killed when the benchmark ends first. */
export function runForJson<Result>(
  [file, ...args]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, { env: { ...process.env, ...environment } }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${[file, ...args].join(' ')} failed:\n${stderr || error.message}`));
      else resolve(JSON.parse(stdout));
    });
    undoAtExit(() => child.kill('SIGKILL'));
  });
}
