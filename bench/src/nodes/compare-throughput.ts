import { type Goal, tellGoals } from '../report/goal.ts';
import { formatNumber, quantileOfSorted } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import type { Installation } from './installation.ts';
import { measureThroughput, type Throughput } from './throughput.ts';

const fewestRunsForGoals = 3;

/**
 * The nodes share the cores with each other and with the load, so that processor time tells what a prediction costs
 * when there are more nodes: where it does not grow, each node with cores of its own adds all that it can.
 */
export async function compareThroughput(at: Installation, seconds: number, runs: number): Promise<string> {
  await measureThroughput(at, at.apis.length, seconds); // loads the model and compiles what it needs, on each node
  const measured: Throughput[][] = [];
  for (let run = 0; run < runs; run += 1) {
    measured.push(await measureOnce(at, seconds, run % 2 === 1));
    if (runs > 1) console.log(`run ${run + 1} of ${runs}: ${measured[run].map(tellRatio).join(', ')}`);
  }
  const table = renderTable(
    ['nodes', 'predictions/s', 'a CPU second of theirs', 'beside one node', 'least', 'greatest'],
    measured[0].map((_, place) => rowOf(measured, place)),
  );
  return runs < fewestRunsForGoals ? table : `${table}\n${tellGoals([goalOf(measured, at.apis.length)])}`;
}

/** One, two and more nodes, or from all of them down, so that a machine that slows down favours neither. */
async function measureOnce(at: Installation, seconds: number, isBackwards: boolean): Promise<Throughput[]> {
  const counts = at.apis.map((_, place) => place + 1);
  const measured: Throughput[] = [];
  for (const nodes of isBackwards ? counts.reverse() : counts)
    measured.push(await measureThroughput(at, nodes, seconds));
  return measured.sort((one, other) => one.nodes - other.nodes);
}

function ratioOf(run: readonly Throughput[], place: number): number {
  return run[place].perCpuSecond / run[0].perCpuSecond;
}

function tellRatio(_: Throughput, place: number, run: readonly Throughput[]): string {
  return `${formatNumber(ratioOf(run, place))} of ${run[place].nodes}`;
}

/** Medians of all runs, and how far their ratios lie apart. */
function rowOf(measured: readonly Throughput[][], place: number): string[] {
  const sorted = (figure: (run: Throughput[]) => number) => measured.map(figure).sort((one, other) => one - other);
  const ratios = sorted((run) => ratioOf(run, place));
  const median = (figures: number[]) => quantileOfSorted(figures, 0.5);
  return [
    measured[0][place].nodes,
    median(sorted((run) => run[place].perSecond)),
    median(sorted((run) => run[place].perCpuSecond)),
    ...[median(ratios), ratios[0], ratios.at(-1) ?? Number.NaN],
  ].map(formatNumber);
}

function goalOf(measured: readonly Throughput[][], nodes: number): Goal {
  const ratios = measured.map((run) => ratioOf(run, nodes - 1)).sort((one, other) => one - other);
  const what = `predictions a CPU second of ${nodes} nodes beside one, median of ${ratios.length} runs`;
  return { what, measured: quantileOfSorted(ratios, 0.5), bound: 'at least', goal: 0.95, unit: ' x' };
}
