import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createPostgresDatabase, startCluster } from '../../../server/test/postgres.ts';
import { undoAtExit } from '../process/cleanup.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { readCpuSeconds, readResidentMegabytes } from '../process/usage.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { type Sibyl, startSibyl } from '../service/sibyl.ts';
import { Listeners } from './listeners.ts';

export const eventsBenchmark: Benchmark = {
  summary: 'Event streams: memory of idle listeners, and missed events with many listeners and many writes.',
  usage: '[--database sqlite|postgres] [--idle 10000] [--listeners 1000] [--events 10000]   (--idle 0 leaves it out)',
  run: measureEvents,
};

const project = 'measured';
const writersAtOnce = 16;
const mostIdleMs = 60_000;

async function measureEvents(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      database: { type: 'string', default: 'sqlite' },
      idle: { type: 'string', default: '10000' },
      listeners: { type: 'string', default: '1000' },
      events: { type: 'string', default: '10000' },
    },
  });
  const idle = readInteger('--idle', values.idle, 0, 100_000);
  const listening = readInteger('--listeners', values.listeners, 1, 100_000);
  const events = readInteger('--events', values.events, 1, 10_000_000);
  console.log(describeRun('events', options, []));
  const environment = {
    SIBYL_SAMPLE: '0',
    SIBYL_EVENT_LISTENERS: String(Math.max(idle, listening)),
    ...(values.database === 'postgres'
      ? { SIBYL_DATABASE_URL: await startPostgres(), SIBYL_MASTER_KEY: 'one for all nodes of the benchmark' }
      : {}),
  };
  const sibyl = await startSibyl({ dataDirectory: join(makeScratchFolder(), 'sibyl'), environment });
  await makeProject(sibyl.base);
  const idleGoals = idle > 0 ? await measureIdle(sibyl, idle) : [];
  console.log(tellGoals([...idleGoals, ...(await measureBusy(sibyl, listening, events))]));
}

/** Returns the address of an empty database of a new PostgreSQL server. */
async function startPostgres(): Promise<string> {
  const postgres = await startCluster();
  if (typeof postgres === 'string') throw new Error(postgres);
  undoAtExit(() => void postgres.stop());
  return (await createPostgresDatabase(postgres.url, 'events')).url;
}

async function send(method: 'POST' | 'PUT', url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

const baseOf = (base: string, writer: number) => `${base}/api/projects/${project}/knowledge_bases/writer_${writer}`;

/** Creates the watched project, with one record per writer. */
async function makeProject(base: string): Promise<void> {
  await send('POST', `${base}/api/projects`, { name: project });
  for (let writer = 0; writer < writersAtOnce; writer++)
    await send('POST', `${base}/api/projects/${project}/knowledge_bases`, { name: `writer_${writer}` });
}

async function measureIdle({ base, process }: Sibyl, count: number): Promise<Goal[]> {
  const before = readResidentMegabytes(process.pid);
  const listeners = await Listeners.open(base, project, count);
  await pause(20_000); // longer than one heartbeat
  const cpu = readCpuSeconds(process.pid);
  await pause(10_000);
  const share = (readCpuSeconds(process.pid) - cpu) * 10;
  const megabytes = readResidentMegabytes(process.pid);
  console.log(
    `${count} idle listeners: ${megabytes.toFixed(0)} MB (${before.toFixed(0)} before), ${share.toFixed(1)} % of a core\n`,
  );
  const { open } = await listeners.count();
  await listeners.close();
  return [
    { what: `memory with ${count} idle listeners`, measured: megabytes, bound: 'at most', goal: 1000, unit: ' MB' },
    { what: 'idle listeners still open', measured: open, bound: 'at least', goal: count, unit: '' },
  ];
}

async function measureBusy({ base, process }: Sibyl, count: number, events: number): Promise<Goal[]> {
  const listeners = await Listeners.open(base, project, count);
  const begun = { time: performance.now(), cpu: readCpuSeconds(process.pid) };
  await writeEvents(base, events);
  const writing = (performance.now() - begun.time) / 1000;
  const counts = await untilAllHave(listeners, count * events);
  const seconds = (performance.now() - begun.time) / 1000;
  const cpu = readCpuSeconds(process.pid) - begun.cpu;
  const megabytes = readResidentMegabytes(process.pid);
  console.log(
    `${events} events to ${count} listeners: written in ${writing.toFixed(1)} s (${Math.round(events / writing)}/s), all there after ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU, ${megabytes.toFixed(0)} MB\n`,
  );
  return [
    {
      what: `events missed by ${count} listeners`,
      measured: count * events - counts.events,
      bound: 'at most',
      goal: 0,
      unit: '',
    },
    { what: 'events out of order', measured: counts.gaps, bound: 'at most', goal: 0, unit: '' },
  ];
}

/** Writes events by changing records. */
async function writeEvents(base: string, count: number): Promise<void> {
  let next = 0;
  const write = async (writer: number) => {
    while (next < count) await send('PUT', baseOf(base, writer), { description: `change ${next++}` });
  };
  await Promise.all(Array.from({ length: writersAtOnce }, (_, writer) => write(writer)));
}

/** Waits until the listeners have `wanted` events in all, or got none for a minute. */
async function untilAllHave(listeners: Listeners, wanted: number) {
  let counts = await listeners.count();
  for (let idleMs = 0; counts.events < wanted && idleMs < mostIdleMs; idleMs += 200) {
    await pause(200);
    const now = await listeners.count();
    if (now.events > counts.events) idleMs = 0;
    counts = now;
  }
  await listeners.close();
  return counts;
}
