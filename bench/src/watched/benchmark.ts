import { parseArgs } from 'node:util';
import { readConfig } from '../../../server/src/config.ts';
import { serve } from '../../../server/src/serve.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { moveClock } from './clock.ts';
import { type Lived, live } from './live.ts';
import { askPeers, type PeersSaid } from './peers.ts';
import { readSubject, subjectNames } from './stream.ts';

export const watchedBenchmark: Benchmark = {
  summary:
    'Watched models over months of simulated days: alarms about nothing, shifts that are noticed, retraining and the way back, beside Evidently and NannyML.',
  usage: '--data <folder of CSV> [--only <name>,…] [--days 150] [--rows 200] [--python <interpreter with both peers>]',
  run: runWatched,
};

const optionTypes = {
  data: { type: 'string' },
  only: { type: 'string' },
  days: { type: 'string', default: '150' },
  rows: { type: 'string', default: '200' },
  python: { type: 'string' },
} as const;

interface Outcome extends Lived {
  name: string;
  peers: PeersSaid | undefined;
}

async function runWatched(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: optionTypes });
  const { data, python, only } = values;
  if (data === undefined) throw new Error(`say where the tables are: --data DIR with ${subjectNames.join(', ')}`);
  const days = readInteger('--days', values.days, 1, 1000);
  const rows = readInteger('--rows', values.rows, 50, 5000);
  console.log(describeRun('watched', args, []));
  const folder = makeScratchFolder();
  moveClock();
  const settings = { SIBYL_DATA_DIR: `${folder}/data`, SIBYL_PORT: '0', SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'silent' };
  const service = await serve(readConfig({ ...settings, SIBYL_MONITOR_RETENTION_DAYS: '3650' }));
  const outcomes: Outcome[] = [];
  for (const name of only?.split(',') ?? subjectNames) {
    const subject = readSubject(data, name);
    const lived = await live(service.address, subject, { days, rows });
    const peers = python ? await askPeers(python, folder, subject, lived.asked) : undefined;
    outcomes.push({ name, ...lived, peers });
    console.error(`${name}, after ${Math.round(performance.now() / 1000)} s\n${renderOutcomes(outcomes.slice(-1))}`);
  }
  console.log(`\n${renderOutcomes(outcomes)}`);
  if (python) console.log(`\n${renderPeers(outcomes, days)}`);
  const [all, wrong] = [days * outcomes.length, outcomes.reduce((sum, { wrongWindows }) => sum + wrongWindows, 0)];
  const late = Math.max(...outcomes.flatMap(({ noticed }) => [noticed.inputs ?? 99, noticed.truths ?? 99]));
  console.log(
    `\n${tellGoals([
      {
        what: `windows of ${all} undrifted ones with an alarm`,
        measured: (100 * wrong) / all,
        bound: 'at most',
        goal: 1,
        unit: ' %',
      },
      { what: 'window in which a shift is noticed, latest', measured: late, bound: 'at most', goal: 3, unit: '' },
    ])}`,
  );
  await service.close();
}

const figure = (value: number | undefined) => (value === undefined ? '-' : value.toPrecision(3));

function renderOutcomes(outcomes: readonly Outcome[]): string {
  const header = [
    'table',
    'wrong windows',
    'inputs moved: window',
    'truths moved: window',
    'figure',
    'before',
    'moved',
    'retrained',
    'way back',
  ];
  const lines = outcomes.map(({ name, wrongWindows, noticed, phases }) => [
    name,
    String(wrongWindows),
    String(noticed.inputs ?? 'missed'),
    String(noticed.truths ?? 'missed'),
    phases.metric,
    ...[phases.before, phases.moved, phases.retrained, phases.back].map(figure),
  ]);
  return renderTable(header, lines);
}

/** Windows of the quiet days that are flagged, and the first of the moved ones. */
function renderPeers(outcomes: readonly Outcome[], days: number): string {
  const header = ['table', 'who', 'flagged undrifted windows', 'first moved window', 'seconds'];
  const first = (flags: readonly boolean[]) => {
    const place = flags.slice(days).indexOf(true);
    return place < 0 ? 'missed' : String(place + 1);
  };
  const count = (flags: readonly boolean[]) => String(flags.slice(0, days).filter(Boolean).length);
  const lines = outcomes.flatMap(({ name, peers, wrongWindows, noticed, seconds }) => {
    if (!peers) return [];
    const { evidently, nannyml } = peers;
    const [any, alerts] = [evidently, nannyml].map(({ columns }) => columns.map((flagged) => flagged.length > 0));
    const own = seconds.toFixed(0);
    return [
      [name, 'Sibyl (asking, truths and judging)', String(wrongWindows), String(noticed.inputs ?? 'missed'), own],
      [name, 'Evidently, any column', count(any), first(any), evidently.seconds.toFixed(0)],
      [name, 'Evidently, half of the columns', count(evidently.dataset), first(evidently.dataset), ''],
      [name, 'NannyML, any column', count(alerts), first(alerts), nannyml.seconds.toFixed(0)],
    ];
  });
  return renderTable(header, lines);
}
