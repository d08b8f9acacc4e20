import { makeScratchFolder } from '../process/scratch.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { waitForModel } from '../service/sibyl.ts';
import { type Contender, startTrainedSibyl } from './contender.ts';
import { type Measured, measureScenario, type Timing } from './measure.ts';
import { renderMeasured } from './report.ts';

const plainName = 'plain';
const watchedName = 'watched';
const headers = { 'content-type': 'application/json' };
const target = 'rental_price';

/** Measures what a watched model costs beside one that is not: two equal models of one service, asked in turn. */
export async function measureWatched(options: string[], timing: Timing): Promise<void> {
  console.log(describeRun('predict', options, ['two models of one process']));
  const folder = makeScratchFolder();
  const { base, contender, rows } = await startTrainedSibyl(folder);
  const models = `${base}/api/projects/default/models`;
  const [plain, watched] = await Promise.all(
    [plainName, watchedName].map((name) => trainEqual(models, contender, name)),
  );
  await send('PUT', `${models}/${watchedName}`, { monitor: { window: 'day' } });
  const batch = rows.slice(0, 1000).map(({ [target]: _truth, ...inputs }) => inputs);
  const contenders = [plain, watched];
  const one = { title: '1 complete row, 32 connections', body: [batch[0]], connections: 32 };
  const many = { title: '1,000 rows, 2 connections', body: batch, connections: 2 };
  const ones = await measureScenario(one, contenders, timing, folder);
  const batches = await measureScenario(many, contenders, timing, folder);
  console.log(
    `\n${one.title}\n\n${renderMeasured(ones, 1)}\n\n${many.title}\n\n${renderMeasured(batches, batch.length)}`,
  );
  console.log(`\n${tellGoals([goalOf('row', ones, 102), goalOf('batch', batches, 101)])}`);
}

function goalOf(what: string, measured: Measured, goal: number): Goal {
  const cost = (name: string) => 1 / (measured.get(name)?.requestsPerCpuSecond ?? Number.NaN);
  const share = (100 * cost(watchedName)) / cost(plainName);
  return { what: `CPU of a ${what}, watched / plain`, measured: share, bound: 'at most', goal, unit: ' %' };
}

/** Trains a model like all others of this function. Returns it as a contender. */
async function trainEqual(models: string, { process }: Contender, name: string): Promise<Contender> {
  await send('POST', models, { name, target, from: { table: 'home_rentals' }, options: { effort: 'quick' } });
  await waitForModel({ process }, `${models}/${name}`);
  return { name, url: `${models}/${name}/predict`, process };
}

async function send(method: string, url: string, body: object): Promise<void> {
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
}
