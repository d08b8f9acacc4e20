import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Connection } from '../predict/connection.ts';
import { type BackgroundProcess, startBackground } from '../process/background.ts';
import { onLoadCore, onServerCore, pinning } from '../process/pinning.ts';
import { waitUntil } from '../process/ready.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { readCpuSeconds, readResidentMegabytes } from '../process/usage.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber, quantileOfSorted } from '../report/numbers.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { startSibyl } from '../service/sibyl.ts';

export const completionsBenchmark: Benchmark = {
  summary:
    'What an agent adds to the latency of its language model, many at once, and memory over thousands of answers.',
  usage: '[--completions 5000] [--at-once 200] [--latency 300] [--spread]',
  run: measureCompletions,
};

const periodMs = 1000;

interface Load {
  completions: number;
  atOnce: number;
  latency: number;
  /** Whether each requester asks once a second, at a moment of its own, rather than all again and again at one moment. */
  spread: boolean;
}

async function measureCompletions(options: string[]): Promise<void> {
  const load = readOptions(options);
  console.log(describeRun('completions', options, [pinning]));
  const provider = await startProvider(load.latency);
  const sibyl = await startSibyl({
    dataDirectory: join(makeScratchFolder(), 'sibyl'),
    environment: { SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'warn' },
    wrap: onServerCore,
  });
  const agent = await makeAgent(sibyl.base, provider.address);
  const asked = { messages: [{ role: 'user', content: 'How many are there?' }] };
  const direct = await ask(
    `${provider.address}/chat/completions`,
    { model: 'm', ...asked },
    { ...load, completions: 1000 },
  );
  await ask(`${agent}/completions`, asked, { ...load, completions: 1000 });
  const memory: number[] = [];
  const watch = () => memory.push(readResidentMegabytes(sibyl.process.pid));
  const before = { cpu: readCpuSeconds(sibyl.process.pid), time: performance.now() };
  const through = await ask(`${agent}/completions`, asked, load, watch);
  const seconds = (performance.now() - before.time) / 1000;
  report({ direct, through, memory, seconds, cpu: readCpuSeconds(sibyl.process.pid) - before.cpu, load });
}

function readOptions(options: string[]): Load {
  const { values } = parseArgs({
    args: options,
    options: {
      completions: { type: 'string', default: '5000' },
      'at-once': { type: 'string', default: '200' },
      latency: { type: 'string', default: '300' },
      spread: { type: 'boolean', default: false },
    },
  });
  return {
    completions: readInteger('--completions', values.completions, 1000, 1_000_000),
    atOnce: readInteger('--at-once', values['at-once'], 1, 1000),
    latency: readInteger('--latency', values.latency, 0, 10_000),
    spread: values.spread,
  };
}

async function startProvider(latency: number): Promise<{ address: string; process: BackgroundProcess }> {
  const file = join(import.meta.dirname, 'provider.ts');
  const process_ = await startBackground({
    name: 'provider',
    command: onLoadCore([process.execPath, file, String(latency)]),
  });
  let address: string | undefined;
  await waitUntil(process_, 30, async () => {
    address = /provider at (\S+)/.exec(process_.lastOutput())?.[1];
    return address !== undefined;
  });
  return { address: address ?? '', process: process_ };
}

async function makeAgent(base: string, provider: string): Promise<string> {
  const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider };
  await post(`${base}/api/projects`, { name: 'bench' });
  await post(`${base}/api/projects/bench/agents`, { name: 'desk', model });
  return `${base}/api/projects/bench/agents/desk`;
}

async function post(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status !== 201) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}

/** Sends the load and returns sorted latencies in ms. `watch` is called periodically. */
async function ask(url: string, body: object, load: Load, watch = () => {}): Promise<number[]> {
  const { completions, atOnce, spread } = load;
  const text = JSON.stringify(body);
  const connections = await Promise.all(Array.from({ length: atOnce }, () => Connection.open(new URL(url), text)));
  const latencies: number[] = [];
  let left = completions;
  async function keepAsking(connection: Connection, index: number): Promise<void> {
    const begun = performance.now() + (index / atOnce) * periodMs;
    for (let turn = 0; left > 0; turn += 1) {
      left -= 1;
      if (spread) await pause(Math.max(0, begun + turn * periodMs - performance.now()));
      const asked = performance.now();
      await connection.ask();
      latencies.push(performance.now() - asked);
      if (latencies.length % 250 === 0) watch();
    }
  }
  await Promise.all(connections.map(keepAsking));
  for (const connection of connections) connection.close();
  return latencies.sort((one, other) => one - other);
}

interface Measured {
  direct: number[];
  through: number[];
  memory: number[];
  seconds: number;
  cpu: number;
  load: Load;
}

function report({ direct, through, memory, seconds, cpu, load }: Measured): void {
  const rowOf = (name: string, latencies: number[]) => [
    name,
    ...[0.5, 0.9, 0.99].map((share) => formatNumber(quantileOfSorted(latencies, share))),
  ];
  console.log(renderTable(['', 'p50 ms', 'p90 ms', 'p99 ms'], [rowOf('provider', direct), rowOf('agent', through)]));
  const perSecond = formatNumber(load.completions / seconds);
  const milliseconds = formatNumber((cpu / load.completions) * 1000);
  console.log(`\n${perSecond} answers/s, ${milliseconds} ms of CPU each, ${formatNumber(cpu / seconds)} cores busy\n`);
  const added = (share: number) => quantileOfSorted(through, share) - quantileOfSorted(direct, share);
  const quarter = Math.ceil(memory.length / 4);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const growth = mean(memory.slice(-quarter)) - mean(memory.slice(0, quarter));
  console.log(
    tellGoals([
      { what: 'added latency, median', measured: added(0.5), bound: 'at most', goal: 10, unit: ' ms' },
      { what: 'added latency, p99', measured: added(0.99), bound: 'at most', goal: 50, unit: ' ms' },
      { what: 'memory, last quarter less first', measured: growth, bound: 'at most', goal: 20, unit: ' MB' },
      { what: 'memory at the end', measured: memory.at(-1) ?? Number.NaN, bound: 'at most', goal: 300, unit: ' MB' },
    ]),
  );
}
