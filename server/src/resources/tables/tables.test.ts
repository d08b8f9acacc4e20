import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ SIBYL_MAX_UPLOAD_BYTES: '2000000' });
});
afterAll(() => service.stop());

const csv = { 'content-type': 'text/csv' };
const homes = 'rooms,city,price\n1,Rome,"10,5"\n2,Oslo,\n3,Rome,30\n';

async function upload(
  content: string | Uint8Array = homes,
  query = 'name=homes',
  headers: Record<string, string> = csv,
) {
  const project = await service.project();
  const answer = await service.call('POST', `/projects/${project}/tables?${query}`, content, headers);
  return { project, answer, path: `/projects/${project}/tables/homes` };
}

describe('creating', () => {
  it('answers the record of a table with its columns', async () => {
    const { project, answer } = await upload();
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/projects/${project}/tables/homes`);
    expect(answer.body).toMatchObject({ name: 'homes', project, row_count: 3, id: expect.stringMatching(/^tbl_/) });
    expect(answer.body.dialect).toMatchObject({ format: 'csv', delimiter: ',', quote: '"', header: true });
    expect(answer.body.warnings).toEqual([]);
    expect(answer.body.columns[2]).toEqual({
      name: 'price',
      type: 'number',
      reading: { type: 'number', blanks: [], decimal: ',', group: '.' },
      nulls: 1,
      distinct: 2,
      min: 10.5,
      max: 30,
      examples: [10.5, 30],
    });
  });

  it.each([
    ['text/tab-separated-values', 'a\tb\n1\tx\n'],
    ['application/json', '[{"a": 1, "b": "x"}]'],
    ['application/x-ndjson', '{"a": 1, "b": "x"}\n'],
    ['text/plain', 'a;b\n1;x\n'],
    ['application/octet-stream', '[{"a": 1, "b": "x"}]'],
  ])('takes a raw body of %s', async (type, content) => {
    const { path, answer } = await upload(content, 'name=homes', { 'content-type': type });
    expect(answer.status).toBe(201);
    expect((await service.call('GET', `${path}/rows`)).body).toEqual([{ a: 1, b: 'x' }]);
  });

  it('puts a file in the place of all rows of a table when it is told to, read as a new one is', async () => {
    const { project, answer, path } = await upload();
    const other = 'city;price\nBern;1,5\nKöln;2,25\n';
    const send = (query: string) => service.call('POST', `/projects/${project}/tables?${query}`, other, csv);
    expect(await send('name=homes')).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    const replaced = await send('name=homes&replace=true');
    expect(replaced).toMatchObject({ status: 201, body: { id: answer.body.id, row_count: 2 } });
    expect(replaced.body.dialect).toMatchObject({ delimiter: ';' });
    expect(replaced.body.columns[1]).toMatchObject({ name: 'price', reading: { decimal: ',' } });
    const rows = [
      { city: 'Bern', price: 1.5 },
      { city: 'Köln', price: 2.25 },
    ];
    expect((await service.call('GET', `${path}/rows`)).body).toEqual(rows);
    const sql = { sql: 'select city, price from homes' };
    expect((await service.call('POST', `/projects/${project}/query`, sql)).body.rows).toEqual(rows);
    expect((await service.call('POST', `${path}/rows`, 'Rome;7,5\n', csv)).body).toMatchObject({ row_count: 3 });
    expect(await send('name=others&replace=true')).toMatchObject({ status: 201, body: { name: 'others' } });
    const bad = await service.call('POST', `/projects/${project}/tables?name=homes&replace=true`, 'a,b\n1\n2\n', csv);
    expect([bad.status, (await service.call('GET', `${path}/rows`)).body.length]).toEqual([400, 3]);
  });

  it('takes a tab said in words', async () => {
    const { answer } = await upload('a\tb\n1\tx\n', 'name=homes&delimiter=tab');
    expect(answer.body.columns).toHaveLength(2);
  });

  it('takes a form, the name from the file and what is said from its fields', async () => {
    const project = await service.project();
    const form = new FormData();
    form.set('types', '{"zip": "text"}');
    form.set('file', new Blob(['zip;n\n123;1,5\n']), 'Post codes (2).csv');
    const { status, body } = await service.call('POST', `/projects/${project}/tables`, form);
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Post_codes_2', columns: [{ type: 'text' }, { type: 'number', max: 1.5 }] });
  });

  const refusals: [name: string, content: string, query: string, status: number, code: string][] = [
    ['no name', homes, '', 400, 'invalid_input'],
    ['a bad name', homes, 'name=a%20b', 400, 'invalid_input'],
    ['a name like an ID', homes, 'name=tbl_01ARZ3NDEKTSV4RRFFQ69G5FAV', 400, 'invalid_input'],
    ['a long delimiter', homes, 'name=homes&delimiter=%3A%3B', 400, 'unreadable_file'],
    ['an unknown option', homes, 'name=homes&colour=red', 400, 'invalid_input'],
    ['types that are no JSON', homes, 'name=homes&types=zip', 400, 'invalid_input'],
    ['a type that is none', homes, 'name=homes&types=%7B%22city%22%3A%22string%22%7D', 400, 'invalid_input'],
    ['a type for no column', homes, 'name=homes&types=%7B%22zip%22%3A%22text%22%7D', 400, 'unreadable_file'],
    ['a ragged line', 'a,b\n1\n', 'name=homes', 400, 'unreadable_file'],
    ['a cell not of the said type', homes, 'name=homes&types=%7B%22city%22%3A%22number%22%7D', 422, 'rows_do_not_fit'],
    ['an empty body', '', 'name=homes', 400, 'unreadable_file'],
    ['too much', `a,b\n${'1,2\n'.repeat(600_000)}`, 'name=homes', 413, 'upload_too_large'],
  ];

  it.each(refusals)('refuses %s and leaves nothing', async (_name, content, query, status, code) => {
    const { project, answer } = await upload(content, query);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await service.call('GET', `/projects/${project}/tables`)).body).toEqual([]);
    expect(await readdir(join(service.directory, 'tmp'))).toEqual([]);
  });

  it('refuses a request without any body', async () => {
    const project = await service.project();
    const { status, body } = await service.call('POST', `/projects/${project}/tables?name=homes`);
    expect([status, body.code]).toEqual([400, 'unreadable_file']);
  });

  it.each([
    ['no file', { name: 'homes' }],
    ['a text in place of the file', { name: 'homes', file: 'a,b' }],
    ['an unknown field', { name: 'homes', colour: 'red' }],
  ])('refuses a form with %s', async (_name, fields) => {
    const project = await service.project();
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    const { status, body } = await service.call('POST', `/projects/${project}/tables`, form);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });

  it('refuses a form that breaks off', async () => {
    const project = await service.project();
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const broken = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n1,';
    const { status } = await service.call('POST', `/projects/${project}/tables?name=homes`, broken, headers);
    expect(status).toBe(400);
  });

  it('refuses a form of thousands of empty parts, and reads no more of it', async () => {
    const project = await service.project();
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const { status, body } = await service.call(
      'POST',
      `/projects/${project}/tables?name=homes`,
      `${'--x\r\n\r\n\r\n'.repeat(5000)}--x--\r\n`,
      headers,
    );
    expect([status, body]).toMatchObject([413, { code: 'upload_too_large', limit_name: 'form_parts', limit: 50 }]);
  });

  it('gives one of many creations of a name the table and the others 409', async () => {
    const project = await service.project();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => service.call('POST', `/projects/${project}/tables?name=homes`, homes, csv)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('name_taken');
  });

  it('refuses an unknown project and a taken name before it takes the file in', async () => {
    const { project } = await upload();
    const broken = 'a,b\n1\n'; // as a file this would be refused
    const taken = await service.call('POST', `/projects/${project}/tables?name=homes`, broken, csv);
    const nowhere = await service.call('POST', '/projects/nowhere/tables?name=homes', broken, csv);
    expect([taken.body.code, nowhere.body.code]).toEqual(['name_taken', 'project_not_found']);
  });

  it('drops the import of a client that goes away', async () => {
    const project = await service.project();
    const url = new URL(`${service.url}/projects/${project}/tables?name=homes`);
    const upload = request(url, { method: 'POST', headers: csv });
    upload.on('error', () => {});
    upload.write('a,b\n1,2\n');
    await service.until('/health/live', () => true);
    upload.destroy();
    const folder = join(service.directory, 'tmp');
    await expect.poll(() => readdir(folder)).toEqual([]);
    expect((await service.call('GET', `/projects/${project}/tables`)).body).toEqual([]);
  });
});

describe('reading', () => {
  it('lists, reads by name and by ID, and answers 304 to who knows it', async () => {
    const { project, answer, path } = await upload();
    const byId = await service.call('GET', `/projects/${project}/tables/${answer.body.id}`);
    expect(byId.body).toEqual(answer.body);
    expect((await service.call('GET', `/projects/${project}/tables?search=OME`)).body).toEqual([answer.body]);
    const etag = byId.headers.get('etag') ?? '';
    expect((await service.call('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304);
  });

  it('pages through rows by Link until there is none', async () => {
    const { path } = await upload();
    const rooms: number[] = [];
    let next: string | undefined = `${path}/rows?limit=2`;
    while (next) {
      const page = await service.call('GET', next);
      rooms.push(...page.body.map((row: { rooms: number }) => row.rooms));
      next = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(rooms).toEqual([1, 2, 3]);
  });

  it.each([
    ['rows?limit=0', 400],
    ['rows?limit=x', 400],
    ['rows?cursor=-1', 400],
    ['rows?cursor=abc', 400],
    ['rows?cursor=99999999999999', 200],
    ['rows?order=x', 400],
  ])('answers %s with %d', async (query, status) => {
    const { path } = await upload();
    expect((await service.call('GET', `${path}/${query}`)).status).toBe(status);
  });

  it('tells an unknown project from an unknown table, and keeps projects apart', async () => {
    const { answer } = await upload();
    const other = await service.project();
    expect((await service.call('GET', '/projects/nowhere/tables/homes')).body.code).toBe('project_not_found');
    for (const name of ['homes', answer.body.id]) {
      const { status, body } = await service.call('GET', `/projects/${other}/tables/${name}/rows`);
      expect([status, body.code]).toEqual([404, 'table_not_found']);
    }
  });
});

describe('appending', () => {
  it.each([
    ['CSV', 'city,rooms,price\nBonn,4,"12,5"\n', csv],
    ['a JSON array', '[{"rooms": 4, "city": "Bonn", "price": "12,5"}]', { 'content-type': 'application/json' }],
    ['NDJSON', '{"rooms":4,"city":"Bonn","price":12.5}\n', { 'content-type': 'application/x-ndjson' }],
  ])('adds rows of %s', async (_name, content, headers) => {
    const { path, answer } = await upload();
    const { status, body } = await service.call('POST', `${path}/rows`, content, headers);
    expect([status, body.row_count]).toEqual([200, 4]);
    expect(body.columns[2]).toMatchObject({ nulls: 1, distinct: 3 });
    expect(body.updated_at > answer.body.updated_at).toBe(true);
    expect((await service.call('GET', `${path}/rows?cursor=3`)).body).toEqual([
      { rooms: 4, city: 'Bonn', price: 12.5 },
    ]);
  });

  it.each([
    ['a cell of another type', 'rooms,city,price\n1,x,2\nmany,x,3\n', 422, '/line/3/rooms'],
    ['an unknown column', 'rooms,city,price,more\n1,x,2,3\n', 422, ''],
    ['a missing column', 'rooms,city\n1,x\n', 422, ''],
    ['a ragged line', 'rooms,city,price\n1,x\n', 400, '/line/2'],
  ])('refuses %s as a whole', async (_name, content, status, pointer) => {
    const { path } = await upload();
    const answer = await service.call('POST', `${path}/rows`, content, csv);
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([status, pointer]);
    expect((await service.call('GET', path)).body.row_count).toBe(3);
  });

  it('takes numbers of JSON as they are, whatever the order of their fields and the marks of the column', async () => {
    const project = await service.project();
    const upload = `/projects/${project}/tables?name=sizes`;
    await service.call('POST', upload, 'size;word\n1,5;a\n2,25;b\n', { 'content-type': 'text/csv' });
    const rows = `/projects/${project}/tables/sizes/rows`;
    expect((await service.call('POST', rows, [{ word: 'c', size: 3.125 }])).status).toBe(200);
    expect((await service.call('GET', rows)).body.at(-1)).toMatchObject({ word: 'c', size: 3.125 });
  });

  it('adds all of many appends at once', async () => {
    const { path } = await upload();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        service.call('POST', `${path}/rows`, `rooms,city,price\n${index},x,1\n`, csv),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { body } = await service.call('GET', `${path}/rows`);
    expect(
      body
        .slice(3)
        .map((row: { rooms: number }) => row.rooms)
        .sort(),
    ).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('deleting', () => {
  it('removes the record, its rows and its files', async () => {
    const { path, answer } = await upload();
    await service.call('POST', `${path}/rows`, 'rooms,city,price\n4,x,1\n', csv);
    expect((await service.call('DELETE', `${path}?permanently=true`)).status).toBe(204);
    expect((await service.call('GET', path)).status).toBe(404);
    const files = await readdir(join(service.directory, 'blobs'), { recursive: true });
    expect(files.filter((name) => name.includes(answer.body.id) && name.endsWith('.parquet'))).toEqual([]);
  });

  it('refuses a stale If-Match', async () => {
    const { path } = await upload();
    expect((await service.call('DELETE', path, undefined, { 'if-match': 'W/"old"' })).status).toBe(412);
    expect((await service.call('GET', path)).status).toBe(200);
  });

  it('goes on answering while tables come and go', async () => {
    const { path, project } = await upload();
    const reads = Array.from({ length: 6 }, () => service.call('GET', `${path}/rows`));
    const asks = Array.from({ length: 6 }, () =>
      service.call('POST', `/projects/${project}/query`, { sql: 'SELECT 1 FROM homes' }),
    );
    const gone = service.call('DELETE', path);
    const statuses = (await Promise.all([...reads, ...asks, gone])).map(({ status }) => status);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});
