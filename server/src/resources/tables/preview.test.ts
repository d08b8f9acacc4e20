import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;
let project: string;
beforeAll(async () => {
  service = await startTestService({ SIBYL_MAX_UPLOAD_BYTES: '2000000' });
  project = await service.project();
});
afterAll(() => service.stop());

const csv = { 'content-type': 'text/csv' };

async function preview(content: string | Uint8Array, query = '', headers: Record<string, string> = csv) {
  return service.call('POST', `/projects/${project}/tables/preview?${query}`, content, headers);
}

it('shows what an upload would read, with its options, and keeps nothing', async () => {
  const file = 'Rents;;\ncity;rent;since\nBonn;1,5;03.04.2020\nRome;;04.05.2021\n';
  const { status, body } = await preview(file, 'rows=1');
  expect(status).toBe(200);
  expect(body).toMatchObject({ row_count: 2, rows: [{ city: 'Bonn', rent: 1.5, since: '2020-04-03' }] });
  expect(body.rows).toHaveLength(1);
  expect(body.dialect).toMatchObject({ format: 'csv', delimiter: ';', header: true });
  expect(body.warnings).toContainEqual(expect.objectContaining({ code: 'title_rows' }));
  const uploaded = await service.call('POST', `/projects/${project}/tables?name=rents`, file, csv);
  const { columns, dialect, warnings, row_count } = uploaded.body;
  expect({ columns, dialect, warnings, row_count, rows: body.rows }).toEqual(body);
  const asText = await preview(file, 'decimal=.&types=%7B%22since%22:%22text%22%7D');
  expect(asText.body.rows[0]).toEqual({ city: 'Bonn', rent: '1,5', since: '03.04.2020' });
  const tables = await service.call('GET', `/projects/${project}/tables`);
  expect(tables.body.map(({ name }: { name: string }) => name)).toEqual(['rents']);
});

it('leaves out the torn end of the beginning of a file, also within a cell of several lines', async () => {
  const lines = Array.from({ length: 50 }, (_, row) => `${row},"first ${row}\nsecond, ""quoted"""`);
  const file = `n,text\n${lines.join('\n')}\n`;
  for (const end of [file.length - 1, file.length - 4, file.length - 12, file.length - 18, file.length - 25]) {
    const { status, body } = await preview(file.slice(0, end), 'cut=true&rows=200');
    expect(status, String(end)).toBe(200);
    expect([48, 49], String(end)).toContain(body.row_count);
    expect(body.rows.at(-1).text).toBe(`first ${body.row_count - 1}\nsecond, "quoted"`);
  }
  expect((await preview(file.slice(0, -25))).body).toMatchObject({ code: 'unreadable_file' });
});

it('reads the beginning of UTF-16, of NDJSON, and of a file of one line', async () => {
  const wide = Buffer.from('\ufeffa;b\n1;ä\n2;ö\n3', 'utf16le');
  expect((await preview(wide, 'cut=true')).body.rows).toEqual([
    { a: 1, b: 'ä' },
    { a: 2, b: 'ö' },
  ]);
  const bytes = { 'content-type': 'application/octet-stream' };
  expect((await preview('{"a": 1}\n{"a": 2}\n{"a"', 'cut=true', bytes)).body.rows).toEqual([{ a: 1 }, { a: 2 }]);
  expect((await preview('a,b', 'cut=true')).status).toBeLessThan(500);
});

it('says what is wrong with a file, an option and an address', async () => {
  expect((await preview('a,b\n1,2,3\n4\n')).body).toMatchObject({ code: 'unreadable_file', status: 400 });
  const misfit = await preview('a\nx\n', 'types=%7B%22a%22:%22integer%22%7D');
  expect(misfit.body).toMatchObject({ code: 'rows_do_not_fit', status: 422 });
  const open = `a,b\n1,"2\n${'3,4\n'.repeat(1000)}`;
  expect((await preview(open, 'cut=true')).body).toMatchObject({ code: 'unreadable_file' });
  for (const query of ['rows=0', 'rows=201', 'cut=perhaps', 'name=x', 'replace=true', 'delimiter=ab'])
    expect((await preview('a,b\n1,2\n', query)).status, query).toBe(400);
  expect((await preview('x'.repeat(2_100_000))).body).toMatchObject({ code: 'upload_too_large' });
  const nowhere = await service.call('POST', '/projects/none/tables/preview', 'a\n1\n', csv);
  expect(nowhere.body).toMatchObject({ code: 'project_not_found' });
});

it('needs no second worker for the rows that it shows', async () => {
  await preview('a,b\n1,2\n');
  const { text } = await service.call('GET', '/metrics');
  expect(text).toMatch(/sibyl_data_processes\{pool="imports",state="idle"\} 1/);
  expect(text).toMatch(/sibyl_data_processes\{pool="reads",state="idle"\} 0/);
});
