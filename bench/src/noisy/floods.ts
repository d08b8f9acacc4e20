import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A load that one project creates until the signal fires. */
export type Flood = (base: string, signal: AbortSignal) => Promise<void>;

export const noisyProject = 'noisy';
const json = { 'content-type': 'application/json' };
const csv = `a,b,target\n${Array.from({ length: 50_000 }, (_, index) => `${index},${index % 17},${index % 5}`).join('\n')}\n`;

/** Runs concurrent senders; each sends again as soon as it has a response, refused or not. */
function flood(senders: number, send: (at: string, signal: AbortSignal, count: number) => Promise<unknown>): Flood {
  let count = 0;
  return async (base, signal) => {
    const again = async () => {
      while (!signal.aborted) {
        count += 1;
        await send(`${base}/api/projects/${noisyProject}`, signal, count).catch(() => pause(20));
      }
    };
    await Promise.all(Array.from({ length: senders }, again));
  };
}

async function post(url: string, body: string | Uint8Array<ArrayBuffer>, signal: AbortSignal, headers: object = json) {
  const response = await fetch(url, { method: 'POST', body, headers: { ...headers }, signal });
  await response.arrayBuffer();
  if (response.status === 503) await pause(50);
}

const slowQuery = JSON.stringify({ sql: 'SELECT count(*) FROM range(100000000) a, range(100000) b', timeout_ms: 3000 });
const largeBody = JSON.stringify({ data: [{ a: 1, b: 'x'.repeat(4_000_000) }] });
/** Four megabytes of rows that are read, and then refused: no training follows. */
const manyRows = JSON.stringify({
  name: 'rows',
  target: 'no such column',
  from: { rows: Array.from({ length: 80_000 }, (_, index) => ({ a: index, b: `text ${index}`, c: index / 7 })) },
});
const question = JSON.stringify({ messages: [{ question: 'How many rows does noise have?' }] });

/** Sockets that announce a large body, send one byte and wait half a second. */
const hangingBodies: Flood = async (base, signal) => {
  const { hostname, port } = new URL(base);
  while (!signal.aborted) {
    const sockets = Array.from({ length: 300 }, () => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      socket.write(`POST /api/projects/${noisyProject}/query HTTP/1.1\r\nHost: localhost\r\n`);
      socket.write('Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{');
      return socket;
    });
    await pause(500);
    for (const socket of sockets) socket.destroy();
  }
};

/** A page that is slow to read: megabytes of unbroken text. */
const slowDocument = `<p>${'word '.repeat(600_000)}</p>`;

export const floods: Readonly<Record<string, Flood>> = {
  queries: flood(12, (at, signal) => post(`${at}/query`, slowQuery, signal)),
  uploads: flood(6, (at, signal, count) =>
    post(`${at}/tables?name=t${count}`, csv, signal, { 'content-type': 'text/csv' }),
  ),
  documents: flood(6, (at, signal, count) =>
    post(`${at}/knowledge_bases/papers/documents?name=d${count}.html`, slowDocument, signal, {
      'content-type': 'text/html',
    }),
  ),
  trainings: flood(3, (at, signal, count) =>
    post(`${at}/models`, JSON.stringify({ name: `m${count}`, target: 'target', from: { table: 'noise' } }), signal),
  ),
  agents: flood(8, (at, signal) => post(`${at}/agents/talker/completions`, question, signal)),
  'large bodies': flood(6, (at, signal, count) =>
    count % 2 === 0 ? post(`${at}/query`, largeBody, signal) : post(`${at}/models`, manyRows, signal),
  ),
  'bodies that hang': hangingBodies,
  streams: flood(100, async (at, signal) => {
    const response = await fetch(`${at}/events`, { headers: { accept: 'text/event-stream' }, signal });
    for await (const _ of response.body ?? []) if (signal.aborted) return;
  }),
};

/** Creates what the floods need. */
export async function prepareNoise(base: string): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  const at = `${base}/api/projects/${noisyProject}`;
  await post(`${base}/api/projects`, JSON.stringify({ name: noisyProject }), signal);
  await post(`${at}/tables?name=noise`, csv, signal, { 'content-type': 'text/csv' });
  await post(`${at}/knowledge_bases`, JSON.stringify({ name: 'papers' }), signal);
  await post(`${at}/skills`, JSON.stringify({ name: 'tables', type: 'sql', params: {} }), signal);
  await post(`${at}/agents`, JSON.stringify({ name: 'talker', skills: ['tables'] }), signal);
}

/** Deletes what a flood of trainings has left to do, so that it is not measured as the next one's. */
export async function settleNoise(base: string): Promise<void> {
  const models = `${base}/api/projects/${noisyProject}/models`;
  for (;;) {
    const listed = (await (await fetch(`${models}?limit=100`)).json()) as { name: string }[];
    if (listed.length === 0) break;
    await Promise.all(listed.map(({ name }) => fetch(`${models}/${name}`, { method: 'DELETE' })));
  }
  await pause(3000);
}
