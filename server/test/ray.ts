/** A real Ray cluster of two nodes for tests, from PyPI, on this machine. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { provideEnvironment, providePython } from './python.ts';

const root = join(import.meta.dirname, '../..');
const packages = ['ray[data,default,train]==2.60.0', 'xgboost-cpu==3.2.0', 'hatchling==1.33.0', 'editables==0.5'];

export interface RayCluster {
  /** The address of the dashboard. */
  address: string;
  /** Answers a call of the Jobs API. */
  jobs(path: string): Promise<{ submission_id: string; status: string; entrypoint: string }[]>;
  /** The process of each node, whose children are the rest of it. */
  pids: number[];
  /** Ends the first node at once, as a machine that fails. */
  killHead(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns Python with Ray, XGBoost and the package `sibyl-scorer`, or why there is none. Under CI it must exist. */
export function provideRay(): { python: string } | { missing: string } {
  const found = providePython();
  if ('missing' in found) return found;
  try {
    const python = provideEnvironment('sibyl-ray', packages);
    execFileSync(process.execPath, [join(root, 'scripts/build-scorer.ts')], { stdio: 'pipe' });
    const install = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-build-isolation', '--force-reinstall'];
    execFileSync(python, [...install, join(root, 'clients/scorer')], { stdio: 'pipe' });
    return { python };
  } catch (error) {
    const missing = `Ray could not be installed: ${String(error).split('\n').at(-1)}`;
    if (process.env.CI) throw new Error(`Under CI Ray is tested too. ${missing}`);
    return { missing };
  }
}

/** Starts two nodes of one processor each. A busy machine is too slow for Ray at times, so it gets three tries. */
export async function startRay(python: string): Promise<RayCluster> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryRay(python);
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

async function tryRay(python: string): Promise<RayCluster> {
  const bin = dirname(python);
  // Sockets lie in this folder, and their paths must be short.
  const folder = mkdtempSync(join(tmpdir(), 'ray-'));
  const [port, dashboard] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${dashboard}`;
  const nodes: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(nodes.map(endNode));
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  try {
    const own = ['--head', `--port=${port}`, `--dashboard-port=${dashboard}`, `--temp-dir=${folder}`];
    nodes.push(await startNode(bin, [...own, `--ray-client-server-port=${await freePort()}`]));
    await untilItAnswers(`${address}/api/version`, nodes[0]);
    nodes.push(await startNode(bin, [`--address=127.0.0.1:${port}`]));
    await untilThereAre(2, address, nodes);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    address,
    jobs: async (path) => (await (await fetch(`${address}/api/jobs/${path}`)).json()) as never,
    pids: nodes.map(({ pid }) => pid!),
    killHead: () => endNode(nodes[0]),
    stop,
  };
}

/** A node is a group of processes, which end together. */
async function startNode(bin: string, own: string[]): Promise<ChildProcess> {
  const usual = ['--block', '--disable-usage-stats', '--node-ip-address=127.0.0.1'];
  const limits = ['--num-cpus=1', '--object-store-memory=200000000', '--memory=1000000000'];
  // A node that chooses these ports by itself waits 15 s for them at most.
  const ports: string[] = [];
  for (const name of ['metrics-export', 'dashboard-agent-listen', 'dashboard-agent-grpc', 'runtime-env-agent'])
    ports.push(`--${name}-port=${await freePort()}`);
  return spawn(join(bin, 'ray'), ['start', ...usual, ...limits, ...ports, ...own], {
    // By default Ray gives its workers the lowest priority, and on a busy machine they hardly start.
    env: {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      RAY_worker_niceness: '0',
      RAY_agent_register_timeout_ms: '120000',
      SIBYL_NODE: process.execPath,
    },
    stdio: 'ignore',
    detached: true,
  });
}

async function endNode(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return;
  const ended = once(node, 'exit');
  process.kill(-node.pid!, 'SIGKILL');
  await ended;
}

async function untilItAnswers(url: string, node: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (node.exitCode !== null) throw new Error(`Ray ended with ${node.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await pause(200);
  }
  throw new Error('Ray does not answer');
}

interface Nodes {
  data?: { summary?: { raylet?: { state?: string } }[] };
}

async function untilThereAre(count: number, address: string, nodes: ChildProcess[]): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (nodes.some(({ exitCode }) => exitCode !== null)) throw new Error('A node of Ray ended');
    const answer = await fetch(`${address}/nodes?view=summary`).catch(() => undefined);
    const { data } = ((await answer?.json().catch(() => undefined)) ?? {}) as Nodes;
    if (data?.summary?.filter(({ raylet }) => raylet?.state === 'ALIVE').length === count) return;
    await pause(200);
  }
  throw new Error('The second node of Ray does not join');
}
