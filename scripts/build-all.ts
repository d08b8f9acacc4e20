/** Builds the client, which others need, and then the service, the guide and the studio, each in a process beside the others. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

async function build(script: string): Promise<void> {
  const [code] = await once(spawn(process.execPath, [script], { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`${script} failed`);
}

await build('sdk/scripts/build.ts');
await Promise.all(['scripts/build.ts', 'scripts/build-guide.ts', 'studio/scripts/build.ts'].map(build));
