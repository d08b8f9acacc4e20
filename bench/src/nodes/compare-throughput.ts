import { type Goal, tellGoals } from '../report/goal.ts';
import { formatNumber, quantileOfSorted } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import { call, requireSuccess } from './call.ts';
import { startEchoes } from './echoes.ts';
import type { Installation } from './installation.ts';
import { type Asked, measureThroughput, type Throughput } from './throughput.ts';

const fewestRunsForGoals = 3;

/** One, two and more servers of a kind, in this order. */
interface Kind {
  name: string;
  servers: Asked[];
  runs: Throughput[][];
}

/**
 * The nodes share the cores with each other and with the load, so that processor time tells what a prediction costs
 * when there are more nodes: where it does not grow, each node with cores of its own adds all that it can. Bare servers
 * beside them show what of it is the machine's.
 */
export async function compareThroughput(at: Installation, seconds: number, runs: number): Promise<string> {
  const nodes = nodesOf(at);
  const echoes = await startEchoes(nodes.length, await predictOnce(nodes[0]));
  const kinds: Kind[] = [
    { name: 'nodes', servers: nodes, runs: [] },
    { name: 'bare echoes', servers: echoes, runs: [] },
  ];
  for (const { servers } of kinds) await measureThroughput(servers, seconds); // loads and compiles what each needs
  for (let run = 0; run < runs; run += 1) {
    for (const kind of kinds) kind.runs.push(await measureOnce(kind.servers, seconds, run));
    if (runs > 1) console.log(`run ${run + 1} of ${runs}: ${kinds.map(tellRatios).join('; ')}`);
  }
  const table = renderTable(
    ['servers', 'answers/s', 'a CPU second of theirs', 'beside one', 'least', 'greatest'],
    kinds.flatMap((kind) => kind.servers.map((_, place) => rowOf(kind, place))),
  );
  return runs < fewestRunsForGoals ? table : `${table}\n${tellGoals([goalOf(kinds[0])])}`;
}

function nodesOf({ apis, authorization }: Installation): Asked[] {
  const path = '/api/projects/default/models/steady/predict';
  return apis.map(({ pid, base }) => ({ pid, url: `${base}${path}`, headers: { authorization } }));
}

async function predictOnce({ url, headers }: Asked): Promise<unknown> {
  return requireSuccess(await call('POST', url, [{ x: 1 }], { headers }));
}

/**
 * One, two and more servers, or from all of them down, so that a machine that slows down favours neither. Each in its
 * turn is the one that is asked alone.
 */
async function measureOnce(servers: readonly Asked[], seconds: number, run: number): Promise<Throughput[]> {
  const first = run % servers.length;
  const turned = [...servers.slice(first), ...servers.slice(0, first)];
  const places = servers.map((_, place) => place);
  const measured: Throughput[] = [];
  for (const place of run % 2 === 1 ? places.reverse() : places)
    measured[place] = await measureThroughput(turned.slice(0, place + 1), seconds);
  return measured;
}

function ratioOf(run: readonly Throughput[], place: number): number {
  return run[place].perCpuSecond / run[0].perCpuSecond;
}

/** What the last run showed. */
function tellRatios({ name, servers, runs }: Kind): string {
  const last = runs[runs.length - 1];
  return `${name} ${servers.map((_, place) => `${formatNumber(ratioOf(last, place))} of ${place + 1}`).join(', ')}`;
}

/** Medians of all runs, and how far their ratios lie apart. */
function rowOf({ name, runs }: Kind, place: number): string[] {
  const sorted = (figure: (run: Throughput[]) => number) => runs.map(figure).sort((one, other) => one - other);
  const ratios = sorted((run) => ratioOf(run, place));
  const median = (figures: number[]) => quantileOfSorted(figures, 0.5);
  const figures = [
    median(sorted((run) => run[place].perSecond)),
    median(sorted((run) => run[place].perCpuSecond)),
    ...[median(ratios), ratios[0], ratios.at(-1) ?? Number.NaN],
  ];
  return [`${name}: ${place + 1}`, ...figures.map(formatNumber)];
}

function goalOf({ servers, runs }: Kind): Goal {
  const ratios = runs.map((run) => ratioOf(run, servers.length - 1)).sort((one, other) => one - other);
  const what = `predictions a CPU second of ${servers.length} nodes beside one, median of ${ratios.length} runs`;
  return { what, measured: quantileOfSorted(ratios, 0.5), bound: 'at least', goal: 0.95, unit: ' x' };
}
