import { parseArgs } from 'node:util';
import { readConfig } from '../../../server/src/config.ts';
import { serve } from '../../../server/src/serve.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { Steps } from '../report/steps.ts';
import { moveClock, restoreClock } from './clock.ts';
import { goalsOf } from './goals.ts';
import { type InOrder, liveInOrder, renderInOrder } from './in-order.ts';
import { live } from './live.ts';
import { liveADay, renderDay } from './live-a-day.ts';
import { askPeers } from './peers.ts';
import { type Outcome, renderOutcomes, renderPeers } from './render.ts';
import { readInOrder, readSubject, subjectNames, timedNames } from './stream.ts';

export const watchedBenchmark: Benchmark = {
  summary:
    'Watched models over simulated years: alarms about nothing, shifts that are noticed, retraining and the way back, what a day of traffic keeps, beside Evidently and NannyML.',
  usage:
    '--data <folder of CSV> [--only <name>,…] [--parts day,life,time] [--resume <file of results>] [--days 400] [--rows 120] [--python <interpreter with both peers>] [--peer-days 10]',
  run: runWatched,
};

const optionTypes = {
  data: { type: 'string' },
  only: { type: 'string' },
  parts: { type: 'string', default: 'day,life,time' },
  resume: { type: 'string' },
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
  const parts = values.parts.split(',');
  const names = only?.split(',') ?? subjectNames;
  console.log(describeRun('watched', args, []));
  const folder = makeScratchFolder();
  const steps = new Steps(values.resume);
  // Results of other settings are not taken for these.
  const of = JSON.stringify({ ...settings, hasPeers: python !== undefined });
  const goals: Goal[] = [];
  if (parts.includes('day')) {
    const day = await steps.take('day', () => liveADay(readSubject(data, names[0]), folder));
    console.log(renderDay(day));
    goals.push(...day.goals);
  }
  moveClock();
  const service = await serve(readConfig(environmentOf(folder)));
  const liveThrough = async (name: string): Promise<Outcome> => {
    const subject = readSubject(data, name);
    const { asked, ...lived } = await live(service.address, subject, settings);
    const peers = python ? await askPeers(python, folder, subject, asked) : undefined;
    return { name, ...lived, told: asked.map(({ isTold }) => isTold), peers };
  };
  const outcomes: Outcome[] = [];
  for (const name of parts.includes('life') ? names : []) {
    const outcome = await steps.take(`life of ${name} ${of}`, () => liveThrough(name));
    outcomes.push(outcome);
    console.error(renderOutcomes([outcome]));
    for (const wrong of outcome.wrong) console.error(`wrong: ${name}, ${wrong}`);
  }
  const inOrder: InOrder[] = [];
  for (const name of parts.includes('time') ? names.filter((one) => timedNames.includes(one)) : []) {
    const lived = () => liveInOrder(service.address, readInOrder(data, name), settings.rows);
    inOrder.push(await steps.take(`time of ${name} ${of}`, lived));
  }
  if (outcomes.length > 0) {
    console.log(`\n${renderOutcomes(outcomes)}`);
    if (python) console.log(`\n${renderPeers(outcomes)}`);
    goals.push(...goalsOf(outcomes));
  }
  if (inOrder.length > 0) console.log(`\n${renderInOrder(inOrder)}`);
  if (goals.length > 0) console.log(`\n${tellGoals(goals)}`);
  await service.close();
  restoreClock();
}

function environmentOf(folder: string): Record<string, string> {
  const quiet = { SIBYL_PORT: '0', SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'silent' };
  return { SIBYL_DATA_DIR: `${folder}/data`, ...quiet, SIBYL_MONITOR_RETENTION_DAYS: '3650' };
}
