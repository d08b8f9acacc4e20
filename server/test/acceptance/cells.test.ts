import { createRandom } from '@sibyl/engine/random.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestService } from '../service.ts';
import { shareTestService } from '../shared-service.ts';
import { trainModel } from './trained.ts';

let service: TestService;
let project: string;

beforeAll(async () => {
  service = await shareTestService();
  project = await service.project();
});
afterAll(() => service.stop());

const csv = { 'content-type': 'text/csv' };

function post(rest: string, body: unknown, headers?: Record<string, string>) {
  return service.call('POST', `/projects/${project}/${rest}`, body, headers);
}

async function upload(name: string, text: string, query = ''): Promise<void> {
  const { status, text: answer } = await post(`tables?name=${name}${query}`, text, csv);
  if (status !== 201) throw new Error(answer);
}

async function train(name: string, target: string, from: object = { table: name }): Promise<void> {
  const { body } = await trainModel(service, project, name, { target, from });
  expect(body).toMatchObject({ status: 'complete' });
}

/** Returns the predicted target of each row. */
async function answersOf(model: string, rows: object[]): Promise<unknown[]> {
  const { target } = (await service.call('GET', `/projects/${project}/models/${model}`)).body;
  const { status, body, text } = await post(`models/${model}/predict`, rows);
  if (status !== 200) throw new Error(text);
  return body.map((row: Record<string, unknown>) => [row[target], row[`${target}_confidence`], row[`${target}_max`]]);
}

async function rowsOf(table: string, target: string): Promise<Record<string, unknown>[]> {
  const { body } = await service.call('GET', `/projects/${project}/tables/${table}/rows?limit=40`);
  return body.map(({ [target]: _, ...row }: Record<string, unknown>) => row);
}

/** Makes 160 rows, with a random number from 0 to 1 each. */
function makeRows(cells: (row: number, chance: number) => string): string {
  const random = createRandom(3);
  return Array.from({ length: 160 }, (_, row) => cells(row, random())).join('\n');
}

test('a file of decimal commas and days first is asked raw as it is asked typed', async () => {
  const lines = makeRows((row, chance) => {
    const size = (1 + chance * 9).toFixed(3).replace('.', ',');
    const day = `${String(1 + (row % 28)).padStart(2, '0')}/${String(1 + (row % 12)).padStart(2, '0')}/2021`;
    const price = (100 * (1 + chance * 9) + (row % 12)).toFixed(2).replace('.', ',');
    return `${size};${day};${['none', 'mild', 'NA', ''][row % 4]};${price}`;
  });
  await upload('comma', `size;day;sev;price\n${lines}\n`);
  await train('comma', 'price');
  const typed = await rowsOf('comma', 'price');
  const raw = lines
    .split('\n')
    .slice(0, 40)
    .map((line) => {
      const [size, day, sev] = line.split(';');
      return { size, day, sev };
    });
  const answers = await answersOf('comma', typed);
  expect(await answersOf('comma', raw)).toEqual(answers);
  const absent = typed.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== null)));
  expect(await answersOf('comma', absent)).toEqual(answers);
});

test('a cell that its column does not read is refused, never guessed', async () => {
  const { status, body } = await post('models/comma/predict', [{ size: '2.5x', day: '31/31/2021' }]);
  expect(status).toBe(400);
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/0/size', '/0/day']);
});

test('appended rows are read as the table was, or refused by place', async () => {
  const added = await post('tables/comma/rows', 'size;day;sev;price\n1,234;03/04/2021;none;5,5\n', csv);
  expect(added.status).toBe(200);
  const { body } = await service.call('GET', `/projects/${project}/tables/comma/rows?limit=1&cursor=160`);
  expect(body).toEqual([{ size: 1.234, day: '2021-04-03', sev: 'none', price: 5.5 }]);
  const refused = await post('tables/comma/rows', '[{"size":"1,5","day":"2021-13-01","sev":"x","price":1}]', {
    'content-type': 'application/json',
  });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toMatchObject([{ code: 'cell_does_not_fit', pointer: '/0/day' }]);
});

test('an ambiguous date appended to dates with the year first is refused, by place', async () => {
  await upload('days', 'd,k\n2020-04-03,1\n');
  const { status, body } = await post('tables/days/rows', '[{"d":"03/04/2021","k":2}]', {
    'content-type': 'application/json',
  });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ code: 'cell_does_not_fit', pointer: '/0/d' }]);
});

test('numbers of rows in a request are what they are, also beside a decimal comma', async () => {
  const random = createRandom(5);
  const rows = Array.from({ length: 200 }, () => {
    const [a, b] = [1 + random() * 99, random() * 10].map((value) => Number(value.toFixed(3)));
    return { a, b: String(b).replace('.', ','), y: a * 2 + b };
  });
  await train('typed', 'y', { rows });
  const { body } = await post('models/typed/predict', [
    { a: 22.529, b: '7,5' },
    { a: 22.529, b: 7.5 },
  ]);
  expect(body[0].y).toBe(body[1].y);
  expect(Math.abs(body[0].y - 52.6)).toBeLessThan(8);
});

test('none is a class as mild and severe are, and truths of one class are equal however they are written', {
  tags: 'long',
}, async () => {
  const lines = makeRows(
    (row, chance) => `${row % 3 === 0 ? 'none' : row % 3 === 1 ? 'mild' : 'severe'},${(row % 3) + chance / 3}`,
  );
  await upload('severity', `sev,x\n${lines}\n`);
  await train('severity', 'sev');
  const [row] = (await post('models/severity/predict', [{ x: 0.1, sev: 'NONE' }])).body;
  expect(row).toMatchObject({ sev: 'none', sev_anomaly: false });
  expect(Object.keys(row.sev_probabilities)).toEqual(['mild', 'none', 'severe']);

  await upload('left', `left,x\n${makeRows((count, chance) => `${count % 2},${(count % 2) + chance / 3}`)}\n`);
  await train('left', 'left');
  const truths = (
    await post(
      'models/left/predict',
      [true, 1, '1', ' 1 ', 'true'].map((left) => ({ x: 1.1, left })),
    )
  ).body;
  expect(truths.map((answer: Record<string, unknown>) => answer.left_anomaly)).toEqual(Array(5).fill(false));
});

test('a category is found however it is spelt, codes said to be text stay apart, and nested values are asked as they are', async () => {
  const cities = ['Málaga', 'New York', 'Paris'];
  const lines = makeRows(
    (row) =>
      `${cities[row % 3]},${['007', '07', '7'][row % 3]},"{""a"": [1, ${row % 3}]}",${(row % 3) * 100 + (row % 5)}`,
  );
  await upload('spelt', `city,zip,nested,y\n${lines}\n`, `&types=${encodeURIComponent('{"zip":"text"}')}`);
  await train('spelt', 'y');
  const [plain] = await answersOf('spelt', [{ city: 'Málaga' }]);
  const spellings = ['málaga', 'MÁLAGA', '"Málaga"', "'Málaga'", 'Ma\u0301laga', ' Málaga '];
  expect(
    await answersOf(
      'spelt',
      spellings.map((city) => ({ city })),
    ),
  ).toEqual(spellings.map(() => plain));
  const [york, wide] = await answersOf('spelt', [{ city: 'New York' }, { city: 'new  york' }]);
  expect(wide).toEqual(york);
  const zips = await answersOf(
    'spelt',
    ['007', '07', '7', 7].map((zip) => ({ zip })),
  );
  expect(zips[3]).toEqual(zips[2]);
  const rows = await rowsOf('spelt', 'y');
  const raw = rows.map(({ nested, ...row }) => ({ ...row, nested: JSON.stringify(nested, null, 1) }));
  expect(await answersOf('spelt', raw)).toEqual(await answersOf('spelt', rows));
});

test('cells in single quotes are the bare categories where only those are known', { tags: 'long' }, async () => {
  const kinds = ["'<0'", "'0<=X<200'", "'>=200'"];
  const lines = makeRows((row, chance) => `${kinds[row % 3]},${(row % 3) * 10 + chance}`);
  await upload('arff', `checking,y\n${lines}\n`);
  await train('arff', 'y');
  const quoted = await answersOf(
    'arff',
    kinds.map((checking) => ({ checking })),
  );
  const bare = await answersOf(
    'arff',
    kinds.map((checking) => ({ checking: checking.slice(1, -1) })),
  );
  expect(quoted).toEqual(bare);
  expect(new Set(quoted.map(String)).size).toBe(3);
});

test('a third word in a column of yes and no is an unseen value, told and refused as any other', async () => {
  const lines = makeRows((row, chance) => `${row % 2 ? 'yes' : 'no'},${chance.toFixed(3)},${(row % 2) * 100 + chance}`);
  await upload('two', `member,x,y\n${lines}\n`);
  await train('two', 'y');
  const [maybe, absent] = (await post('models/two/predict', [{ member: 'maybe', x: 0.5 }, { x: 0.5 }])).body;
  expect(maybe.y).toBe(absent.y);
  const explained = JSON.parse(maybe.y_explain);
  expect(explained).toMatchObject({ unknown_inputs: ['member'], unseen_values: { member: 'maybe' } });
  expect(JSON.parse(absent.y_explain).unseen_values).toBeUndefined();
  const refused = await post('models/two/predict', {
    data: [{ member: 'maybe', x: 0.5 }],
    params: { missing: 'refuse' },
  });
  expect(refused.status).toBe(400);
  const known = (await post('models/two/predict', [{ member: 'Y', x: 0.5 }])).body[0];
  expect(JSON.parse(known.y_explain).unseen_values).toBeUndefined();
});

test('rows of a query go into predict as they are: nested values, dates, moments and integers beyond 2^53', async () => {
  const lines = makeRows((row, chance) => {
    const day = `2021-0${1 + (row % 9)}-1${row % 9}`;
    const long = 9_007_199_254_740_993n + BigInt(row * 1000);
    return `${day},${day} 10:${10 + (row % 50)},${long},"{""a"": [1, ${row % 3}]}",${chance.toFixed(3)},${row + chance}`;
  });
  const types = encodeURIComponent('{"long":"integer"}');
  await upload('asked', `day,moment,long,nested,x,y\n${lines}\n`, `&types=${types}`);
  await train('asked', 'y');
  const { status, body, text } = await post('query', { sql: 'SELECT * EXCLUDE (y) FROM asked LIMIT 40' });
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  expect(body.rows[0]).toMatchObject({ day: '2021-01-10', long: '9007199254740993', nested: { a: [1, 0] } });
  expect(await answersOf('asked', body.rows)).toEqual(await answersOf('asked', await rowsOf('asked', 'y')));
});

test('a number of JSON is no date and a date has no time of the day, appended and asked alike', async () => {
  const lines = makeRows((row, chance) => `2021-0${1 + (row % 9)}-1${row % 9},${row},${row + chance}`);
  await upload('dated', `day,x,y\n${lines}\n`);
  await train('dated', 'y');
  const json = { 'content-type': 'application/json' };
  for (const day of [1_610_323_200_000, '2021-01-11 10:30', '2021-01-11T00:00:01Z', true]) {
    const asked = await post('models/dated/predict', [{ day, x: 1 }]);
    expect([asked.status, asked.body.errors?.[0].pointer]).toEqual([400, '/0/day']);
    const appended = await post('tables/dated/rows', JSON.stringify([{ day, x: 1, y: 1 }]), json);
    expect([appended.status, appended.body.errors?.[0].pointer]).toEqual([422, '/0/day']);
  }
  const [plain, midnight] = await answersOf('dated', [
    { day: '2021-01-11', x: 1 },
    { day: '2021-01-11T00:00:00Z', x: 1 },
  ]);
  expect(midnight).toEqual(plain);
  const appended = await post('tables/dated/rows', '[{"day":"2021-01-11T00:00:00Z","x":1,"y":1}]', json);
  expect(appended.status).toBe(200);
});

test('objects in a column are told of at the upload, with a query that takes their fields out', async () => {
  const lines = [18, 44, 30].map((age, row) =>
    JSON.stringify({ user: { id: `u${row}`, age, vip: row === 1, address: { zip: '1' } }, tags: ['a'], n: row }),
  );
  const json = { 'content-type': 'application/x-ndjson' };
  const { body } = await post('tables?name=visitors', lines.join('\n'), json);
  expect(body.warnings).toMatchObject([{ code: 'nested_column', column: 'user' }]);
  const select = /SELECT .*(?=\.$)/.exec(body.warnings[0].detail)?.[0];
  const asked = await post('query', { sql: `${select} FROM visitors` });
  expect(asked.body.rows[1]).toMatchObject({ id: 'u1', age: 44, vip: true, n: 1 });
});

test('a query with a name that needs quotes is refused with how to write it', async () => {
  const { body } = await post('query', { sql: 'select unit price from sold' });
  expect(body.code).toBe('query_failed');
  const told = await post('query', { sql: 'select Umsatz 2024 from sold' });
  expect(told.body.detail).toMatch(/syntax error .* stands in double quotes/);
});
