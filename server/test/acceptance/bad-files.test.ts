import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { rawCall } from './raw-call.ts';

let service: TestService;
let project: string;
let uploads = 0;

beforeAll(async () => {
  service = await startTestService({ SIBYL_MAX_UPLOAD_BYTES: '1000000' });
  project = await service.project();
  await upload('text/csv', 'city,price,sold\nBonn,10,2024-01-31\nKöln,12.5,2024-02-01\n', 'base');
});
afterAll(() => service.stop());

function nextName(): string {
  uploads += 1;
  return `t${uploads}`;
}

function upload(type: string, content: string | Uint8Array, name = nextName()) {
  const path = `/projects/${project}/tables?name=${name}`;
  return rawCall(service, 'POST', path, { headers: { 'content-type': type }, body: content });
}

const csv = 'text/csv';
const lines = 'application/x-ndjson';
const json = 'application/json';
const parquet = 'application/vnd.apache.parquet';
const manyColumns = Array.from({ length: 10_001 }, (_, index) => `c${index}`);

const refused: [what: string, type: string, content: string | Uint8Array, fault: string, pointer?: string][] = [
  ['an empty file', csv, '', 'empty_file'],
  ['blank lines alone', csv, '\n\n\n', 'empty_file'],
  ['a line too short', csv, 'a,b\n1,2\n3\n', 'ragged_line', '/line/3'],
  ['a line too long', csv, 'a,b\n1,2\n3,4,5\n', 'ragged_line', '/line/3'],
  ['NUL bytes', csv, 'a,b\n1,\0\n', 'nul_byte', '/line/2'],
  ['an open quote', csv, 'a,b\n"1,2\n3,4\n', 'unterminated_quote', '/line/2'],
  [
    'binary garbage',
    csv,
    Uint8Array.from({ length: 4096 }, (_, index) => (index * 167 + (index >> 3)) % 256),
    'not_text',
  ],
  ['an image', csv, Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), 'not_text'],
  ['more columns than can be', csv, `${manyColumns}\n${manyColumns}\n`, 'too_many_columns'],
  ['a broken line of JSON', lines, '{"a":1}\n{"a":2}\n{"a":\n', 'broken_json', '/line/3'],
  ['a line that is a list', lines, '{"a":1}\n[2]\n', 'not_an_object', '/line/2'],
  ['lines of nothing', lines, '\n\n', 'no_columns'],
  ['broken JSON', json, '[{"a":1},{"a"', 'broken_json'],
  ['a JSON object', json, '{"a":1}', 'not_an_array'],
  ['a JSON list of numbers', json, '[1,2]', 'not_an_object', '/0'],
  ['a JSON text', json, '"a"', 'not_an_array'],
  ['an empty JSON list', json, '[]', 'no_columns'],
  ['objects without fields', json, '[{},{}]', 'no_columns'],
  ['Parquet that is none', parquet, 'PAR1 but not really', 'not_parquet'],
  ['Parquet that breaks off', parquet, 'PAR1\x15\x04PAR1', 'not_parquet'],
];

test.each(refused)('%s is refused with its place, and leaves nothing', async (_what, type, content, fault, pointer) => {
  const answer = await upload(type, content);
  expect(answer.body).toMatchObject({ status: 400, code: 'unreadable_file', errors: [{ code: fault }] });
  if (pointer) expect(answer.body.errors[0].pointer).toBe(pointer);
  const { body: tables } = await service.call('GET', `/projects/${project}/tables?name=t${uploads}`);
  expect(tables).toEqual([]);
});

const taken: [what: string, type: string, content: string, rows: number, columns: string[]][] = [
  ['a header alone', csv, 'a,b\n', 0, ['a', 'b']],
  ['one column', csv, 'price\n1\n2\n', 2, ['price']],
  ['all missing', csv, 'a,b\n,\n,\n', 2, ['a', 'b']],
  ['emoji and RTL', csv, '🏠,السعر\n1,2\n', 1, ['🏠', 'السعر']],
  ['names of every object', csv, '__proto__,constructor\n1,2\n', 1, ['__proto__', 'constructor']],
  ['rows of different fields', json, '[{"a":1},{"b":2}]', 2, ['a', 'b']],
  ['a byte order mark and CRLF', csv, '\ufeffa;b\r\n1;2\r\n', 1, ['a', 'b']],
];

test.each(taken)('%s is taken', async (_what, type, content, rows, columns) => {
  const { status, body } = await upload(type, content);
  expect([status, body.row_count]).toEqual([201, rows]);
  expect(body.columns.map(({ name }: { name: string }) => name)).toEqual(columns);
  const read = await service.call('GET', `/projects/${project}/tables/${body.name}/rows`);
  expect(read.body.map(Object.keys)).toEqual(Array(rows).fill(columns));
});

test('a file too large is told the figure', async () => {
  const { body } = await upload(csv, `a\n${'1\n'.repeat(500_000)}`);
  expect(body).toMatchObject({ status: 413, code: 'upload_too_large', limit: 1_000_000 });
});

const misfits: [what: string, type: string, content: string, fault: string, pointer: string][] = [
  [
    'words in a number',
    json,
    '[{"city":"Ulm","price":1,"sold":null},{"city":"Ulm","price":"much","sold":null}]',
    'cell_does_not_fit',
    '/1/price',
  ],
  ['a number in a date', json, '[{"city":"Ulm","price":1,"sold":"soon"}]', 'cell_does_not_fit', '/0/sold'],
  ['a column too many', json, '[{"city":"Ulm","price":1,"sold":null,"rent":3}]', 'unknown_column', '/0/rent'],
  ['a CSV with another header', csv, 'town,price,sold\nUlm,1,2024-01-01\n', 'unknown_column', ''],
];

test.each(misfits)('an append of %s is refused whole', async (_what, type, content, fault, pointer) => {
  const path = `/projects/${project}/tables/base`;
  const answer = await service.call('POST', `${path}/rows`, content, { 'content-type': type });
  expect(answer.body).toMatchObject({ status: 422, code: 'rows_do_not_fit', errors: [{ code: fault, pointer }] });
  expect((await service.call('GET', path)).body.row_count).toBe(2);
});

const part = (name: string, file: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"; filename="${file}"\r\n\r\na,b\n1,2\n\r\n`;

const forms: [what: string, type: string, body: string, status: number, code: string][] = [
  ['without a boundary', 'multipart/form-data', part('file', 'a.csv'), 400, 'malformed_request'],
  ['with another boundary', 'multipart/form-data; boundary=y', part('file', 'a.csv'), 400, 'malformed_request'],
  [
    'of two files',
    'multipart/form-data; boundary=x',
    `${part('file', 'a.csv')}${part('more', 'b.csv')}--x--\r\n`,
    400,
    'invalid_input',
  ],
  ['of nothing', 'multipart/form-data; boundary=x', '--x--\r\n', 400, 'invalid_input'],
];

test.each(forms)('a form %s is refused', async (_what, type, content, status, code) => {
  const answer = await upload(type, content);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test('the name of a file cannot climb', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const body = `${part('file', '../../../etc/cron.csv')}--x--\r\n`;
  const answer = await rawCall(service, 'POST', `/projects/${project}/tables`, { headers, body });
  expect([answer.status, answer.body.name]).toEqual([201, 'cron']);
});
