import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { undoAtExit } from './cleanup.ts';

/** A server that runs beside the benchmark, with its own process group. */
export interface BackgroundProcess {
  name: string;
  pid: number;
  /** The end of its output, for error messages. */
  lastOutput: () => string;
  hasExited: () => boolean;
  stop: () => Promise<void>;
}

interface Start {
  name: string;
  command: readonly string[];
  environment?: Readonly<Record<string, string>>;
  workingDirectory?: string;
}

/** Starts a server. It ends with the benchmark, together with its children, unless stopped earlier. */
export async function startBackground(start: Start): Promise<BackgroundProcess> {
  const [file, ...args] = start.command;
  const child = spawn(file, args, {
    cwd: start.workingDirectory,
    env: { ...environmentWithoutSibyl(), ...start.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-4000);
    });
  await once(child, 'spawn');
  const pid = child.pid as number;
  undoAtExit(() => signalGroup(pid, 'SIGKILL'));
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (hasExited()) return;
    signalGroup(pid, 'SIGTERM');
    const lastResort = setTimeout(() => signalGroup(pid, 'SIGKILL'), 10_000);
    await once(child, 'exit');
    clearTimeout(lastResort);
  };
  return { name: start.name, pid, lastOutput: () => output, hasExited, stop };
}

/** Removes settings of the user's own service. */
function environmentWithoutSibyl(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SIBYL_')));
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {}
}
