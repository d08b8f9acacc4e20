import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { homes, trainModel } from './trained.ts';

let service: TestService;
let project: string;

beforeAll(async () => {
  service = await startTestService({ SIBYL_MAX_PREDICT_ROWS: '5', SIBYL_MAX_QUERY_ROWS: '100' });
  project = await service.project();
  await service.call('POST', `/projects/${project}/tables?name=homes&format=json`, JSON.stringify(homes), {
    'content-type': 'application/json',
  });
  await trainModel(service, project, 'rent');
});
afterAll(() => service.stop());

type Case = [what: string, body: unknown, status: number, code: string, pointer?: string, fault?: string];

/** Tests the cases of one operation: a body as a value, or as text where JSON cannot express it. */
function refuses(operation: string, method: string, path: () => string, cases: Case[]): void {
  describe(operation, () => {
    test.each(cases)('%s', async (_what, body, status, code, pointer, fault) => {
      const answer = await service.call(method, path(), body, { 'content-type': 'application/json' });
      expect(answer.body).toMatchObject({ status, code });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json\b/);
      if (pointer !== undefined) expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
      if (fault !== undefined) expect(answer.body.errors).toContainEqual(expect.objectContaining({ code: fault }));
    });
  });
}

const long = 'a'.repeat(129);
const idLike = 'prj_01JZ0000000000000000000000';

/** Invalid names of any record. */
const badNames: Case[] = [
  ['no name', {}, 400, 'invalid_input', '/name', 'required'],
  ['name null', { name: null }, 400, 'invalid_input', '/name', 'wrong_type'],
  ['name a number', { name: 7 }, 400, 'invalid_input', '/name', 'wrong_type'],
  ['name an object', { name: {} }, 400, 'invalid_input', '/name', 'wrong_type'],
  ['name empty', { name: '' }, 400, 'invalid_input', '/name', 'wrong_format'],
  ['name of 129 characters', { name: long }, 400, 'invalid_input', '/name', 'wrong_format'],
  ['name with a blank', { name: 'a b' }, 400, 'invalid_input', '/name', 'wrong_format'],
  ['name with a dot', { name: 'a.1' }, 400, 'invalid_input', '/name', 'wrong_format'],
  ['name with a slash', { name: '../a' }, 400, 'invalid_input', '/name', 'wrong_format'],
  ['name with an emoji', { name: '🏠' }, 400, 'invalid_input', '/name', 'wrong_format'],
  ['name right to left', { name: 'שלום' }, 400, 'invalid_input', '/name', 'wrong_format'],
  ['name with a line break', { name: 'a\n' }, 400, 'invalid_input', '/name', 'wrong_format'],
  ['name that looks like an ID', { name: idLike }, 400, 'invalid_input', '/name', 'wrong_format'],
  ['name with NUL', { name: 'a\0' }, 400, 'invalid_input', '/name', 'nul_character'],
];

const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;

test.each([
  ['/projects', '{"name":"p1","description":"\xff"}'],
  ['/projects/default/query', '{"sql":"select \'\xed\xa0\x80\'"}'],
  ['/projects/swept/models/rent/predict', '[{"rooms":1,"place":"\xc3"}]'],
  ['/projects/swept/models/rent/predict', `[${'{"place":"a"},'.repeat(20_000)}{"place":"\xc3"}]`],
])('bytes that are no UTF-8 are refused as such by %s', async (path, text) => {
  const body = Buffer.from(text, 'latin1');
  const at = path.replace('swept', project);
  const answer = await service.call('POST', at, new Uint8Array(body), { 'content-type': 'application/json' });
  expect(answer.body).toMatchObject({ status: 400, code: 'invalid_json' });
  expect(answer.body.detail).toContain('UTF-8');
});

test('half of a character is refused where it stands', async () => {
  const headers = { 'content-type': 'application/json' };
  const { body } = await service.call('POST', '/projects', '{"name":"p1","description":"\\ud800"}', headers);
  expect(body).toMatchObject({ status: 400, errors: [{ pointer: '/description', code: 'lone_surrogate' }] });
  const rows = await service.call('POST', `/projects/${project}/models/rent/predict`, '[{"place":"\\udc00"}]', headers);
  expect(rows.body).toMatchObject({ status: 400, errors: [{ pointer: '/0/place' }] });
});

refuses('createProject', 'POST', () => '/projects', [
  ...badNames,
  ['a list', [], 400, 'invalid_input', '', 'wrong_type'],
  ['a text', '"pricing"', 400, 'invalid_input', '', 'wrong_type'],
  ['null', 'null', 400, 'invalid_input', '', 'wrong_type'],
  ['an unknown field', { name: 'p1', colour: 1 }, 400, 'invalid_input', '/colour', 'unknown_field'],
  ['a field __proto__', '{"name":"p1","__proto__":{}}', 400, 'invalid_input', '/__proto__', 'unknown_field'],
  ['a field constructor', { name: 'p1', constructor: 1 }, 400, 'invalid_input', '/constructor', 'unknown_field'],
  ['a field with a slash', { name: 'p1', 'a/b~': 1 }, 400, 'invalid_input', '/a~1b~0', 'unknown_field'],
  ['description null', { name: 'p1', description: null }, 400, 'invalid_input', '/description', 'wrong_type'],
  ['description a list', { name: 'p1', description: [] }, 400, 'invalid_input', '/description', 'wrong_type'],
  ['description too long', { name: 'p1', description: 'a'.repeat(2001) }, 400, 'invalid_input', '/description'],
  ['description with NUL', { name: 'p1', description: '\0' }, 400, 'invalid_input', '/description', 'nul_character'],
  ['metadata null', { name: 'p1', metadata: null }, 400, 'invalid_input', '/metadata', 'wrong_type'],
  ['metadata a list', { name: 'p1', metadata: [] }, 400, 'invalid_input', '/metadata', 'wrong_type'],
  ['metadata a text', { name: 'p1', metadata: 'a' }, 400, 'invalid_input', '/metadata', 'wrong_type'],
  [
    'metadata too long',
    { name: 'p1', metadata: { a: 'é'.repeat(8192) } },
    400,
    'invalid_input',
    '/metadata',
    'too_long',
  ],
  ['metadata too deep', `{"name":"p1","metadata":${deep}}`, 400, 'invalid_json'],
  [
    'metadata with NUL',
    { name: 'p1', metadata: { a: ['\0'] } },
    400,
    'invalid_input',
    '/metadata/a/0',
    'nul_character',
  ],
  ['metadata beyond numbers', '{"name":"p1","metadata":{"a":1e999}}', 400, 'invalid_input', '/metadata/a', 'too_large'],
  ['a wrapper around null', { project: null }, 400, 'invalid_input', '/project', 'unknown_field'],
  ['a wrapper and more', { project: { name: 'p1' }, name: 'p1' }, 400, 'invalid_input', '/project', 'unknown_field'],
  ['a wrapper of another kind', { model: { name: 'p1' } }, 400, 'invalid_input', '/model', 'unknown_field'],
]);

refuses('updateProject', 'PUT', () => `/projects/${project}`, [
  ...badNames.slice(1),
  ['a list', [], 400, 'invalid_input', '', 'wrong_type'],
  ['an unknown field', { id: 'x' }, 400, 'invalid_input', '/id', 'unknown_field'],
  ['a taken name', { name: 'default' }, 409, 'name_taken'],
  ['description a number', { description: 1 }, 400, 'invalid_input', '/description', 'wrong_type'],
  ['metadata a number', { metadata: 1 }, 400, 'invalid_input', '/metadata', 'wrong_type'],
]);

const model = { name: 'm', target: 'rental_price', from: { table: 'homes' } };

refuses('createModel', 'POST', () => `/projects/${project}/models`, [
  ...badNames.map(([what, body, ...rest]): Case => [what, { ...model, name: undefined, ...(body as object) }, ...rest]),
  ['a list', [], 400, 'invalid_input', '', 'wrong_type'],
  ['an unknown field', { ...model, tarhet: 'a' }, 400, 'invalid_input', '/tarhet', 'unknown_field'],
  ['no target', { ...model, target: undefined }, 400, 'invalid_input', '/target', 'required'],
  ['target null', { ...model, target: null }, 400, 'invalid_input', '/target', 'wrong_type'],
  ['target a list', { ...model, target: ['a'] }, 400, 'invalid_input', '/target', 'wrong_type'],
  ['target empty', { ...model, target: '' }, 400, 'invalid_input', '/target', 'too_short'],
  ['target too long', { ...model, target: 'a'.repeat(1001) }, 400, 'invalid_input', '/target', 'too_long'],
  ['target with NUL', { ...model, target: 'a\0' }, 400, 'invalid_input', '/target', 'nul_character'],
  ['target unknown', { ...model, target: 'rent' }, 422, 'column_not_found', '/target'],
  ['target __proto__', { ...model, target: '__proto__' }, 422, 'column_not_found', '/target'],
  ['target constructor', { ...model, target: 'constructor' }, 422, 'column_not_found', '/target'],
  ['target in another case', { ...model, target: 'Rental_Price' }, 422, 'column_not_found', '/target'],
  ['target and predict differ', { ...model, predict: 'sqft' }, 400, 'invalid_input', '/predict'],
  ['predict a number', { ...model, target: undefined, predict: 3 }, 400, 'invalid_input', '/predict', 'wrong_type'],
  ['no source', { ...model, from: undefined }, 400, 'invalid_input', '/from', 'required'],
  ['source null', { ...model, from: null }, 400, 'invalid_input', '/from', 'wrong_type'],
  ['source a text', { ...model, from: 'homes' }, 400, 'invalid_input', '/from', 'wrong_type'],
  ['source empty', { ...model, from: {} }, 400, 'invalid_input', '/from', 'not_allowed'],
  [
    'two sources',
    { ...model, from: { table: 'homes', sql: 'select 1' } },
    400,
    'invalid_input',
    '/from/sql',
    'not_allowed',
  ],
  ['table a number', { ...model, from: { table: 1 } }, 400, 'invalid_input', '/from/table', 'wrong_type'],
  ['table empty', { ...model, from: { table: '' } }, 400, 'invalid_input', '/from/table', 'too_short'],
  ['table too long', { ...model, from: { table: 'a'.repeat(141) } }, 400, 'invalid_input', '/from/table', 'too_long'],
  ['table unknown', { ...model, from: { table: 'houses' } }, 404, 'table_not_found'],
  ['table __proto__', { ...model, from: { table: '__proto__' } }, 404, 'table_not_found'],
  ['table with SQL in it', { ...model, from: { table: 'homes"; drop table homes; --' } }, 404, 'table_not_found'],
  ['sql empty', { ...model, from: { sql: '' } }, 400, 'invalid_input', '/from/sql', 'too_short'],
  ['sql null', { ...model, from: { sql: null } }, 400, 'invalid_input', '/from/sql', 'wrong_type'],
  ['sql broken', { ...model, from: { sql: 'selec 1' } }, 422, 'query_failed'],
  ['sql that writes', { ...model, from: { sql: 'drop table homes' } }, 422, 'query_refused'],
  ['sql without the target', { ...model, from: { sql: 'select 1 as a' } }, 422, 'column_not_found', '/target'],
  ['rows empty', { ...model, from: { rows: [] } }, 400, 'invalid_input', '/from/rows', 'too_few'],
  ['rows an object', { ...model, from: { rows: {} } }, 400, 'invalid_input', '/from/rows', 'wrong_type'],
  ['a row null', { ...model, from: { rows: [null] } }, 400, 'invalid_input', '/from/rows/0', 'wrong_type'],
  ['a row a list', { ...model, from: { rows: [{}, []] } }, 400, 'invalid_input', '/from/rows/1', 'wrong_type'],
  ['a cell an object', { ...model, from: { rows: [{ a: {} }] } }, 400, 'invalid_input', '/from/rows/0/a', 'wrong_type'],
  [
    'a cell beyond numbers',
    '{"name":"m","target":"a","from":{"rows":[{"a":1e999}]}}',
    400,
    'invalid_input',
    '/from/rows/0/a',
  ],
  ['rows without columns', { ...model, from: { rows: [{}] } }, 422, 'column_not_found', '/target'],
  ['options null', { ...model, options: null }, 400, 'invalid_input', '/options', 'wrong_type'],
  ['options unknown', { ...model, options: { speed: 1 } }, 400, 'invalid_input', '/options/speed', 'unknown_field'],
  ['ignore a number', { ...model, options: { ignore: 5 } }, 400, 'invalid_input', '/options/ignore', 'wrong_type'],
  ['ignore a number', { ...model, options: { ignore: [1] } }, 400, 'invalid_input', '/options/ignore/0', 'wrong_type'],
  ['ignore unknown', { ...model, options: { ignore: ['sqft', 'x'] } }, 422, 'column_not_found', '/options/ignore/1'],
  ['ignore the target', { ...model, options: { ignore: ['rental_price'] } }, 400, 'invalid_input', '/options/ignore/0'],
  ['budget 0', { ...model, options: { time_budget_seconds: 0 } }, 400, 'invalid_input', '/options/time_budget_seconds'],
  ['budget a text', { ...model, options: { time_budget_seconds: '9' } }, 400, 'invalid_input', undefined, 'wrong_type'],
  ['budget huge', { ...model, options: { time_budget_seconds: 1e300 } }, 400, 'invalid_input', undefined, 'too_large'],
  ['metric unknown', { ...model, options: { metric: 'best' } }, 400, 'invalid_input', '/options/metric', 'not_allowed'],
  ['seed -1', { ...model, options: { seed: -1 } }, 400, 'invalid_input', '/options/seed', 'too_small'],
  ['seed a fraction', { ...model, options: { seed: 1.5 } }, 400, 'invalid_input', '/options/seed', 'wrong_type'],
  ['seed too large', { ...model, options: { seed: 2 ** 31 } }, 400, 'invalid_input', '/options/seed', 'too_large'],
  ['task unknown', { ...model, options: { task: 'magic' } }, 400, 'invalid_input', '/options/task', 'not_allowed'],
  ['a name that is taken', { ...model, name: 'rent' }, 409, 'name_taken'],
]);

refuses('retrainModel', 'POST', () => `/projects/${project}/models/rent/retrain`, [
  ['a number', '3', 400, 'invalid_input', '', 'wrong_type'],
  ['a list', [], 400, 'invalid_input', '', 'wrong_type'],
  ['an unknown field', { target: 'sqft' }, 400, 'invalid_input', '/target', 'unknown_field'],
  ['source null', { from: null }, 400, 'invalid_input', '/from', 'wrong_type'],
  ['source unknown', { from: { table: 'houses' } }, 404, 'table_not_found'],
  ['source without the target', { from: { sql: 'select 1 as a' } }, 422, 'column_not_found', '/target'],
  ['options a list', { options: [] }, 400, 'invalid_input', '/options', 'wrong_type'],
  ['ignore unknown', { options: { ignore: ['x'] } }, 422, 'column_not_found', '/options/ignore/0'],
  ['ignore the target', { options: { ignore: ['rental_price'] } }, 400, 'invalid_input', '/options/ignore/0'],
]);

refuses('updateModel', 'PUT', () => `/projects/${project}/models/rent`, [
  ['nothing', {}, 400, 'invalid_input', '', 'too_few'],
  ['a version null', { active_version: null }, 400, 'invalid_input', '/active_version', 'wrong_type'],
  ['a version in a text', { active_version: '1' }, 400, 'invalid_input', '/active_version', 'wrong_type'],
  ['version 0', { active_version: 0 }, 400, 'invalid_input', '/active_version', 'too_small'],
  ['version 1.5', { active_version: 1.5 }, 400, 'invalid_input', '/active_version', 'wrong_type'],
  ['a version that is not there', { active_version: 9 }, 404, 'version_not_found'],
  ['a version beyond all', { active_version: 1e20 }, 404, 'version_not_found'],
  ['an unknown field', { active_version: 1, name: 'a' }, 400, 'invalid_input', '/name', 'unknown_field'],
]);

refuses('runQuery', 'POST', () => `/projects/${project}/query`, [
  ['nothing', {}, 400, 'invalid_input', '/sql', 'required'],
  ['sql null', { sql: null }, 400, 'invalid_input', '/sql', 'wrong_type'],
  ['sql a list', { sql: ['select 1'] }, 400, 'invalid_input', '/sql', 'wrong_type'],
  ['sql empty', { sql: '' }, 400, 'invalid_input', '/sql', 'too_short'],
  ['sql blank', { sql: '  ' }, 422, 'query_refused'],
  ['sql too long', { sql: 'a'.repeat(100_001) }, 413, 'query_too_long'],
  ['sql with NUL', { sql: "select '\0'" }, 400, 'invalid_input', '/sql', 'nul_character'],
  ['sql broken', { sql: 'select from where' }, 422, 'query_failed'],
  ['sql of a table that is not there', { sql: 'select * from houses' }, 422, 'query_failed'],
  ['two statements', { sql: 'select 1; select 2' }, 422, 'query_refused'],
  ['a file', { sql: "select * from read_csv('/etc/passwd')" }, 422, 'query_refused'],
  ['a file as a table', { sql: "select * from '/etc/passwd'" }, 422, 'query_failed'],
  ['a copy', { sql: "copy homes to '/tmp/x.csv'" }, 422, 'query_refused'],
  ['a setting', { sql: "set memory_limit = '9GB'" }, 422, 'query_refused'],
  ['an extension', { sql: 'install httpfs' }, 422, 'query_refused'],
  ['limit 0', { sql: 'select 1', limit: 0 }, 400, 'invalid_input', '/limit', 'too_small'],
  ['limit a text', { sql: 'select 1', limit: '1' }, 400, 'invalid_input', '/limit', 'wrong_type'],
  ['limit beyond the service', { sql: 'select 1', limit: 101 }, 400, 'invalid_input', '/limit', 'too_large'],
  ['timeout 0', { sql: 'select 1', timeout_ms: 0 }, 400, 'invalid_input', '/timeout_ms', 'too_small'],
  [
    'timeout beyond the service',
    { sql: 'select 1', timeout_ms: 1e9 },
    400,
    'invalid_input',
    '/timeout_ms',
    'too_large',
  ],
  ['an unknown field', { sql: 'select 1', rows: 1 }, 400, 'invalid_input', '/rows', 'unknown_field'],
]);

refuses('predict', 'POST', () => `/projects/${project}/models/rent/predict`, [
  ['a text', '"a"', 400, 'invalid_input', '', 'wrong_type'],
  ['null', 'null', 400, 'invalid_input', '', 'wrong_type'],
  ['a bare row with a column that is not there', { sqm: 800 }, 400, 'invalid_input'],
  ['data null', { data: null }, 400, 'invalid_input', '/data', 'wrong_type'],
  ['data a text', { data: 'a' }, 400, 'invalid_input', '/data', 'wrong_type'],
  ['params null', { data: [], params: null }, 400, 'invalid_input', '/params', 'wrong_type'],
  ['params unknown', { data: [], params: { speed: 1 } }, 400, 'invalid_input', '/params/speed', 'unknown_field'],
  ['quantile 1', { data: [], params: { quantile: 1 } }, 400, 'invalid_input', '/params/quantile', 'too_large'],
  [
    'quantile a text',
    { data: [], params: { quantile: '0.9' } },
    400,
    'invalid_input',
    '/params/quantile',
    'wrong_type',
  ],
  ['threshold for numbers', { data: [], params: { threshold: 0.5 } }, 400, 'invalid_input', '/params/threshold'],
  ['a field too many', { data: [], rows: [] }, 400, 'invalid_input', '/rows', 'unknown_field'],
  ['an item null', [null], 400, 'invalid_input', '/0', 'wrong_type'],
  ['an item a number', [{}, 1], 400, 'invalid_input', '/1', 'wrong_type'],
  ['an item a list', [[]], 400, 'invalid_input', '/0', 'wrong_type'],
  ['an unknown column', [{ sqm: 1 }], 400, 'invalid_input', '/0/sqm', 'unknown_column'],
  ['a column __proto__', '[{"__proto__": 1}]', 400, 'invalid_input', '/0/__proto__', 'unknown_column'],
  ['a column constructor', [{ constructor: 1 }], 400, 'invalid_input', '/0/constructor', 'unknown_column'],
  ['a column with a slash', [{ 'a/b': 1 }], 400, 'invalid_input', '/0/a~1b', 'unknown_column'],
  ['words for a number', [{}, {}, {}, { sqft: 'big' }], 400, 'invalid_input', '/3/sqft', 'wrong_type'],
  ['a list for a number', [{ sqft: [1] }], 400, 'invalid_input', '/0/sqft', 'wrong_type'],
  ['an object for a category', [{ location: {} }], 400, 'invalid_input', '/0/location', 'wrong_type'],
  ['a number beyond numbers', '[{"sqft": 1e999}]', 400, 'invalid_input', '/0/sqft'],
  ['a truth in words', [{ rental_price: 'much' }], 400, 'invalid_input', '/0/rental_price', 'wrong_type'],
  ['a text with NUL', [{ location: '\0' }], 400, 'invalid_input', '/0/location', 'nul_character'],
  ['six rows of five', Array(6).fill({}), 413, 'too_many_rows'],
]);
