import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackServer, startLoopback } from '../../../../test/loopback.ts';
import { writeParquetFile } from '../../../../test/parquet-file.ts';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';

const location = 's3://lake/pins.parquet';
let folder: string;
let service: TestService;
const started: LoopbackServer[] = [];
const files: Buffer[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sibyl-copies-'));
  service = await shareTestService();
  for (const pin of [1, 2])
    files.push(await writeParquetFile(`SELECT ${pin} AS pin`, join(folder, `${pin}.parquet`), folder));
});
afterAll(async () => {
  await Promise.all([service.stop(), ...started.map((server) => server.stop())]);
  rmSync(folder, { recursive: true });
});

/** A store that says what it likes of its one file. */
async function startStore(content: Buffer, size = content.length): Promise<string> {
  const store = await startLoopback(({ path }, response) => {
    const isList = path.includes('list-type');
    const entry = `<Contents><Key>pins.parquet</Key><ETag>"same"</ETag><Size>${size}</Size></Contents>`;
    const list = `<ListBucketResult><IsTruncated>false</IsTruncated>${entry}</ListBucketResult>`;
    response.end(isList ? `<?xml version="1.0"?>${list}` : content);
  });
  started.push(store);
  return store.url;
}

/** Asks for the pin in the table of a new project. */
async function askFor(tables: object, parameters: object = {}) {
  const project = await service.project();
  const connection = { name: 'lake', engine: 'parquet', parameters: { tables, ...parameters } };
  await service.call('POST', `/projects/${project}/connections`, connection);
  const ask = () => service.call('POST', `/projects/${project}/query`, { connection: 'lake', sql: 'SELECT * FROM t' });
  const forget = () => service.call('POST', `/projects/${project}/connections/lake/test`);
  return { first: await ask(), ask, forget };
}

it('reads what its own store has, although another project has a store with the same location and tag', async () => {
  for (const [index, content] of files.entries()) {
    const { first } = await askFor({ t: location }, { endpoint: await startStore(content) });
    expect(first.body.rows).toEqual([{ pin: index + 1 }]);
  }
});

it('takes no more of a file than the store said that there is', async () => {
  const { first } = await askFor({ t: location }, { endpoint: await startStore(files[0], 10) });
  expect(first).toMatchObject({ status: 502, body: { code: 'connection_failed' } });
  expect(first.body.detail).toContain('longer than the store says');
});

it('reads a file of the web anew whose server tells no version', async () => {
  let content = files[0];
  const web = await startLoopback((_request, response) => response.end(content));
  started.push(web);
  const { first, ask, forget } = await askFor({ t: `${web.url}/pins.parquet` });
  expect(first.body.rows).toEqual([{ pin: 1 }]);
  content = files[1];
  await forget();
  expect((await ask()).body.rows).toEqual([{ pin: 2 }]);
});

it('tells the status of a store that fails without a word', async () => {
  const broken = await startLoopback((_, response) => response.writeHead(500).end());
  started.push(broken);
  const { first } = await askFor({ t: location }, { endpoint: broken.url });
  expect(first).toMatchObject({ status: 502, body: { code: 'connection_failed' } });
  expect(first.body.detail).toContain('the store answers 500. Look at `parameters.endpoint`');
});
