import { parseArgs } from 'node:util';
import { readConfig } from '../../../server/src/config.ts';
import { serve } from '../../../server/src/serve.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { moveClock, restoreClock } from './clock.ts';
import { liveInOrder, renderInOrder } from './in-order.ts';
import { live } from './live.ts';
import { liveADay, renderDay } from './live-a-day.ts';
import { askPeers } from './peers.ts';
import { type Outcome, renderOutcomes, renderPeers } from './render.ts';
import { readInOrder, readSubject, subjectNames, timedNames } from './stream.ts';

export const watchedBenchmark: Benchmark = {
  summary:
    'Watched models over simulated years: alarms about nothing, shifts that are noticed, retraining and the way back, what a day of traffic keeps, beside Evidently and NannyML.',
  usage:
    '--data <folder of CSV> [--only <name>,…] [--in-order] [--days 400] [--rows 120] [--python <interpreter with both peers>] [--peer-days 10]',
  run: runWatched,
};

const optionTypes = {
  data: { type: 'string' },
  only: { type: 'string' },
  'in-order': { type: 'boolean', default: false },
  days: { type: 'string', default: '400' },
  rows: { type: 'string', default: '120' },
  python: { type: 'string' },
  'peer-days': { type: 'string', default: '10' },
} as const;

async function runWatched(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: optionTypes });
  const { data, python, only } = values;
  if (data === undefined) throw new Error(`say where the tables are: --data DIR with ${subjectNames.join(', ')}`);
  const settings = {
    days: readInteger('--days', values.days, 1, 1000),
    rows: readInteger('--rows', values.rows, 50, 5000),
    peerDays: readInteger('--peer-days', values['peer-days'], 1, 1000),
  };
  console.log(describeRun('watched', args, []));
  const folder = makeScratchFolder();
  moveClock();
  const environment = {
    SIBYL_DATA_DIR: `${folder}/data`,
    SIBYL_PORT: '0',
    SIBYL_SAMPLE: '0',
    SIBYL_LOG_LEVEL: 'silent',
  };
  const service = await serve(readConfig({ ...environment, SIBYL_MONITOR_RETENTION_DAYS: '3650' }));
  const close = async () => {
    await service.close();
    restoreClock();
  };
  if (values['in-order']) {
    const inOrder = [];
    for (const name of only?.split(',') ?? timedNames)
      inOrder.push(await liveInOrder(service.address, readInOrder(data, name), settings.rows));
    console.log(`\n${renderInOrder(inOrder)}`);
    return close();
  }
  const outcomes: Outcome[] = [];
  const names = only?.split(',') ?? subjectNames;
  const day = await liveADay(readSubject(data, names[0]), folder);
  console.log(renderDay(day));
  for (const name of names) {
    const subject = readSubject(data, name);
    const lived = await live(service.address, subject, settings);
    const peers = python ? await askPeers(python, folder, subject, lived.asked) : undefined;
    outcomes.push({ name, ...lived, peers });
    console.error(`${name}, after ${Math.round(performance.now() / 1000)} s\n${renderOutcomes(outcomes.slice(-1))}`);
    for (const wrong of lived.wrong) console.error(`wrong: ${name}, ${wrong}`);
  }
  console.log(`\n${renderOutcomes(outcomes)}`);
  if (python) console.log(`\n${renderPeers(outcomes)}`);
  console.log(`\n${tellGoals([...goalsOf(outcomes), ...day.goals])}`);
  await close();
}

function goalsOf(outcomes: readonly Outcome[]) {
  const all = outcomes.reduce((sum, { quietDays }) => sum + quietDays, 0);
  const wrong = outcomes.reduce((sum, one) => sum + one.wrong.length, 0);
  const late = Math.max(...outcomes.flatMap(({ noticed }) => Object.values(noticed).map((window) => window ?? 99)));
  return [
    {
      what: `alarms in ${all} undrifted windows`,
      measured: (100 * wrong) / all,
      bound: 'at most',
      goal: 1,
      unit: ' %',
    },
    { what: 'window in which a shift is noticed, latest', measured: late, bound: 'at most', goal: 3, unit: '' },
  ] as const;
}
