import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeScratchFolder } from '../process/scratch.ts';
import { preparePython } from '../python/environment.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber } from '../report/numbers.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { type Sibyl, startSibyl } from '../service/sibyl.ts';
import { sendStream } from '../upload/send.ts';
import { generateRows } from './csv.ts';
import { type PeerFit, trainPeer } from './peer.ts';
import { measureCancel, type Trained, trainOn } from './training.ts';

export const scaleBenchmark: Benchmark = {
  summary:
    'Training through the service on a table of 20 columns and on one of ten times the rows: time, memory, cancel, and LightGBM in the same seconds.',
  usage: '[--rows 1000000] [--seconds 30]',
  run: measureScale,
};

const times = 10;
const columns = 20;
const mostMegabytes = 5000;

/** A table, trained on by both. */
interface Measured extends Trained {
  peer: PeerFit;
}

async function measureScale(options: string[]): Promise<void> {
  const { rows, seconds } = readOptions(options);
  const python = preparePython(['lightgbm', 'numpy']);
  console.log(describeRun('scale', options, python.versions));
  const environment = { SIBYL_SAMPLE: '0', SIBYL_MAX_UPLOAD_BYTES: String(64e9) };
  const sibyl = await startSibyl({ dataDirectory: join(makeScratchFolder(), 'sibyl'), environment });
  const measured: Measured[] = [];
  for (const factor of [1, times]) {
    await upload(sibyl, rows * factor);
    const order = { table: tableName(rows * factor), rows: rows * factor, budgetSeconds: seconds * factor };
    const trained = await trainOn(sibyl, order);
    console.log(`\n${renderTrained([...measured, trained])}\n\nLightGBM learns from as many`);
    const peer = await trainPeer({ ...python, folder: makeScratchFolder(), ...trained });
    measured.push({ ...trained, peer });
    console.log(`\n${renderPeers(measured)}\n`);
  }
  const order = { table: tableName(rows * times), rows: rows * times, budgetSeconds: seconds * times };
  const cancelSeconds = await measureCancel(sibyl, order, 'reading all rows');
  console.log(tellGoals(listGoals(measured, cancelSeconds)));
}

function tableName(rows: number): string {
  return `rows_${rows}`;
}

async function upload({ base }: Sibyl, rows: number): Promise<void> {
  console.log(`uploading ${rows.toLocaleString('en-US')} rows`);
  const started = performance.now();
  await sendStream(`${base}/api/projects/default/tables?name=${tableName(rows)}`, 'text/csv', generateRows(rows));
  console.log(`uploaded in ${formatNumber((performance.now() - started) / 1000)} s`);
}

function renderTrained(trained: readonly Trained[]): string {
  const header = ['rows', 'budget s', 'seconds', 'CPU s', 'peak MB', 'rows grown on', 'log loss', 'cut short'];
  return renderTable(
    header,
    trained.map(({ rows, budgetSeconds, seconds, cpuSeconds, peakMegabytes, sampling, logLoss, isCutShort }) => [
      rows.toLocaleString('en-US'),
      ...[budgetSeconds, seconds, cpuSeconds, peakMegabytes].map(formatNumber),
      (sampling.grown_rows ?? rows).toLocaleString('en-US'),
      logLoss.toFixed(4),
      isCutShort ? 'yes' : 'no',
    ]),
  );
}

function renderPeers(measured: readonly Measured[]): string {
  const header = ['rows', 'LightGBM reads s', 'seconds', 'CPU s', 'peak MB', 'trees', 'log loss', 'of ours, same rows'];
  return renderTable(
    header,
    measured.map(({ rows, peer, unseenLoss }) => [
      rows.toLocaleString('en-US'),
      ...[peer.readSeconds, peer.seconds, peer.cpuSeconds, peer.peakMegabytes, peer.trees].map(formatNumber),
      peer.logLoss.toFixed(4),
      unseenLoss.toFixed(4),
    ]),
  );
}

function listGoals([small, large]: readonly Measured[], cancelSeconds: number): Goal[] {
  const atMost = (what: string, measured: number, goal: number, unit: string): Goal => ({
    what,
    measured,
    bound: 'at most',
    goal,
    unit,
  });
  const beside = ({ rows, unseenLoss, peer }: Measured) =>
    atMost(`${rows.toLocaleString('en-US')} rows: log loss, to LightGBM's`, unseenLoss / peer.logLoss, 1, ' x');
  return [
    atMost('seconds, to those of a tenth of the rows', large.seconds / small.seconds, 10.5, ' x'),
    atMost('CPU seconds, to those of a tenth of the rows', large.cpuSeconds / small.cpuSeconds, 10.5, ' x'),
    atMost('bytes a cell above 300 MB', ((large.peakMegabytes - 300) * 1e6) / (large.rows * columns), 4, ''),
    atMost('peak memory', large.peakMegabytes, mostMegabytes, ' MB'),
    atMost("peak memory, to LightGBM's", large.peakMegabytes / large.peer.peakMegabytes, 1, ' x'),
    beside(small),
    beside(large),
    atMost('seconds, to the time budget', large.seconds / large.budgetSeconds, 1.1, ' x'),
    atMost('cancelled within', cancelSeconds, 1, ' s'),
  ];
}

function readOptions(options: string[]) {
  const { values } = parseArgs({
    args: options,
    options: { rows: { type: 'string', default: '1000000' }, seconds: { type: 'string', default: '30' } },
  });
  return {
    rows: readInteger('--rows', values.rows, 100_000, 20_000_000),
    seconds: readInteger('--seconds', values.seconds, 5, 3600),
  };
}
