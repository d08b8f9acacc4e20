import { setTimeout as pause } from 'node:timers/promises';
import { quantileOfSorted } from '../report/numbers.ts';
import { type startSibyl, waitForModel } from '../service/sibyl.ts';

type Sibyl = Awaited<ReturnType<typeof startSibyl>>;

const project = 'quiet';
const rows = Array.from(
  { length: 200 },
  (_, index) => `${index % 5},${index % 3},${1000 + 300 * (index % 5) + ((index * 37) % 101)}`,
);
const csv = `rooms,floor,price\n${rows.join('\n')}\n`;

/** An operation that a user repeats, and a check of its response. */
interface UserAction {
  name: string;
  path: (count: number) => string;
  type?: string;
  body?: (count: number) => string;
}

const actions: readonly UserAction[] = [
  { name: 'predict', path: () => '/models/rent/predict', body: () => JSON.stringify([{ rooms: 2, floor: 1 }]) },
  { name: 'query', path: () => '/query', body: () => JSON.stringify({ sql: 'SELECT avg(price) AS p FROM homes' }) },
  { name: 'rows', path: () => '/tables/homes/rows?limit=10' },
  { name: 'upload', path: (count) => `/tables?name=t${count}`, type: 'text/csv', body: () => csv },
  {
    name: 'document',
    path: (count) => `/knowledge_bases/notes/documents?name=d${count}.html`,
    type: 'text/html',
    body: () => '<h1>Rent</h1><p>Homes by the sea cost more.</p>',
  },
  {
    name: 'agent',
    path: () => '/agents/desk/completions',
    body: () => JSON.stringify({ messages: [{ question: 'How many homes are there?' }] }),
  },
];

export const actionNames = actions.map(({ name }) => name);

export interface Measured {
  /** By operation. */
  times: Record<string, Times>;
  requests: number;
  /** Responses other than success. */
  refusals: string[];
}

/** Quantiles in ms, and of how many requests. */
export interface Times {
  count: number;
  p50: number;
  p95: number;
  p99: number;
}

export async function prepareQuiet(sibyl: Sibyl): Promise<void> {
  const at = `${sibyl.base}/api/projects/${project}`;
  const make = async (path: string, body: unknown, type = 'application/json') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(path, { method: 'POST', body: text, headers: { 'content-type': type } });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  };
  await make(`${sibyl.base}/api/projects`, { name: project });
  await make(`${at}/tables?name=homes`, csv, 'text/csv');
  await make(`${at}/knowledge_bases`, { name: 'notes' });
  await make(`${at}/skills`, { name: 'tables', type: 'sql', params: { tables: ['homes'] } });
  await make(`${at}/agents`, { name: 'desk', skills: ['tables'] });
  await make(`${at}/models`, { name: 'rent', target: 'price', from: { table: 'homes' } });
  await waitForModel(sibyl, `${at}/models/rent`);
}

let done = 0;

/** With fewer requests of each kind a p99 is but the worst one, so a user who waits long goes on for longer. */
const leastRounds = 250;
const mostStretch = 5;

/** Repeats all operations in order until the time is over and each was asked `least` times; none may be refused. */
export async function runQuietUser(base: string, milliseconds: number, least = leastRounds): Promise<Measured> {
  const all = new Map<string, number[]>(actionNames.map((name) => [name, []]));
  const refusals: string[] = [];
  const start = Date.now();
  const isOver = (rounds: number) => {
    const spent = Date.now() - start;
    return spent >= milliseconds && (rounds >= least || spent >= mostStretch * milliseconds);
  };
  for (let rounds = 0; !isOver(rounds); rounds += 1) {
    for (const action of actions) {
      done += 1;
      const before = performance.now();
      const refusal = await perform(base, action, done);
      if (refusal !== undefined) refusals.push(`${action.name}: ${refusal}`);
      all.get(action.name)?.push(performance.now() - before);
      await pause(5);
    }
  }
  const times = Object.fromEntries([...all].map(([name, own]) => [name, summarize(own)]));
  return { times, requests: [...all.values()].flat().length, refusals };
}

function summarize(times: number[]): Times {
  const sorted = times.sort((one, other) => one - other);
  const at = (share: number) => quantileOfSorted(sorted, share);
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

async function perform(
  base: string,
  { path, type = 'application/json', body }: UserAction,
  count: number,
): Promise<string | undefined> {
  const response = await fetch(`${base}/api/projects/${project}${path(count)}`, {
    method: body ? 'POST' : 'GET',
    ...(body ? { body: body(count), headers: { 'content-type': type } } : {}),
  });
  const text = await response.text();
  return response.ok ? undefined : `${response.status} ${text.slice(0, 200)}`;
}
