/**
 * Existing clients of the product whose API this service speaks, as they are published, against the real service.
 * @module-tag long
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type client from 'mindsdb-js-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provideEnvironment, providePython } from '../../../test/python.ts';
import { startSampleService } from '../../../test/sample.ts';
import type { TestService } from '../../../test/service.ts';

/** A program that loads it by `require`, as its readme does. */
const required = createRequire(import.meta.url);
const MindsDB: typeof client.default = required('mindsdb-js-sdk').default;
const axios = createRequire(required.resolve('mindsdb-js-sdk'))('axios');
let service: TestService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.stop());

async function run(query: string, headers = {}, db = 'mindsdb') {
  return (await service.call('POST', '/api/sql/query', { query, context: { db } }, headers)).body;
}

const rent = 'default.home_rentals_model';

/** Exercises what a program written for MindsDB's client for JavaScript does, unmodified. */
async function useJavaScript(): Promise<void> {
  const models = await MindsDB.Models.getAllModels('default');
  expect(models.map(({ name }) => name)).toContain('home_rentals_model');
  const model = (await MindsDB.Models.getModel('home_rentals_model', 'default'))!;
  expect(model).toMatchObject({ targetColumn: 'rental_price', status: 'complete', version: 1 });
  expect((await model.describe()).length).toBeGreaterThan(3);
  const one = await model.query({ where: ['sqft = 823', 'location = "good"'] });
  expect(Number(one.value)).toBeGreaterThan(1000);
  const batch = await model.batchQuery({ join: 'default.home_rentals', where: ['t.location = "good"'], limit: 3 });
  expect(batch).toHaveLength(3);
  await MindsDB.Models.trainModel('from_js', 'rental_price', 'default', {
    integration: 'files',
    select: 'SELECT * FROM home_rentals LIMIT 400',
    using: { effort: 'quick', engine: 'lightwood' },
  });
  await expect.poll(async () => (await MindsDB.Models.getModel('from_js', 'default'))?.status).toBe('complete');
  const trained = (await MindsDB.Models.getModel('from_js', 'default'))!;
  await trained.retrain();
  await trained.delete();
  expect(await MindsDB.Models.getModel('from_js', 'default')).toBeUndefined();
  await MindsDB.Databases.createDatabase('from_js');
  expect((await MindsDB.Databases.getAllDatabases()).map(({ name }) => name)).toContain('from_js');
  await MindsDB.Databases.deleteDatabase('from_js');
  expect((await MindsDB.SQL.runQuery('FINETUNE x')).error_message).toContain('begins with none of');
}

/** Runs a program written for MindsDB's client for Python, unmodified. */
async function usePython(key: string): Promise<void> {
  const program = provideEnvironment('sibyl-mindsdb-sdk', ['mindsdb_sdk==3.5.0']);
  const child = spawn(program, [join(import.meta.dirname, '../../../test/clients/mindsdb.py'), service.url, key]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(output).toMatch(/^done$/m);
  expect(code).toBe(0);
}

const python = providePython();
/** Of the only key, once there is one. */
let secretOfAdmin = '';

describe("MindsDB's clients on a service without keys", () => {
  it('for JavaScript works as it is', async () => {
    await MindsDB.connect({ host: service.url, user: '', password: '', httpClient: axios.create() });
    await useJavaScript();
  });

  it.skipIf('missing' in python)('for Python works as it is', () => usePython(''));
});

describe('statements', () => {
  it.each([
    ['SHOW FULL DATABASES', ['Database', 'TYPE', 'ENGINE'], ['default', 'project', 'mindsdb']],
    ["select NAME from information_schema.databases where TYPE='project'", ['NAME'], ['default']],
    ['SHOW FULL TABLES FROM `default`;', ['Tables_in_default', 'Table_type'], ['home_rentals', 'BASE TABLE']],
    ['show ml_engines', ['NAME', 'HANDLER', 'CONNECTION_DATA'], ['sibyl', 'sibyl', '{}']],
    [
      "SELECT name, status FROM models WHERE NAME = 'home_rentals_model' AND ACTIVE = '1'",
      ['NAME', 'STATUS'],
      ['home_rentals_model', 'complete'],
    ],
    [
      `SELECT sqft AS size, location FROM ${rent} WHERE sqft = 823 AND location = "good"`,
      ['size', 'location'],
      [823, 'good'],
    ],
    ['SELECT `count`(*) AS `n` FROM `default`.`home_rentals` WHERE location = "none"', ['n'], [0]],
    [
      'SELECT m.sqft, t.sqft AS s FROM (SELECT * FROM files (select 700 as sqft)) AS t JOIN mindsdb.home_rentals_model AS m',
      ['sqft', 's'],
      [700, 700],
    ],
  ])('%s', async (query, column_names, row) => {
    const answer = await run(query);
    expect(answer).toMatchObject({ type: 'table', column_names });
    expect(answer.data).toContainEqual(row);
  });

  it.each([
    ['FINETUNE x', /begins with none of SELECT, SHOW/],
    ["select 'open", /quote is opened and not closed/],
    ['SELECT * FROM default.nothing', /no table "nothing".*home_rentals/],
    ['SELECT * FROM nowhere.nothing', /"nothing" without a schema/],
    [`SELECT * FROM ${rent}`, /asked WHERE its columns have values/],
    [`SELECT * FROM ${rent} WHERE sqft > 3`, /sqft may only be compared by =/],
    [`SELECT nothing FROM ${rent} WHERE sqft = 3`, /no column nothing; there are/],
    [`SELECT * FROM ${rent}.7 WHERE sqft = 3`, /7/],
    ['DESCRIBE default.none', /none/],
    ['CREATE MODEL default.x PREDICT y', /learns FROM \(SELECT/],
    ['CREATE MODEL default.x FROM files (select * from home_rentals) PREDICT y', /y/],
    ['DROP TABLE default.home_rentals; SELECT 1', /nothing is expected any more/],
    ['SHOW SECRETS', /SHOW knows/],
  ])('what is wrong is said: %s', async (query, message) => {
    expect(await run(query)).toMatchObject({ type: 'error', error_message: expect.stringMatching(message) });
  });

  it('each statement takes the right that its verb takes', async () => {
    const keyOf = async (role: string, projects?: string[]) => {
      const body = { name: `${role}${projects ?? ''}`, role, ...(projects ? { projects } : {}) };
      return { authorization: `Bearer ${(await service.call('POST', '/api/keys', body, admin)).body.secret}` };
    };
    let admin: { authorization?: string } = {};
    admin = await keyOf('admin');
    const [predictor, viewer] = [await keyOf('predictor'), await keyOf('viewer')];
    const predict = `SELECT rental_price FROM ${rent} WHERE sqft = 800`;
    expect((await run(predict, predictor)).type).toBe('table');
    for (const query of [
      'SELECT 1',
      'SHOW DATABASES',
      'SHOW TABLES',
      'SELECT * FROM models',
      'SELECT * FROM home_rentals',
    ])
      expect([query, (await run(query, predictor)).error_message]).toEqual([query, expect.stringContaining('may not')]);
    const changes = [
      'DROP MODEL home_rentals_model',
      'DROP TABLE home_rentals',
      'RETRAIN home_rentals_model',
      'CREATE DATABASE mine',
      'DROP DATABASE default',
      'SET active default.home_rentals_model.1',
      'CREATE MODEL x FROM files (select * from home_rentals) PREDICT sqft',
    ];
    for (const query of changes)
      expect([query, (await run(query, viewer)).error_message]).toEqual([query, expect.stringContaining('may not')]);
    await service.call('POST', '/projects', { name: 'other' }, admin);
    const elsewhere = await keyOf('editor', ['other']);
    const seen = (await run('SHOW DATABASES', elsewhere)).data.map(([name]: string[]) => name);
    expect(seen).toEqual(['information_schema', 'other', 'mindsdb', 'files']);
    expect((await run('SHOW TABLES', elsewhere)).type).toBe('table');
    for (const query of [
      predict,
      'SELECT * FROM default.home_rentals',
      'DROP MODEL default.home_rentals_model',
      'DESCRIBE default.home_rentals_model',
    ])
      expect([query, (await run(query, elsewhere, 'other')).type]).toEqual([query, 'error']);
    expect((await service.call('POST', '/api/sql/query', { query: 'SELECT 1' })).status).toBe(401);

    const { secret } = (await service.call('POST', '/api/keys', { name: 'login', role: 'viewer' }, admin)).body;
    for (const door of ['/api/login', '/cloud/login']) {
      const wrong = await service.call('POST', door, { username: 'a', password: 'wrong' });
      expect([wrong.status, wrong.body.errors]).toMatchObject([400, [{ pointer: '/password' }]]);
      const answer = await service.call('POST', door, { email: 'a', password: secret });
      const [cookie] = answer.headers.get('set-cookie')!.split(';');
      expect((await run('SELECT 1 AS one', { cookie })).data).toEqual([[1]]);
      expect((await run('SELECT 1 AS one', { authorization: `Bearer ${answer.body.token}` })).data).toEqual([[1]]);
      const page = { cookie, origin: service.url };
      expect((await service.call('POST', '/api/sql/query', { query: 'SELECT 1' }, page)).status).toBe(401);
    }
    for (const { name } of (await service.call('GET', '/api/keys', undefined, admin)).body)
      if (name !== 'admin') await service.call('DELETE', `/api/keys/${name}`, undefined, admin);
    secretOfAdmin = admin.authorization!.slice('Bearer '.length);
  });
});

describe("MindsDB's clients on a service with keys", () => {
  /** The client for JavaScript logs in nowhere on this machine, which it knows by these names only. */
  const host = () => service.url.replace('127.0.0.1', '127.1');

  it('for JavaScript works as it is, with a name and a key', async () => {
    const login = { host: host(), user: 'anybody', password: secretOfAdmin };
    await MindsDB.connect({ ...login, httpClient: axios.create() });
    await useJavaScript();
  });

  it.skipIf('missing' in python)('for Python works as it is, with a name and a key', () => usePython(secretOfAdmin));

  it('for JavaScript gives up when its key was revoked or is wrong, instead of logging in without end', async () => {
    const authorization = `Bearer ${secretOfAdmin}`;
    const { body } = await service.call('POST', '/api/keys', { name: 'short', role: 'viewer' }, { authorization });
    const httpClient = axios.create();
    let logins = 0;
    httpClient.interceptors.request.use((request: { url: string }) => {
      logins += Number(request.url.endsWith('/cloud/login'));
      if (logins > 20) throw new Error('It logs in without end.');
      return request;
    });
    await MindsDB.connect({ host: host(), user: 'anybody', password: body.secret, httpClient });
    expect((await MindsDB.SQL.runQuery('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await service.call('DELETE', '/api/keys/short', undefined, { authorization });
    await expect(MindsDB.SQL.runQuery('SELECT 1 AS one')).rejects.toThrow();
    expect(logins).toBe(2);
    const wrong = { host: host(), user: 'anybody', password: 'wrong', httpClient: axios.create() };
    await expect(MindsDB.connect(wrong)).rejects.toThrow();
  });
});
