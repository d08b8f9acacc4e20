import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { provideRay, type RayCluster, startRay } from '../../../server/test/ray.ts';
import { undoAtExit } from '../process/cleanup.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber } from '../report/numbers.ts';
import { optionOf, readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { generateRows } from '../scale/csv.ts';
import { measureUnseen } from '../scale/unseen.ts';
import { type Sibyl, startSibyl } from '../service/sibyl.ts';
import { sendStream } from '../upload/send.ts';
import { measureBeside, type Taken } from './taken.ts';

export const rayBenchmark: Benchmark = {
  summary:
    'One table of 20 columns trained by the service and by Ray on two nodes of one processor: time, memory, error.',
  usage: '[--rows 10000,100000,1000000] [--effort quick]',
  run: measureRay,
};

interface Run {
  rows: number;
  by: string;
  service: Taken;
  cluster: Taken;
  logLoss: number;
}

type Options = Record<string, unknown>;

async function measureRay(args: string[]): Promise<void> {
  const sizes = (optionOf(args, '--rows') ?? '10000,100000,1000000').split(',');
  const rows = sizes.map((size) => readInteger('--rows', size, 1000, 20_000_000));
  const effort = optionOf(args, '--effort');
  const found = provideRay();
  if ('missing' in found) throw new Error(found.missing);
  console.log(describeRun('ray', args, []));
  const cluster = await startRay(found.python);
  undoAtExit(() => cluster.pids.forEach(killGroup));
  const sibyl = await startSibyl({
    dataDirectory: join(makeScratchFolder(), 'sibyl'),
    environment: { SIBYL_SAMPLE: '0', SIBYL_MAX_UPLOAD_BYTES: String(64e9), SIBYL_RAY_ADDRESSES: cluster.address },
  });
  const runs: Run[] = [];
  for (const count of rows) {
    const table = await upload(sibyl, count);
    const usual = effort === undefined ? {} : { effort };
    const engine = { type: 'ray', address: cluster.address };
    for (const [by, options] of [
      ['service', usual],
      ['Ray', { ...usual, engine }],
    ] as const) {
      runs.push(await measureRun({ sibyl, cluster, table, rows: count, by, options }));
      console.log(`\n${render(runs)}\n`);
    }
  }
}

interface Order {
  sibyl: Sibyl;
  cluster: RayCluster;
  table: string;
  rows: number;
  by: string;
  options: Options;
}

async function measureRun({ sibyl, cluster, table, rows, by, options }: Order): Promise<Run> {
  const model = `${table}_${by.toLowerCase()}`;
  const groups = [[sibyl.process.pid], cluster.pids];
  const [service, ray] = await measureBeside(
    groups,
    train(sibyl, { name: model, target: 'y', from: { table }, options }),
  );
  return { rows, by, service, cluster: ray, logLoss: await measureUnseen(sibyl, model) };
}

async function train({ base }: Sibyl, order: { name: string } & Options): Promise<void> {
  const collection = `${base}/api/projects/default/models`;
  const headers = { 'content-type': 'application/json' };
  const made = await fetch(collection, { method: 'POST', headers, body: JSON.stringify(order) });
  if (made.status !== 201) throw new Error(`${collection} answered ${made.status}: ${await made.text()}`);
  for (;;) {
    const model = (await (await fetch(`${collection}/${order.name}`)).json()) as { status: string; error?: string };
    if (model.status === 'complete') return;
    if (model.status === 'failed') throw new Error(`The training of ${order.name} failed: ${model.error}`);
    await pause(200);
  }
}

async function upload({ base }: Sibyl, rows: number): Promise<string> {
  const name = `rows_${rows}`;
  await sendStream(`${base}/api/projects/default/tables?name=${name}`, 'text/csv', generateRows(rows));
  return name;
}

function render(runs: readonly Run[]): string {
  const header = [
    'rows',
    'by',
    'seconds',
    'CPU s here',
    'CPU s of the cluster',
    'peak MB here',
    'peak MB of the cluster',
  ];
  const lines = runs.map(({ rows, by, service, cluster, logLoss }) => [
    rows.toLocaleString('en-US'),
    by,
    ...[service.seconds, service.cpuSeconds, cluster.cpuSeconds].map(formatNumber),
    ...[service.peakMegabytes, cluster.peakMegabytes].map(formatNumber),
    logLoss.toFixed(4),
  ]);
  return renderTable([...header, 'log loss of unseen rows'], lines);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}
