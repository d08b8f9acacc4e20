import { setTimeout as pause } from 'node:timers/promises';
import { makeScratchFolder } from '../process/scratch.ts';
import { tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber, quantileOfSorted } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import { type Sibyl, startSibyl, waitForModel } from '../service/sibyl.ts';
import { askOnce } from './ask.ts';
import { rowOfLargeModel, writeLargeModel } from './large-model.ts';

type Row = Record<string, unknown>;

const megabytes = 60;
const probeTrees = 40;
const starts = 5;
const warmRequests = 50;
const [rotationRequests, mostColdRequests] = [2000, 500];

const bound = 'at most' as const;

/** Measures the first answer of a model of 60 MB after each start of the service, and its answers once it is loaded. */
export async function measureCold(options: string[]): Promise<void> {
  console.log(describeRun('predict', options, [`a model of ${megabytes} MB, ${starts} starts`]));
  const dataDirectory = makeScratchFolder();
  const begun = await startSibyl({ dataDirectory, environment: { SIBYL_SAMPLE: '0' } });
  await send(`${begun.base}/api/projects`, JSON.stringify({ name: 'cold' }));
  const perTree = (await importModel(begun, 'probe', writeLargeModel(probeTrees))) / probeTrees;
  const bytes = await importModel(begun, 'large', writeLargeModel(Math.ceil((megabytes * 1e6) / perTree)));
  await begun.process.stop();
  const cold: number[] = [];
  const warm: number[] = [];
  for (let start = 0; start < starts; start++) {
    const sibyl = await startSibyl({ dataDirectory, environment: { SIBYL_SAMPLE: '0' } });
    const url = `${sibyl.base}/api/projects/cold/models/large/predict`;
    await askOnce(url.replace('large', 'probe'), [rowOfLargeModel(0)]);
    await pause(500);
    cold.push(await timeAnswer(url, rowOfLargeModel(start)));
    for (let index = 0; index < warmRequests; index++) warm.push(await timeAnswer(url, rowOfLargeModel(index)));
    await sibyl.process.stop();
  }
  const rows = [rowOf('first after a start', cold), rowOf('loaded', warm)];
  console.log(`${formatNumber(bytes / 1e6)} MB\n\n${renderTable(['answer', 'p50 ms', 'p99 ms'], rows)}\n`);
  const measured = quantileOfSorted(cold.toSorted(ascending), 0.5);
  console.log(tellGoals([{ what: 'first answer of a model of 60 MB', measured, bound, goal: 100, unit: ' ms' }]));
}

/** Measures answers of the sample model alone, and of that many copies of it in turn, of which `room` fit into memory. */
export async function measureRotation(options: string[], models: number, room: number, row: Row): Promise<void> {
  console.log(describeRun('predict', options, [`${models} copies of the sample model, memory for ${room}`]));
  const dataDirectory = makeScratchFolder();
  const begun = await startSibyl({ dataDirectory });
  await waitForModel(begun, `${begun.base}/api/projects/default/models/home_rentals_model`);
  const file = await exportSample(begun);
  await begun.process.stop();
  const environment = { SIBYL_MODEL_MEMORY_BYTES: String(room * file.length) };
  const sibyl = await startSibyl({ dataDirectory, environment });
  const project = `${sibyl.base}/api/projects/default`;
  const urls: string[] = [];
  for (let model = 0; model < models; model++) {
    await send(`${project}/models/import?name=copy${model}`, file);
    urls.push(`${project}/models/copy${model}/predict`);
  }
  const ask = async (among: string[], requests: number) => {
    const times: number[] = [];
    for (let index = 0; index < requests; index++) times.push(await timeAnswer(among[index % among.length], row));
    return times;
  };
  const first = await ask(urls, models);
  await ask(urls.slice(0, 1), rotationRequests);
  const alone = await ask(urls.slice(0, 1), rotationRequests);
  const inTurn = await ask(urls, models > room ? mostColdRequests : rotationRequests);
  const rows = [rowOf('first of each', first), rowOf('one model', alone), rowOf(`${models} in turn`, inTurn)];
  console.log(`${renderTable(['answer', 'p50 ms', 'p99 ms'], rows)}\n`);
  const p99 = (times: number[]) => quantileOfSorted(times.toSorted(ascending), 0.99);
  const measured = p99(inTurn) / p99(alone);
  const share = meanOf(alone) / meanOf(inTurn);
  console.log(
    tellGoals([
      { what: `p99 of ${models} models in turn against one model`, measured, bound, goal: 1.5, unit: ' x' },
      {
        what: `requests/s of ${models} with room for ${room}, of one`,
        measured: share,
        bound: 'at least',
        goal: 0.8,
        unit: ' x',
      },
    ]),
  );
}

async function exportSample({ base }: Sibyl): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`${base}/api/projects/default/models/home_rentals_model/export`);
  return new Uint8Array(await answer.arrayBuffer());
}

function meanOf(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

function ascending(one: number, other: number): number {
  return one - other;
}

function rowOf(name: string, times: number[]): string[] {
  const sorted = times.toSorted(ascending);
  return [name, ...[0.5, 0.99].map((share) => formatNumber(quantileOfSorted(sorted, share)))];
}

async function timeAnswer(url: string, row: Row): Promise<number> {
  const asked = performance.now();
  await askOnce(url, [row]);
  return performance.now() - asked;
}

/** Returns the bytes of the file that the service keeps. */
async function importModel({ base }: Sibyl, name: string, text: string): Promise<number> {
  const models = `${base}/api/projects/cold/models`;
  await send(`${models}/import?name=${name}&target=y`, Buffer.from(text));
  return (await (await fetch(`${models}/${name}/export`)).arrayBuffer()).byteLength;
}

async function send(url: string, body: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}
