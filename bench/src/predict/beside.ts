import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runForJson } from '../process/run.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber, quantileOfSorted } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import { startSibyl, waitForModel } from '../service/sibyl.ts';
import { Connection } from './connection.ts';

const connections = 4;
/** Pause of each connection between two requests: what is measured is the wait, not the throughput. */
const pauseMs = 10;
const leastSeconds = 10;
const uploadBytes = 200e6;

/** Long work of the same service, which reports failures by throwing. */
type Work = (base: string) => Promise<unknown>;

const works: Readonly<Record<string, Work>> = {
  'a training': async (base) => {
    const models = `${base}/api/projects/default/models`;
    const body = { name: 'beside', target: 'rental_price', from: { table: 'home_rentals' } };
    await post(models, 'application/json', JSON.stringify(body));
    for (;;) {
      const { status } = (await (await fetch(`${models}/beside`)).json()) as { status: string };
      if (status === 'complete') return;
      if (status === 'failed') throw new Error('the training beside failed');
      await pause(200);
    }
  },
  'an upload of 200 MB': (base) => {
    const script = join(import.meta.dirname, 'upload-beside.ts');
    return runForJson([process.execPath, script, `${base}/api/projects/default`, String(uploadBytes)]);
  },
  'a document of 6 MB': (base) => {
    const text = `# A long text\n\n${'It says much of little things, and little of much else.\n\n'.repeat(100_000)}`;
    const documents = `${base}/api/projects/default/knowledge_bases/rental_handbook/documents`;
    return post(`${documents}?name=beside.md`, 'text/markdown', text);
  },
};

/**
 * Measures how long single predictions wait while the service does long work, against a service without. `only` is a
 * word in the name of the work: all of them take minutes on a busy machine.
 */
export async function measureBeside(
  options: string[],
  row: Record<string, unknown>,
  only: string | undefined,
): Promise<void> {
  const wanted = Object.entries(works).filter(([name]) => name.includes(only ?? ''));
  if (wanted.length === 0) throw new Error(`--only must be a word of: ${Object.keys(works).join(', ')}`);
  console.log(describeRun('predict', options, [`${connections} connections, ${pauseMs} ms between requests`]));
  const sibyl = await startSibyl({ dataDirectory: makeScratchFolder() });
  const model = `${sibyl.base}/api/projects/default/models/home_rentals_model`;
  await waitForModel(sibyl, model);
  const url = new URL(`${model}/predict`);
  await watch(url, row, pause(3000));
  const alone = await watch(url, row, pause(0));
  const rows = [rowOf('nothing', alone)];
  let failures = alone.failures.length;
  const goals: Goal[] = [];
  for (const [name, work] of wanted) {
    const watched = await watch(url, row, work(sibyl.base));
    for (const failure of watched.failures) console.log(`beside ${name}: ${failure.message}`);
    failures += watched.failures.length;
    rows.push(rowOf(name, watched));
    const measured = quantileOfSorted(watched.latencies, 0.99) / quantileOfSorted(alone.latencies, 0.99);
    goals.push({ what: `p99 beside ${name}, against beside nothing`, measured, bound: 'at most', goal: 3, unit: ' x' });
    await pause(2000);
  }
  goals.push({ what: 'requests that failed', measured: failures, bound: 'at most', goal: 0, unit: '' });
  console.log(renderTable(['beside', 'requests', 'p50 ms', 'p99 ms', 'max ms'], rows));
  console.log(`\n${tellGoals(goals)}`);
}

interface Watched {
  /** Sorted, in ms. */
  latencies: number[];
  failures: Error[];
}

function rowOf(name: string, { latencies }: Watched): string[] {
  const shares = [0.5, 0.99, 1].map((share) => formatNumber(quantileOfSorted(latencies, share)));
  return [name, String(latencies.length), ...shares];
}

/** Asks until the work is done, but for `leastSeconds`. A request that fails is counted, and a new connection opened. */
async function watch(url: URL, row: Record<string, unknown>, work: Promise<unknown>): Promise<Watched> {
  let isOver = false;
  const latencies: number[] = [];
  const failures: Error[] = [];
  async function askOn(connection: Connection): Promise<void> {
    while (!isOver) {
      const asked = performance.now();
      await connection.ask();
      latencies.push(performance.now() - asked);
      await pause(pauseMs);
    }
  }
  async function keepAsking(): Promise<void> {
    while (!isOver) {
      const connection = await Connection.open(url, JSON.stringify([row]));
      await askOn(connection).catch((error: Error) => failures.push(error));
      connection.close();
    }
  }
  const asking = Promise.all(Array.from({ length: connections }, keepAsking));
  await Promise.all([work, pause(leastSeconds * 1000)]).finally(() => {
    isOver = true;
  });
  await asking;
  return { latencies: latencies.sort((one, other) => one - other), failures };
}

async function post(url: string, type: string, body: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}
