import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onLoadCore, onServerCore } from '../process/pinning.ts';
import { runForJson } from '../process/run.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { readThreadSeconds } from '../process/usage.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { median, quantileOfSorted } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import { fetchRows, type Sibyl, startSibyl, waitForModel } from '../service/sibyl.ts';
import type { AlternatePlan, Block } from './alternate.ts';
import { askOnce } from './ask.ts';
import type { Timing } from './measure.ts';

const names = ['plain', 'watched'] as const;
const headers = { 'content-type': 'application/json' };
const target = 'rental_price';
/** Parts are written every five seconds, and added to their window within the next two. */
const [writeSeconds, foldSeconds, writes] = [5, 3, 4];
const warmUpSeconds = 3;
const blocksOfRound = 3;

interface Work {
  title: string;
  body: readonly Record<string, unknown>[];
  connections: number;
  /** Most CPU of a watched model, in percent of a plain one. */
  goal: number;
}

/**
 * Measures what the watch of a model costs: it is turned on and off while the model is asked. `only` is the title of the
 * one work that is measured.
 */
export async function measureWatched(
  options: string[],
  { rounds, seconds }: Timing,
  only: string | undefined,
): Promise<void> {
  console.log(describeRun('predict', options, ['one model of one process, its watch on and off by turns']));
  const folder = makeScratchFolder();
  const blocks = join(folder, 'blocks.jsonl');
  const sibyl = await startToggled(folder, blocks);
  const models = `${sibyl.base}/api/projects/default/models`;
  await waitForModel(sibyl, `${models}/home_rentals_model`);
  for (const name of names) {
    await send('POST', models, { name, target, from: { table: 'home_rentals' }, options: { effort: 'quick' } });
    await waitForModel(sibyl, `${models}/${name}`);
  }
  await send('PUT', `${models}/watched`, { monitor: { window: 'day' } });
  const rows = await fetchRows(`${sibyl.base}/api/projects/default/tables/home_rentals`);
  const batch = rows.slice(0, 1000).map(({ [target]: _truth, ...inputs }) => inputs);
  // A connection that meets a model that is not in memory is read by Node from then on, which costs more.
  for (const name of names) await askOnce(`${models}/${name}/predict`, batch.slice(0, 1));
  const works: Work[] = [
    { title: 'row', body: [batch[0]], connections: 32, goal: 102 },
    { title: 'batch', body: batch, connections: 2, goal: 101 },
  ];
  const wanted = works.filter(({ title }) => only === undefined || title === only);
  if (wanted.length === 0) throw new Error(`--only must be one of: ${works.map(({ title }) => title).join(', ')}`);
  const goals: Goal[] = [];
  for (const { title, body, connections, goal } of wanted) {
    const bodyFile = join(folder, `body-${body.length}.json`);
    writeFileSync(bodyFile, JSON.stringify(body));
    const urls = names.map((name) => `${models}/${name}/predict`);
    const plan = { urls, bodyFile, connections, pid: sibyl.process.pid };
    for (const blockSeconds of [warmUpSeconds, blocksOfRound * rounds * seconds]) {
      writeFileSync(blocks, '');
      await alternate({ ...plan, urls: [urls[1]], rounds: 1, blockSeconds });
    }
    const [equal, watched] = compare(readRounds(blocks));
    rmSync(blocks);
    const later = await writingShare(models, plan);
    const figures = ({ share, error, quartiles }: Share) => [share, error, ...quartiles].map((one) => one.toFixed(1));
    const header = [
      'CPU in % of blocks without the watch',
      'median',
      'standard error',
      'lower quartile',
      'upper quartile',
    ];
    console.log(
      `\n${title}\n\n${renderTable(header, [
        ['other blocks without it', ...figures(equal)],
        ['watched, without writing', ...figures(watched)],
        ['writing, in % of a full core', later.toFixed(2), '', '', ''],
      ])}`,
    );
    const what = `CPU of a ${title}, watched / plain`;
    goals.push({ what, measured: watched.share + later, bound: 'at most', goal, unit: ' %' });
  }
  console.log(`\n${tellGoals(goals)}`);
}

/** Starts the service from its sources, because its model in memory is reached into. */
function startToggled(folder: string, blocks: string): Promise<Sibyl> {
  const script = join(import.meta.dirname, 'toggle-watch.ts');
  return startSibyl({
    dataDirectory: join(folder, 'toggled'),
    environment: { WATCH_BLOCKS: blocks },
    wrap: ([node, ...rest]) => onServerCore([node, '--import', script, ...rest, '--sources']),
  });
}

/** Returns the whole rounds of blocks of which each was asked. */
function readRounds(file: string): Block[][] {
  const blocks = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const rounds: Block[][] = [];
  let round: Block[] = [];
  for (const { place, ...block } of blocks.map((line): Block & { place: number } => JSON.parse(line))) {
    if (round[place]) round = [];
    round[place] = block;
    if (Object.keys(round).length < blocksOfRound) continue;
    rounds.push(round);
    round = [];
  }
  return rounds;
}

interface Share {
  /** Median of the rounds, in percent. */
  share: number;
  /** Of the median, if rounds vary as a normal distribution with these quartiles. */
  error: number;
  quartiles: number[];
}

/** Returns what each of the others costs beside the first one. */
function compare(rounds: readonly Block[][]): Share[] {
  const cost = ({ requests, cpuSeconds }: Block) => cpuSeconds / requests;
  return [0, 1].map((place) => {
    const shares = rounds.map(([plain, ...others]) => (100 * cost(others[place])) / cost(plain));
    const sorted = shares.sort((one, other) => one - other);
    const quartiles = [0.25, 0.75].map((part) => quantileOfSorted(sorted, part));
    const error = (0.93 * (quartiles[1] - quartiles[0])) / Math.sqrt(rounds.length);
    return { share: median(sorted), error, quartiles };
  });
}

/**
 * Returns the CPU of writing a part and adding it to its window, in percent of the core that answered meanwhile. It is
 * what the service does after rows of the watched model, and not after those of the plain one.
 */
async function writingShare(models: string, plan: Omit<AlternatePlan, 'rounds' | 'blockSeconds'>): Promise<number> {
  const after = async (url: string, name: string) => {
    await alternate({ ...plan, urls: [url], rounds: 1, blockSeconds: writeSeconds });
    const before = readThreadSeconds(plan.pid);
    await (await fetch(`${models}/${name}/monitor?from=${new Date().toISOString()}`)).text();
    await pause(foldSeconds * 1000);
    return readThreadSeconds(plan.pid) - before;
  };
  const more: number[] = [];
  for (let write = 0; write < writes; write += 1)
    more.push(-(await after(plan.urls[0], 'plain')) + (await after(plan.urls[1], 'watched')));
  return (100 * median(more)) / writeSeconds;
}

function alternate(plan: AlternatePlan): Promise<Block[][]> {
  const script = join(import.meta.dirname, 'alternate.ts');
  return runForJson(onLoadCore([process.execPath, script, JSON.stringify(plan)]));
}

async function send(method: string, url: string, body: object): Promise<void> {
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
}
