import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeScratchFolder } from '../process/scratch.ts';
import type { CoreTimes } from '../process/thread-times.ts';
import { readResidentMegabytes } from '../process/usage.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber } from '../report/numbers.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { startSibyl } from '../service/sibyl.ts';
import { floods, prepareNoise, settleNoise } from './floods.ts';
import { actionNames, type Measured, prepareQuiet, runQuietUser } from './quiet-user.ts';
import { createProbeReader } from './read-probe.ts';
import { keepServingCore } from './serving-core.ts';
import { type Senders, within } from './within.ts';

/** Limit of docs/operations.md for all processes together under load. */
const mostMegabytes = 6000;
const everything = Object.keys(floods);

export const noisyBenchmark: Benchmark = {
  summary: 'What one project notices while another floods the service, by kind of flood and by all at once.',
  usage: '[--seconds 22] [--only queries,streams] [--mixed-minutes 0] [--senders-nice 10] [--serving-core]',
  run: measureNoise,
};

async function measureNoise(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      seconds: { type: 'string', default: '22' },
      only: { type: 'string' },
      'mixed-minutes': { type: 'string', default: '0' },
      'senders-nice': { type: 'string', default: '10' },
      'serving-core': { type: 'boolean', default: false },
    },
  });
  const milliseconds = 1000 * readInteger('--seconds', values.seconds, 1, 600);
  const minutes = readInteger('--mixed-minutes', values['mixed-minutes'], 0, 600);
  const nice = readInteger('--senders-nice', values['senders-nice'], 0, 19);
  console.log(describeRun('noisy', options, [`senders of floods at nice ${nice}`]));
  const folder = makeScratchFolder();
  const probe = join(folder, 'probe');
  const environment = { SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'error', BENCH_PROBE: probe };
  const sibyl = await startSibyl({ dataDirectory: join(folder, 'sibyl'), environment, wrap: withProbe });
  const tellSteps = createProbeReader(probe);
  if (values['serving-core']) keepServingCore(sibyl.process.pid);
  await prepareQuiet(sibyl);
  await prepareNoise(sibyl.base);
  await runQuietUser(sibyl.base, 3000);
  const peak = watchPeak(sibyl.process.pid);
  const senders = { base: sibyl.base, nice, service: sibyl.process.pid };
  if (minutes > 0) return measureGrowth(senders, minutes, peak);

  tellSteps(); // of the preparation
  const undisturbed = await runQuietUser(sibyl.base, milliseconds);
  const results: [string, Measured][] = [['nothing', undisturbed]];
  console.log(`${renderTable(headings, rowsOf(...results[0]))}\n${tellSteps()}`);
  for (const [name, kinds] of [
    ...everything.map((one) => [one, [one]] as const),
    ['all at once', everything] as const,
  ]) {
    if (values.only !== undefined && !values.only.split(',').includes(name)) continue;
    tellSteps();
    const { result: measured, times } = await within(kinds, senders, () => runQuietUser(sibyl.base, milliseconds));
    results.push([name, measured]);
    console.log(`${renderTable(headings, rowsOf(name, measured))}\n${tellSteps()}\n${tellCoreTimes(times)}`);
    await settleNoise(sibyl.base);
  }
  report(results, undisturbed, peak.megabytes);
}

function withProbe([node, ...rest]: readonly string[]): string[] {
  return [node, '--import', new URL('probe.ts', import.meta.url).href, ...rest];
}

const headings = ['flood', 'operation', 'requests', 'p50 ms', 'p95 ms', 'p99 ms'];

function rowsOf(flood: string, { times }: Measured): string[][] {
  return actionNames.map((action) => {
    const { count, p50, p95, p99 } = times[action];
    return [flood, action, ...[count, p50, p95, p99].map(formatNumber)];
  });
}

/** Who ran, and who could have run but found no core, in seconds of each second. */
function tellCoreTimes(times: Readonly<Record<string, CoreTimes>>): string {
  const rows = Object.entries(times).map(([who, { ran, waited }]) => [who, formatNumber(ran), formatNumber(waited)]);
  return renderTable(['of each second', 'ran', 'waited for a core'], rows);
}

function report(results: [string, Measured][], undisturbed: Measured, peak: number): void {
  for (const [flood, { refusals }] of results)
    for (const refusal of new Set(refusals)) console.log(`refused beside ${flood}: ${refusal}`);
  const goals = results.slice(1).flatMap(([flood, { times, requests, refusals }]): Goal[] => [
    ...(['p95', 'p99'] as const).map((quantile): Goal => {
      const { action, ratio } = findWorst(quantile, times, undisturbed.times);
      const what = `${flood}: ${quantile} against undisturbed, worst (${action}, ${formatNumber(times[action][quantile])} ms)`;
      return { what, measured: ratio, bound: 'at most', goal: 3, unit: ' x' };
    }),
    { what: `${flood}: refused of ${requests}`, measured: refusals.length, bound: 'at most', goal: 0, unit: '' },
  ]);
  const memory = { what: 'memory of all processes', measured: peak, bound: 'at most', goal: mostMegabytes } as const;
  console.log(tellGoals([...goals, { ...memory, unit: ' MB' }]));
}

function findWorst(quantile: 'p95' | 'p99', times: Measured['times'], undisturbed: Measured['times']) {
  const ratios = actionNames.map((action) => ({
    action,
    ratio: times[action][quantile] / undisturbed[action][quantile],
  }));
  return ratios.reduce((one, other) => (other.ratio > one.ratio ? other : one));
}

function watchPeak(pid: number): { readonly megabytes: number } {
  const watch = { megabytes: 0 };
  setInterval(() => {
    watch.megabytes = Math.max(watch.megabytes, readResidentMegabytes(pid));
  }, 250).unref();
  return watch;
}

/** Runs all floods for a long time: the memory after the last quarter must not exceed that after the first. */
async function measureGrowth(senders: Senders, minutes: number, peak: { readonly megabytes: number }): Promise<void> {
  const figures: [number, number][] = [];
  let requests = 0;
  let refused = 0;
  for (let quarter = 1; quarter <= 4; quarter += 1) {
    const { result: measured } = await within(everything, senders, () =>
      runQuietUser(senders.base, minutes * 15_000, 0),
    );
    requests += measured.requests;
    refused += measured.refusals.length;
    await pause(60_000); // idle processes end
    figures.push([quarter, readResidentMegabytes(senders.service)]);
  }
  const rows = figures.map(([quarter, megabytes]) => [`${quarter} of 4`, formatNumber(megabytes)]);
  console.log(`${renderTable(['after', 'memory MB, settled'], rows)}\n`);
  const growth = figures[3][1] / figures[0][1];
  console.log(
    tellGoals([
      {
        what: 'settled memory at the end against the first quarter',
        measured: growth,
        bound: 'at most',
        goal: 1.1,
        unit: ' x',
      },
      { what: `refused of ${requests} quiet requests`, measured: refused, bound: 'at most', goal: 0, unit: '' },
      { what: 'memory of all processes', measured: peak.megabytes, bound: 'at most', goal: mostMegabytes, unit: ' MB' },
    ]),
  );
}
