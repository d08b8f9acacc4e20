import type { Benchmark } from '../report/benchmark.ts';
import { tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber, quantileOfSorted } from '../report/numbers.ts';
import { optionOf, readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { type Installation, startInstallation } from './installation.ts';
import { prepareModels } from './load-trainings.ts';
import { runWithFaults } from './run.ts';
import { measureSwitches } from './switches.ts';
import { measureThroughput, type Throughput } from './throughput.ts';

const apiCount = 3;
const workerCount = 2;
const mostFindings = 20;

export const nodesBenchmark: Benchmark = {
  summary: `${apiCount} api nodes and ${workerCount} workers on PostgreSQL and an S3-compatible store behind nginx: what is lost while nodes, database and store fail; how soon all nodes see a switch of versions; predictions per node.`,
  usage: '[--seconds 600] [--switches 100] [--throughput 10]   (0 leaves a part out)',
  run: async (args) => {
    const option = (name: string, usual: string) => readInteger(name, optionOf(args, name) ?? usual, 0, 86_400);
    const seconds = option('--seconds', '600');
    const switches = option('--switches', '100');
    const throughput = option('--throughput', '10');
    console.log(describeRun('nodes', args, []));
    const at = await startInstallation(apiCount, workerCount);
    if (switches > 0 || throughput > 0) await measureAtRest(at, switches, throughput);
    if (seconds > 0) await measureWithFaults(at, seconds);
  },
};

async function measureAtRest(at: Installation, switches: number, seconds: number): Promise<void> {
  await prepareModels(at);
  if (switches > 0) {
    const lags = (await measureSwitches(at, switches)).sort((one, other) => one - other);
    const p99 = quantileOfSorted(lags, 0.99);
    const what = `a switch of versions is seen by another node, p99 of ${lags.length}`;
    console.log(tellGoals([{ what, measured: p99, bound: 'at most', goal: 1000, unit: ' ms' }]));
    console.log(`median ${Math.round(quantileOfSorted(lags, 0.5))} ms, slowest ${Math.round(lags.at(-1) ?? 0)} ms\n`);
  }
  if (seconds > 0) console.log(`${await compareThroughput(at, seconds)}\n`);
}

/**
 * The nodes share the cores with each other and with the load, so that processor time tells what a prediction costs
 * when there are more nodes: where it does not grow, each node with cores of its own adds all that it can.
 */
async function compareThroughput(at: Installation, seconds: number): Promise<string> {
  await measureThroughput(at, at.apis.length, seconds); // loads the model and compiles what it needs, on each node
  const measured: Throughput[] = [];
  for (let nodes = 1; nodes <= at.apis.length; nodes += 1) measured.push(await measureThroughput(at, nodes, seconds));
  const rows = measured.map(({ nodes, perSecond, perCpuSecond }) =>
    [nodes, perSecond, perCpuSecond, perCpuSecond / measured[0].perCpuSecond].map(formatNumber),
  );
  return renderTable(['nodes', 'predictions/s', 'a CPU second of theirs', 'beside one node'], rows);
}

async function measureWithFaults(at: Installation, seconds: number): Promise<void> {
  const { goals, counts, findings } = await runWithFaults(at, seconds, console.log);
  console.log(`${counts}\n${tellGoals(goals)}`);
  for (const finding of findings.slice(0, mostFindings)) console.log(`- ${finding}`);
}
