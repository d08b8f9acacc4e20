import iconv from 'iconv-lite';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';

const rows = Array.from({ length: 60 }, (_, index) => ({
  rooms: index % 5,
  city: ['Oslo', 'Bergen', 'Hamar'][index % 3],
  price: 1000 + 300 * (index % 5) + 50 * (index % 3) + (index % 7),
}));
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const parquet = 'application/vnd.apache.parquet';

describe('rows that come as a file', () => {
  let service: TestService;
  let predict: string;

  beforeAll(async () => {
    service = await shareTestService();
    const models = `/projects/${await service.project()}/models`;
    predict = `${models}/rent/predict`;
    const options = { effort: 'quick' };
    await service.call('POST', models, { name: 'rent', target: 'price', from: { rows }, options });
    await service.until(`${models}/rent`, ({ body }) => body.status === 'complete');
  });
  afterAll(() => service.stop());

  const ask = (body: string | Uint8Array, type: string, accept = '*/*', query = '') =>
    service.call('POST', predict + query, body, { 'content-type': type, accept });
  const asJson = async (body: unknown) => (await service.call('POST', predict, body)).body as Record<string, unknown>[];
  const askBytes = async (body: string | Uint8Array<ArrayBuffer>, type: string, accept: string) => {
    const headers = { 'content-type': type, accept };
    const answer = await fetch(service.url + predict, { method: 'POST', body, headers });
    expect(answer.status).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  };

  it('answers CSV with its columns as sent and the figures of the JSON answer', async () => {
    const [first, second] = await asJson([{ rooms: '2', city: 'Oslo' }, { rooms: '4' }]);
    const answer = await ask('id;city;rooms\n007;Oslo;2\n8;;4\n', 'text/csv', '*/*', '?unknown_columns=ignore');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, one, two] = answer.text.trimEnd().split('\n');
    expect(header).toBe('id;city;rooms;price;price_confidence;price_min;price_max;price_remarks');
    expect(one).toBe(`007;Oslo;2;${shown(first.price)};0.9;${shown(first.price_min)};${shown(first.price_max)};`);
    expect(two).toBe(
      `8;;4;${shown(second.price)};0.9;${shown(second.price_min)};${shown(second.price_max)};not given: city`,
    );
  });

  it('answers a CSV with decimal commas in the dialect in which it came, which reads back as the same figures', async () => {
    const tables = predict.replace('/models/rent/predict', '/tables');
    const models = predict.replace('/rent/predict', '');
    const german = rows.map(
      ({ rooms, city, price }) => `${rooms},5;${city};${(price + 0.25).toLocaleString('de-DE')} €`,
    );
    const head = 'rooms;city;price\n';
    await service.call('POST', `${tables}?name=report`, `${head}${german.join('\n')}\n`, {
      'content-type': 'text/csv',
    });
    const options = { effort: 'quick' };
    await service.call('POST', models, { name: 'report', target: 'price', from: { table: 'report' }, options });
    await service.until(`${models}/report`, ({ body }) => body.status === 'complete');
    const asked = async (type: string) =>
      service.call('POST', `${models}/report/predict`, 'rooms;city\n2,5;Oslo\n4,5;Hamar\n', {
        'content-type': 'text/csv',
        accept: type,
      });
    const [first] = (await asked('application/json')).body;
    const comma = (value: number) => shown(value).replace('.', ',');
    const { text } = await asked('text/csv');
    expect(text.split('\n')[1]).toBe(
      `2,5;Oslo;${comma(first.price)};0,9;${comma(first.price_min)};${comma(first.price_max)};`,
    );
    await service.call('POST', `${tables}?name=answers`, text, { 'content-type': 'text/csv' });
    const kept = await service.call('GET', `${tables}/answers/rows`);
    expect(kept.body[0]).toMatchObject({ rooms: 2.5, price: first.price, price_confidence: 0.9 });
    // A comma between cells makes quotes necessary, and the mark stays.
    const quoted = await service.call('POST', `${models}/report/predict`, 'rooms,city\n"2,5",Oslo\n', {
      'content-type': 'text/csv',
    });
    expect(quoted.text.split('\n')[1]).toContain(`"2,5",Oslo,"${comma(first.price)}","0,9"`);
  });

  it.each(['~', '||'])('answers a file with %s between its cells', async (delimiter) => {
    const text = `rooms,city\n2,Oslo\n`.replaceAll(',', delimiter);
    const answer = await ask(text, 'text/csv', '*/*', `?delimiter=${encodeURIComponent(delimiter)}`);
    expect(answer.status, answer.text).toBe(200);
    const written = delimiter === '~' ? '~' : ',';
    expect(answer.text.split('\n')[1].startsWith(['2', 'Oslo', ''].join(written)), answer.text).toBe(true);
  });

  it('answers a German file in its encoding, its cells unchanged, through every door', async () => {
    const [tables, models] = ['/tables', '/models'].map((end) => predict.replace('/models/rent/predict', end));
    const cities = ['Köln', 'Münster', 'Gießen'];
    const lines = Array.from({ length: 60 }, (_, row) => {
      const price = 1000 + 300 * (row % 5) + (row % 7);
      return `${String((row % 28) + 1).padStart(2, '0')}.03.2024;${row % 5},50;"${cities[row % 3]}";${price},${row % 2 ? 25 : '00'}`;
    });
    const text = `Tag;Fläche;Straße;Preis\r\n${lines.join('\r\n')}\r\n`;
    const bytesIn = (encoding: string, addBOM: boolean) => new Uint8Array(iconv.encode(text, encoding, { addBOM }));
    const read = async (answer: globalThis.Response, encoding: string, hasMark: boolean) => {
      expect(answer.headers.get('content-type')).toBe(`text/csv; charset=${encoding}`);
      const decoded = iconv.decode(Buffer.from(await answer.arrayBuffer()), encoding, { stripBOM: false });
      expect(decoded.startsWith('\ufeff')).toBe(hasMark);
      return decoded.replace('\ufeff', '').trimEnd().split('\r\n');
    };
    const csv = { 'content-type': 'text/csv' };
    await service.call('POST', `${tables}?name=miete`, bytesIn('windows-1252', false), csv);
    const trained = { name: 'miete', target: 'Preis', from: { table: 'miete' }, options: { effort: 'quick' } };
    await service.call('POST', models, trained);
    await service.until(`${models}/miete`, ({ body }) => body.status === 'complete');
    const answerIn = async (encoding: string, addBOM: boolean) => {
      const request = { method: 'POST', body: bytesIn(encoding, addBOM), headers: csv };
      return read(await fetch(`${service.url}${models}/miete/predict`, request), encoding, addBOM);
    };
    const sent = await answerIn('windows-1252', false);
    expect(sent[0]).toMatch(/^Tag;Fläche;Straße;Preis;Preis_predicted;Preis_confidence;/);
    expect(sent.slice(1).map((cells) => cells.split(';').slice(0, 4).join(';'))).toEqual(lines);
    expect(sent[1].split(';')[4]).toMatch(/^\d+,\d+$/);
    expect(await answerIn('utf-16le', true)).toEqual(sent);
    expect(await answerIn('utf-8', true)).toEqual(sent);
    await service.call('POST', `${tables}?name=mit_zeichen`, bytesIn('utf-8', true), csv);
    for (const [table, encoding] of [
      ['miete', 'windows-1252'],
      ['mit_zeichen', 'utf-8'],
    ]) {
      const { id } = (await service.call('POST', `${models}/miete/predictions`, { from: { table } })).body;
      const batch = `${models}/miete/predictions/${id}`;
      await service.until(batch, ({ body }) => body.status === 'complete');
      await service.call('DELETE', `${tables}/${table}?permanently=true`);
      const downloaded = await fetch(`${service.url}${batch}/download?format=csv`);
      expect(await read(downloaded, encoding, table === 'mit_zeichen')).toEqual(sent);
    }
  });

  it('answers a batch of a table as R or pandas wrote its file: quotes, names in quotes, NA', async () => {
    const [tables, batches] = ['/tables', '/models/rent/predictions'].map((end) =>
      predict.replace('/models/rent/predict', end),
    );
    const files = {
      r: ['"rooms","city"', '1,"Oslo"', 'NA,"Bergen"', '3,NA'],
      all: ['"rooms","city"', '"1","Oslo"', '"2","Ber""gen"'],
      usual: ['rooms,city', '1,Oslo', '2,"Ham,ar"'],
    };
    for (const [name, lines] of Object.entries(files)) {
      await service.call('POST', `${tables}?name=${name}`, `${lines.join('\n')}\n`, { 'content-type': 'text/csv' });
      const { id } = (await service.call('POST', batches, { from: { table: name } })).body;
      await service.until(`${batches}/${id}`, ({ body }) => body.status === 'complete');
      const { text } = await service.call('GET', `${batches}/${id}/download?format=csv`);
      const got = text.trimEnd().split('\n');
      expect(got.map((line, at) => line.slice(0, lines[at].length))).toEqual(lines);
      expect(got[1]).toMatch(name === 'all' ? /,"\d+(\.\d+)?","0\.9",/ : /,\d+(\.\d+)?,0\.9,/);
    }
  });

  it('gives a file back byte for byte, with its figures behind each record', async () => {
    const records = ['rooms,"city"', ' 2.50,"Os""lo"', '', '"3",Oslo', '1,"Os\r\nlo"', '+4,=1+1'];
    const answer = async (query: string) => {
      const body = records.join('\r\n');
      const request = { method: 'POST', body, headers: { 'content-type': 'text/csv' } };
      return (await fetch(`${service.url}${predict}${query}`, request)).text();
    };
    const text = await answer('');
    expect(text).not.toMatch(/[^\r]\n/);
    for (const record of records) expect(text).toContain(record);
    expect(text.split('\r\n')).toHaveLength(records.join('\r\n').split('\r\n').length);
    expect(await answer('?formulas=escape')).toContain("\r\n+4,'=1+1,");
  });

  it('gives cells of strangers back as texts where a spreadsheet would run them, and numbers as numbers', async () => {
    const cells = ['=1+1', '+cmd|calc', '-2+3', '@SUM(1)', '\t=1', '-4', '+47 22 33', 'Oslo'];
    const lines = cells.map((cell) => `"2","${cell}"`);
    const upload = (query: string, accept: string) =>
      fetch(`${service.url}${predict}${query}`, {
        method: 'POST',
        body: `rooms,city\n${lines.join('\n')}\n`,
        headers: { 'content-type': 'text/csv', accept },
      });
    const citiesOf = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[1].replaceAll('"', ''));
    expect(citiesOf(await (await upload('?formulas=escape', 'text/csv')).text())).toEqual([
      "'=1+1",
      "'+cmd|calc",
      "'-2+3",
      "'@SUM(1)",
      "'\t=1",
      '-4',
      '+47 22 33',
      'Oslo',
    ]);
    expect(citiesOf(await (await upload('', 'text/csv')).text())).toEqual(cells);
    const book = await JSZip.loadAsync(await (await upload('', sheet)).arrayBuffer());
    const [written] = book.file(/worksheets\/sheet\d+\.xml$/);
    expect(await written.async('text')).toMatch(/<row[\s\S]*<c(?![\s\S]*<f[ >])/);
    expect((await upload('?formulas=run', 'text/csv')).status).toBe(400);
  });

  it('says which decimal mark it reads where a file has the other one', async () => {
    const input = await ask('rooms;city\n2,5;Oslo\n', 'text/csv');
    expect(input.body.detail).toBe(
      'Line 2: rooms must be a number, got "2,5" (texts of this column have a decimal point).',
    );
    const truth = await ask('rooms;city;price\n2;Oslo;abc\n', 'text/csv');
    expect(truth.body.detail).toBe('Line 2: price must be a number, or be left out, got "abc".');
  });

  it('answers a report with titles, and without its total where that is asked for', async () => {
    const report = 'Homes 2026\n\nrooms,city\n2,Oslo\n4,Hamar\nTotal,\n';
    const told = await ask(report, 'text/csv', 'application/json');
    expect(told.body.detail).toMatch(/^Line 6: rooms must be a number, got "Total"/);
    const answer = await ask(report, 'text/csv', 'application/json', '?totals=leave_out');
    expect(answer.body).toEqual(
      await asJson([
        { rooms: '2', city: 'Oslo' },
        { rooms: '4', city: 'Hamar' },
      ]),
    );
  });

  it.each([
    ['units', 'id,city\nA,m\n2,Oslo\n3,Oslo\n'],
    ['names of rows', ',city\nA,\n2,Oslo\n3,Oslo\n'],
    ['a repeated header', 'city,id\nOslo,1\ncity,id\nHamar,2\n'],
    ['totals', 'city,x\na,1\nb,2\nTotal,3\nc,3\nd,4\nTotal,7\n'],
    ['a note', 'city,id\nOslo,1\nHamar,2\nSource: the office,\n'],
  ])('answers rows that look like %s', async (_, file) => {
    const { text } = await ask(file, 'text/csv', '*/*', '?unknown_columns=ignore');
    const lines = file.trimEnd().split('\n');
    expect(text.trimEnd().split('\n')).toEqual(lines.map((line) => expect.stringMatching(`^${line},`)));
  });

  it.each(['text/csv', 'application/json'])('keeps columns that are called like its own: rows as %s', async (type) => {
    const row = { city: 'Oslo', price: '2', price_predicted: 'keep', Price_Min: 'k2' };
    const names = Object.keys(row).join();
    const file = type === 'text/csv' ? `${names}\n${Object.values(row).join()}\n` : JSON.stringify([row]);
    const body = type === 'text/csv' ? file : JSON.stringify({ data: [row], params: { unknown_columns: 'ignore' } });
    const { text } = await ask(body, type, 'text/csv', type === 'text/csv' ? '?unknown_columns=ignore' : '');
    const [header, line] = text.split('\n');
    const figures = 'price_predicted_2,price_confidence,price_min_2,price_max,price_anomaly,price_remarks';
    expect(header).toBe(`${names},${figures}`);
    expect(line).toMatch(/^Oslo,2,keep,k2,\d+\.\d+,0\.9,/);
  });

  it('gives lines back for lines, as for the same rows in JSON', async () => {
    const lines = '{"rooms":2,"city":"Oslo"}\n{"rooms":"4","city":"Hamar"}\n';
    const answer = await ask(lines, 'application/x-ndjson');
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    const told = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).price);
    expect(told).toEqual(
      (
        await asJson([
          { rooms: 2, city: 'Oslo' },
          { rooms: 4, city: 'Hamar' },
        ])
      ).map((row) => row.price),
    );
  });

  it('goes from JSON to a workbook, to Parquet and back to CSV without a change', async () => {
    const asked = [
      { rooms: 2, city: 'Oslo', price: 9000 },
      { rooms: 3.5, city: 'Hamar' },
    ];
    const direct = await ask(JSON.stringify(asked), 'application/json', 'text/csv');
    const book = await askBytes(JSON.stringify(asked.map(({ price: _, ...row }) => row)), 'application/json', sheet);
    const figures = '?unknown_columns=ignore';
    const stored = await fetch(`${service.url}${predict}${figures}`, {
      method: 'POST',
      body: book,
      headers: { 'content-type': sheet, accept: parquet },
    });
    const back = await ask(new Uint8Array(await stored.arrayBuffer()), parquet, 'text/csv', figures);
    const cut = (text: string, figure: string) => {
      const [names, ...lines] = text.split('\n').map((line) => line.split(','));
      return lines.map((line) => [0, 1, names.indexOf(figure)].map((at) => line[at]).join());
    };
    expect(cut(back.text, 'price_predicted_2')).toEqual(cut(direct.text, 'price_predicted'));
    expect(direct.text).toMatch(/^2\.0,Oslo,9000,.*,true,$/m);
  });

  it('adds what each column contributes when that is asked for', async () => {
    const answer = await ask('rooms,city\n2,Oslo\n', 'text/csv', '*/*', '?explain=true');
    const [header, line] = answer.text
      .trimEnd()
      .split('\n')
      .map((text) => text.split(','));
    const figure = (name: string) => Number(line[header.indexOf(name)]);
    const sum = figure('price_base') + figure('price_contribution_rooms') + figure('price_contribution_city');
    expect(sum).toBeCloseTo(figure('price'), 3);
  });

  it('answers classes with a column of probability for each', async () => {
    const models = predict.replace('/rent/predict', '');
    const from = { rows: rows.map(({ rooms, city }) => ({ rooms, city, big: rooms > 2 ? 'yes' : 'no' })) };
    await service.call('POST', models, { name: 'size', target: 'big', from, options: { effort: 'quick' } });
    await service.until(`${models}/size`, ({ body }) => body.status === 'complete');
    const headers = { 'content-type': 'text/csv' };
    const { text } = await service.call('POST', `${models}/size/predict`, 'rooms\n1\n4\n', headers);
    expect(text.split('\n')[0]).toBe('rooms,big,big_confidence,big_probability_no,big_probability_yes,big_remarks');
    expect(text.split('\n').map((line) => line.split(',')[1])).toEqual(['big', 'no', 'yes', undefined]);
  });

  it.each([
    [
      'a cell that is no number, by its line',
      'title\n\nrooms,city\n2,Oslo\nmany,Oslo\n',
      {},
      /Line 5: rooms must be a number/,
    ],
    ['an empty file', '', {}, /empty/],
    ['rows without a header', '2,Oslo\n3,Hamar\n', {}, /names its columns/],
    ['a column that it never saw', 'rooms,town\n2,Oslo\n', {}, /town.*unknown_columns/],
    ['a parameter that is none', 'rooms\n2\n', { query: '?quantile=7' }, /\?quantile must be at most 0.99/],
  ])('refuses %s', async (_name, body, { query }: { query?: string }, detail) => {
    const answer = await ask(body, 'text/csv', '*/*', query);
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringMatching(detail)]);
  });

  it('refuses more rows than a request may have, and a type that holds no rows', async () => {
    const many = await ask(`rooms\n${'1\n'.repeat(100_001)}`, 'text/csv');
    expect(many.body).toMatchObject({ status: 413, code: 'too_many_rows', limit: 100_000 });
    const image = await ask('x', 'image/png');
    expect(image.status).toBe(415);
    const query = await service.call('POST', `${predict}?quantile=0.8`, [{}]);
    expect(query.body.detail).toContain('`params` of the body');
  });
});

/** Formats a number as DuckDB writes it in CSV. */
function shown(value: unknown): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
