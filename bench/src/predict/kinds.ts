import { pinning } from '../process/pinning.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import { waitForModel } from '../service/sibyl.ts';
import { startTrainedSibyl } from './contender.ts';
import type { LoadResult } from './load.ts';
import { measureScenario, type Timing } from './measure.ts';

type Row = Record<string, unknown>;

/** A kind of request, and the one that it is compared with. */
interface Kind {
  name: string;
  url: string;
  body: unknown;
  connections: number;
  beside?: string;
}

const target = 'rental_price';
const mostTimes = 2;
const horizon = 12;
const lettersOfText = 500;

/** Measures what kinds of requests cost beside a complete row, or beside a thousand of them, by one process. */
export async function measureKinds(options: string[], timing: Timing, example: Row): Promise<void> {
  console.log(describeRun('predict', options, [pinning]));
  const folder = makeScratchFolder();
  const sibyl = await startTrainedSibyl(folder);
  const project = `${sibyl.base}/api/projects/default`;
  const train = (name: string, model: object) =>
    trainModel(`${project}/models`, name, model, () =>
      waitForModel({ process: sibyl.contender.process }, `${project}/models/${name}`),
    );
  await train('months', { target: 'sold', from: { rows: monthsOf(120) }, options: { order_by: 'month', horizon } });
  await train('reviews', { target: 'stars', from: { rows: reviewsOf(600) } });
  const rows = sibyl.rows.slice(0, 1000).map(({ [target]: _truth, ...inputs }) => inputs);
  const results = new Map<string, LoadResult>();
  const kinds = kindsOf(project, rows, example);
  for (const { name, url, body, connections } of kinds) {
    // The answer of a model that was not in memory closes its connection.
    await post(url, body);
    const scenario = { title: name, body, connections };
    const measured = await measureScenario(scenario, [{ ...sibyl.contender, url }], timing, folder);
    results.set(name, measured.get(sibyl.contender.name)!);
  }
  report(kinds, results);
}

function kindsOf(project: string, rows: readonly Row[], example: Row): Kind[] {
  const urlOf = (model: string) => `${project}/models/${model}/predict`;
  const homes = urlOf('home_rentals_model');
  const incomplete = rows.map((row) => Object.fromEntries(Object.keys(example).map((name) => [name, row[name]])));
  const [single, many] = ['a complete row', `${rows.length} complete rows`];
  const [text] = reviewsOf(1);
  return [
    { name: single, url: homes, body: [rows[0]], connections: 32 },
    { name: 'an incomplete row', url: homes, body: [example], connections: 32, beside: single },
    {
      name: 'a row with `explain`',
      url: homes,
      body: { data: [rows[0]], params: { explain: true } },
      connections: 32,
      beside: single,
    },
    { name: `a forecast of ${horizon} steps`, url: urlOf('months'), body: [{}], connections: 32, beside: single },
    {
      name: `a row with a text of ${lettersOfText} letters`,
      url: urlOf('reviews'),
      body: [{ text: text.text }],
      connections: 32,
      beside: single,
    },
    { name: many, url: homes, body: rows, connections: 2 },
    { name: `${rows.length} incomplete rows`, url: homes, body: incomplete, connections: 2, beside: many },
  ];
}

async function trainModel(models: string, name: string, model: object, wait: () => Promise<number>): Promise<void> {
  await post(models, { name, ...model });
  await wait();
}

async function post(url: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}

/** Months with a season and a trend. */
function monthsOf(count: number): Row[] {
  return Array.from({ length: count }, (_, at) => ({
    month: `${2010 + Math.floor(at / 12)}-${String(1 + (at % 12)).padStart(2, '0')}-01`,
    sold: Math.round(1000 + 3 * at + 200 * Math.sin((at * Math.PI) / 6) + ((at * 37) % 50)),
  }));
}

const words = 'the room was clean quiet small large noisy old warm cold and staff were kind slow rude at night'.split(
  ' ',
);

/** Texts of some words, of which a few decide. */
function reviewsOf(count: number): Row[] {
  return Array.from({ length: count }, (_, at) => {
    let text = at % 2 === 0 ? 'wonderful' : 'dreadful';
    for (let word = at; text.length < lettersOfText; word = (word * 31 + 17) % 1009)
      text += ` ${words[word % words.length]}`;
    return { text: text.slice(0, lettersOfText), stars: at % 2 === 0 ? 5 : 1 };
  });
}

function report(kinds: readonly Kind[], results: ReadonlyMap<string, LoadResult>): void {
  const microseconds = (name: string) => 1e6 / (results.get(name)?.requestsPerCpuSecond ?? Number.NaN);
  const table = kinds.map(({ name }) => {
    const {
      requestsPerSecond = Number.NaN,
      medianMilliseconds = Number.NaN,
      p99Milliseconds = Number.NaN,
    } = results.get(name) ?? {};
    return [name, ...[requestsPerSecond, microseconds(name), medianMilliseconds, p99Milliseconds].map(formatNumber)];
  });
  console.log(`\n${renderTable(['', 'requests/s', 'CPU µs', 'p50 ms', 'p99 ms'], table)}\n`);
  const goals = kinds.flatMap(({ name, beside }): Goal[] =>
    beside === undefined
      ? []
      : [
          {
            what: `CPU of ${name} against ${beside}`,
            measured: microseconds(name) / microseconds(beside),
            bound: 'at most',
            goal: mostTimes,
            unit: ' x',
          },
        ],
  );
  console.log(tellGoals(goals));
}
