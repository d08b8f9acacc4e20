import type { Benchmark } from '../report/benchmark.ts';
import { tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { quantileOfSorted } from '../report/numbers.ts';
import { optionOf, readInteger } from '../report/options.ts';
import { compareThroughput } from './compare-throughput.ts';
import { type Installation, startInstallation } from './installation.ts';
import { prepareModels } from './load-trainings.ts';
import { runWithFaults } from './run.ts';
import { measureSwitches } from './switches.ts';

const apiCount = 3;
const workerCount = 2;
const mostFindings = 20;

export const nodesBenchmark: Benchmark = {
  summary: `${apiCount} api nodes and ${workerCount} workers on PostgreSQL and an S3-compatible store behind nginx: what is lost while nodes, database and store fail; how soon all nodes see a switch of versions; predictions per node.`,
  usage: '[--seconds 600] [--switches 100] [--throughput 10 [--runs 1]]   (0 leaves a part out)',
  run: async (args) => {
    const option = (name: string, usual: string) => readInteger(name, optionOf(args, name) ?? usual, 0, 86_400);
    const seconds = option('--seconds', '600');
    const switches = option('--switches', '100');
    const throughput = option('--throughput', '10');
    const runs = readInteger('--runs', optionOf(args, '--runs') ?? '1', 1, 100);
    console.log(describeRun('nodes', args, []));
    const at = await startInstallation(apiCount, workerCount);
    if (switches > 0 || throughput > 0) await measureAtRest(at, switches, { seconds: throughput, runs });
    if (seconds > 0) await measureWithFaults(at, seconds);
  },
};

async function measureAtRest(
  at: Installation,
  switches: number,
  { seconds, runs }: { seconds: number; runs: number },
): Promise<void> {
  await prepareModels(at);
  if (switches > 0) {
    const lags = (await measureSwitches(at, switches)).sort((one, other) => one - other);
    const p99 = quantileOfSorted(lags, 0.99);
    const what = `a switch of versions is seen by another node, p99 of ${lags.length}`;
    console.log(tellGoals([{ what, measured: p99, bound: 'at most', goal: 1000, unit: ' ms' }]));
    console.log(`median ${Math.round(quantileOfSorted(lags, 0.5))} ms, slowest ${Math.round(lags.at(-1) ?? 0)} ms\n`);
  }
  if (seconds > 0) console.log(`${await compareThroughput(at, seconds, runs)}\n`);
}

async function measureWithFaults(at: Installation, seconds: number): Promise<void> {
  const { goals, counts, findings } = await runWithFaults(at, seconds, console.log);
  console.log(`${counts}\n${tellGoals(goals)}`);
  for (const finding of findings.slice(0, mostFindings)) console.log(`- ${finding}`);
}
