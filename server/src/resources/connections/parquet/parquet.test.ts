// @module-tag long
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { trainModel } from '../../../../test/acceptance/trained.ts';
import { type LoopbackServer, startLoopback } from '../../../../test/loopback.ts';
import { credentials, type ObjectStore, provideObjectStore, startObjectStore } from '../../../../test/object-store.ts';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';
import { duckdbAttacks, harmless, innocent } from '../../../../test/sql-attacks.ts';

const missing = await provideObjectStore();

describe.skipIf(missing)('Parquet on a real S3-compatible store and on the web', () => {
  let folder: string;
  let store: ObjectStore;
  let web: LoopbackServer;
  let service: TestService;
  let project: string;
  let bucket: string;
  let endpoint: string;
  let put: (key: string, content: Buffer) => Promise<unknown>;
  const keys = { access_key_id: credentials.AWS_ACCESS_KEY_ID, secret_access_key: credentials.AWS_SECRET_ACCESS_KEY };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sibyl-parquet-'));
    [store, service] = await Promise.all([startObjectStore(), shareTestService()]);
    project = await service.project();
    const address = new URL(await store.bucket());
    [bucket, endpoint] = [address.hostname, address.searchParams.get('endpoint')!];
    const [accessKeyId, secretAccessKey] = [keys.access_key_id, keys.secret_access_key];
    const admin = new S3Client({
      requestChecksumCalculation: 'WHEN_REQUIRED',
      endpoint,
      forcePathStyle: true,
      region: 'us-east-1',
      credentials: { accessKeyId, secretAccessKey },
    });
    put = (key, Body) => admin.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body }));
    await put('lake/homes/part 1.parquet', await makeParquet("SELECT 1 AS rooms, 'Rome' AS city"));
    await put(
      'lake/homes/part-2.parquet',
      await makeParquet("SELECT * FROM (VALUES (2, 'Oslo'), (3, 'Rome')) t (rooms, city)"),
    );
    await put('lake/homes/notes.txt', Buffer.from('no table'));
    await put('lake/vault.parquet', await makeParquet('SELECT 471108152 AS pin'));
    await put('lake/broken.parquet', Buffer.from('no Parquet'));
    await put(
      'lake/cells.parquet',
      await makeParquet(`SELECT 9007199254740993 AS id, true AS paid,
      TIMESTAMPTZ '2024-01-31 12:00:00.5+02' AS at, DATE '2024-01-31' AS day, 1.10::DECIMAL(20, 2) AS amount, NULL AS nothing`),
    );
    await put(
      'lake/flats.parquet',
      await makeParquet(`SELECT '00' || (i % 7) AS code, i % 5 AS rooms,
      100.5 * (i % 5) + i % 7 AS price FROM range(1, 121) t (i)`),
    );
    const content = await makeParquet('SELECT 4 AS rooms');
    web = await startLoopback(({ path, method }, response) => {
      if (path === '/redirect') response.writeHead(302, { location: endpoint }).end();
      else if (path !== '/homes.parquet') response.writeHead(404).end();
      else response.writeHead(200, { etag: '"1"' }).end(method === 'HEAD' ? undefined : content);
    });
    await connect('lake', {});
  });
  afterAll(async () => {
    await Promise.all([store?.stop(), web?.stop(), service?.stop()]);
    rmSync(folder, { recursive: true });
  });

  async function makeParquet(sql: string): Promise<Buffer> {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const path = join(folder, 'made.parquet');
    await connection.run(`COPY (${sql}) TO '${path}' (FORMAT parquet)`);
    connection.closeSync();
    instance.closeSync();
    return readFileSync(path);
  }

  const at = (path: string) => `/projects/${project}${path}`;
  const tables = () => ({
    homes: `s3://${bucket}/lake/homes/`,
    vault: `s3://${bucket}/lake/vault.parquet`,
    cells: `s3://${bucket}/lake/cells.parquet`,
    flats: `s3://${bucket}/lake/flats.parquet`,
    web: `${web.url}/homes.parquet`,
  });
  const connect = (name: string, change: object) => {
    const given = Object.entries({ tables: tables(), endpoint, ...keys, ...change });
    const parameters = Object.fromEntries(given.filter(([, value]) => value !== null));
    return service.call('POST', at('/connections'), { name, engine: 'parquet', parameters });
  };
  const ask = (sql: string, connection = 'lake') => service.call('POST', at('/query'), { connection, sql });

  it('is tested, and shows no secret', async () => {
    const { body } = await service.call('POST', at('/connections/lake/test'));
    expect(body).toMatchObject({ status: 'ok', last_error: null, server_version: 'Parquet (6 files)' });
    expect(body.tables).toEqual(['homes', 'vault', 'cells', 'flats', 'web']);
    const { text } = await service.call('GET', at('/connections/lake'));
    expect(text).not.toContain(credentials.AWS_SECRET_ACCESS_KEY);
  });

  it('answers queries over all files of a folder, and over several tables', async () => {
    expect((await ask('select city, count(*) as n from homes group by 1 order by 1')).body.rows).toEqual([
      { city: 'Oslo', n: 1 },
      { city: 'Rome', n: 2 },
    ]);
    const joined = 'select sum(h.rooms) + max(w.rooms) as n from homes h, web w';
    expect((await ask(joined)).body.rows).toEqual([{ n: 10 }]);
    expect((await ask('select * from cells')).body.rows).toEqual([
      {
        id: '9007199254740993',
        paid: true,
        at: '2024-01-31T10:00:00.5Z',
        day: '2024-01-31',
        amount: 1.1,
        nothing: null,
      },
    ]);
  });

  it('trains a model on what a query answers', async () => {
    const from = { connection: 'lake', sql: 'select code, rooms, price from flats' };
    const { body } = await trainModel(service, project, 'flat_prices', { target: 'price', from });
    expect(body).toMatchObject({ status: 'complete', row_count: 120, source: from });
  });

  it.each([
    ['a wrong secret', { secret_access_key: 'wrong' }, /`parameters.(?:secret_access_key|access_key_id)`/],
    ['no credentials', { access_key_id: null }, /`parameters.access_key_id`/],
    ['no such bucket', { tables: { t: 's3://nowhere-here/x.parquet' } }, /`parameters.tables`/],
    ['no such file', { tables: { t: 's3://bucket-1/lake/none.parquet' } }, /no Parquet file.*`parameters.tables`/],
    ['no Parquet', { tables: { t: 's3://bucket-1/lake/broken.parquet' } }, /Parquet|too small/],
    ['a store that is not there', { endpoint: 'http://127.0.0.1:4' }, /`parameters.endpoint`/],
    ['metadata', { endpoint: 'http://169.254.169.254' }, /not a public address/],
    ['metadata on the web', { tables: { t: 'http://169.254.169.254/x' } }, /not a public address/],
    ['a redirect', { tables: { t: 'WEB/redirect' } }, /answers 302/],
    ['nothing on the web', { tables: { t: 'WEB/none.parquet' } }, /answers 404/],
  ])('says what is wrong: %s', async (name, change, reason) => {
    const connection = name.replaceAll(' ', '_');
    await connect(connection, JSON.parse(JSON.stringify(change).replace('WEB', web.url)));
    const { body } = await service.call('POST', at(`/connections/${connection}/test`));
    expect(body).toMatchObject({ status: 'failed', last_error: expect.stringMatching(reason) });
    expect(body.last_error).not.toContain(service.directory);
  });

  it('reads a file again when it has changed', async () => {
    await put('lake/changing.parquet', await makeParquet('SELECT 1 AS n'));
    const change = { tables: { t: `s3://${bucket}/lake/changing.parquet` } };
    await connect('changing', change);
    expect((await ask('select n from t', 'changing')).body.rows).toEqual([{ n: 1 }]);
    await put('lake/changing.parquet', await makeParquet('SELECT 2 AS n'));
    await service.call('POST', at('/connections/changing/test')); // believes no list that it has
    expect((await ask('select n from t', 'changing')).body.rows).toEqual([{ n: 2 }]);
  });

  describe('a skill for one table', () => {
    beforeAll(async () => {
      const params = { connection: 'lake', tables: ['homes'], timeout_ms: 2000 };
      await service.call('POST', at('/skills'), { name: 'seal', type: 'sql', params });
    });
    test.each(duckdbAttacks.filter((one) => !one.includes('FOLDER')).slice(0, 70))('%s', async (attack) => {
      const { status, text } = await service.call('POST', at('/skills/seal/test'), { input: { sql: attack } });
      expect(text.replaceAll(JSON.stringify(attack).slice(1, -1), '')).not.toMatch(/471108152|root:|\/sibyl-/);
      expect(status).toBe(harmless.includes(attack) ? 200 : 422);
    });
    test.each(innocent)('answers %s', async (sql) => {
      expect(await service.call('POST', at('/skills/seal/test'), { input: { sql } })).toMatchObject({ status: 200 });
    });
  });
});
