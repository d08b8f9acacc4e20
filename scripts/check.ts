/**
 * Runs all static checks concurrently and prints only failures: types, lint, import directions, dead code, OpenAPI
 * drift.
 */
import { spawn } from 'node:child_process';

const checks: Record<string, string[]> = {
  'dead code': ['knip', '--no-progress', '--no-config-hints'],
  types: ['tsc', '--noEmit', '-p', 'tsconfig.json'],
  'studio types': ['tsc', '--noEmit', '-p', 'studio/tsconfig.json'],
  lint: ['biome', 'check', '--error-on-warnings', '.'],
  imports: ['node', 'scripts/imports.ts'],
  'engine rooms': ['node', 'scripts/engine-rooms.ts'],
  lockfile: ['node', 'scripts/lockfile.ts'],
  'OpenAPI drift': ['node', 'scripts/openapi.ts', '--check'],
};

function runCheck(name: string, [command, ...args]: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

// Other checks need the built sdk.
if (!(await runCheck('sdk build', ['node', 'sdk/scripts/build.ts']))) process.exit(1);
const results = await Promise.all(Object.entries(checks).map(([name, command]) => runCheck(name, command)));
process.exitCode = results.every(Boolean) ? 0 : 1;
