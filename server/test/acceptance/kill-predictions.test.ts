// @module-tag long
/** kill -9 in the middle of a batch of predictions: the next start ends it, whole and with no row twice. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually, makeDirectory, type ServiceProcess, startProcess } from '../service-process.ts';

const project = '/api/projects/default';
const batches = `${project}/models/rent/predictions`;
const rows = 100_000;

const homes = Array.from({ length: 60 }, (_, index) => `${index % 5},${1000 + 300 * (index % 5) + (index % 7)}`);

/** `rooms` numbers the rows, so that a row that is missing or there twice shows. */
const sql = `select row_number() over () as rooms from (select 1 from homes a, homes b, homes c limit ${rows})`;

let directory: string;

type Moment = (service: ServiceProcess, batch: string, table: string) => Promise<unknown>;

/** Returns the moment when the batch is in the phase, and some time later. */
const inPhase =
  (phase: string, later = 0): Moment =>
  async (service, batch) => {
    await eventually(async () => {
      const { body } = await service.call('GET', `${batches}/${batch}`);
      expect([body.progress?.phase, body.status]).toContain(body.status === 'complete' ? 'complete' : phase);
    });
    await wait(later);
  };

/**
 * The table of the result has just been committed. Requests would see that some milliseconds too late, so this reads the
 * database itself.
 */
const withTable: Moment = async (service, batch, table) => {
  await inPhase('writing the table')(service, batch, table);
  const database = new DatabaseSync(join(directory, 'sibyl.db'), { readOnly: true });
  const found = database.prepare('select 1 from tables where name = ?');
  const deadline = Date.now() + 60_000;
  while (found.get(table) === undefined && Date.now() < deadline);
  process.kill(service.pid, 'SIGKILL');
  database.close();
};

const moments: [name: string, moment: Moment, replaced?: string][] = [
  ['at once', async () => {}],
  ['while rows are read', inPhase('reading the rows')],
  ['while it predicts', inPhase('predicting', 300)],
  ['when the table is begun', inPhase('writing the table')],
  ['while the table is written', inPhase('writing the table', 200)],
  ['when the table is there', withTable],
  ['while a table is replaced', inPhase('writing the table', 100), 'predicted_0'],
];

test('a batch of 100,000 rows survives kill -9 at every moment', async () => {
  directory = makeDirectory();
  let service = startProcess(directory);
  const csv = { 'content-type': 'text/csv' };
  await service.call('POST', `${project}/tables?name=homes`, `rooms,price\n${homes.join('\n')}\n`, csv);
  const model = { name: 'rent', target: 'price', from: { table: 'homes' }, options: { effort: 'quick' } };
  await service.call('POST', `${project}/models`, model);
  const isTrained = async () =>
    expect((await service.call('GET', `${project}/models/rent`)).body.status).toBe('complete');
  await eventually(isTrained);
  for (const [index, [name, moment, replaced]] of moments.entries()) {
    const table = replaced ?? `predicted_${index}`;
    const made = await service.call('POST', batches, {
      from: { sql },
      into: { table, replace: replaced !== undefined },
    });
    expect(made.status, made.text).toBe(202);
    await moment(service, made.body.id, table);
    await service.end('SIGKILL');
    service = startProcess(directory);
    const batch = await eventually(async () => {
      const { body } = await service.call('GET', `${batches}/${made.body.id}`);
      expect(body.status).toMatch(/complete|failed/);
      return body;
    });
    expect([name, batch.status, batch.error, batch.rows]).toEqual([name, 'complete', null, rows]);
    const counted = `select count(*) as n, count(distinct rooms) as different, count(price) as answered from ${table}`;
    const { body } = await service.call('POST', `${project}/query`, { sql: counted });
    expect([name, body.rows]).toEqual([name, [{ n: rows, different: rows, answered: rows }]]);
  }
});
