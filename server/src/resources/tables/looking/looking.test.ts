import { createRandom } from '@sibyl/engine/random.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';

const csv = { 'content-type': 'text/csv' };
const chance = (row: number, salt: number) => ((row * 7919 + salt * 104729) % 1009) / 1009;
/** Films: what is taken at home is a part of what is taken in the world; the studio's code tells the genre, a fee who left. */
const film = (row: number) => {
  const lost = row % 11 === 0 ? row + 1 : 0;
  const home = Math.round(1000 * chance(row, 1));
  const genre = ['drama', 'comedy', 'horror'][row % 3];
  const world = row % 9 === 0 ? home : home + Math.round(700 * chance(row, 2));
  return `film ${row},${genre},${genre.slice(0, 2)}-${row % 2},${home},${world},${row % 4 === 0 ? '' : row % 50},2020-01-${String(1 + (row % 28)).padStart(2, '0')},${lost},${lost > 0}`;
};

let service: TestService;
let table: string;

beforeAll(async () => {
  service = await shareTestService();
  table = `/projects/${await service.project()}/tables/films`;
  const rows = Array.from({ length: 300 }, (_, row) => film(row));
  const text = `title,genre,code,home,world,"rating ""stars""",shown,fee,left\n${[...rows, ...rows.slice(0, 5), rows[0]].join('\n')}\n`;
  const made = await service.call('POST', `${table.replace('/films', '')}?name=films`, text, csv);
  expect(made.status, made.text).toBe(201);
});
afterAll(() => service.stop());

const look = async (what: string, query = '') => (await service.call('GET', `${table}/${what}${query}`)).body;
const named = (...columns: string[]) => `?columns=${encodeURIComponent(JSON.stringify(columns))}`;

it('profiles columns: mean, quartiles, missing cells, the most frequent values, a histogram', async () => {
  const [genre, home, rating, shown] = await look('profile', named('genre', 'home', 'rating "stars"', 'shown'));
  expect(genre).toMatchObject({ type: 'text', rows: 306, missing: 0, distinct: 3, mean: null, histogram: [] });
  expect(genre.top).toEqual([
    { value: 'drama', count: 103 },
    { value: 'comedy', count: 102 },
    { value: 'horror', count: 101 },
  ]);
  const homes = [...Array(300).keys(), 0, 1, 2, 3, 4, 0].map((row) => Math.round(1000 * chance(row, 1)));
  const mean = homes.reduce((sum, one) => sum + one, 0) / 306;
  expect(home.mean).toBeCloseTo(mean, 9);
  expect(home.standard_deviation).toBeCloseTo(
    Math.sqrt(homes.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 305),
    9,
  );
  const sorted = homes.toSorted((a, b) => a - b);
  expect(home.median).toBe((sorted[152] + sorted[153]) / 2);
  expect([home.min, home.max, home.histogram.length]).toEqual([sorted[0], sorted[305], 20]);
  expect(home.histogram.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(306);
  expect(rating).toMatchObject({ column: 'rating "stars"', missing: 78 });
  expect(rating.top[0]).toEqual({ value: 1, count: 7 });
  expect(shown).toMatchObject({ type: 'date', mean: null, min: '2020-01-01', q25: '2020-01-07' });
  expect(await look('profile')).toHaveLength(9);
});

it('correlates numbers, and finds equal rows', async () => {
  const [closest] = await look('correlations');
  expect(closest).toMatchObject({ column: 'home', with: 'world', rows: 306 });
  expect(closest.correlation).toBeGreaterThan(0.4);
  expect(await look('correlations', named('home', 'genre'))).toEqual([]);
  expect(await look('duplicates')).toMatchObject({
    rows: 306,
    sets: 5,
    duplicate_rows: 6,
    examples: [{ copies: 3 }, {}, {}, {}, {}],
  });
  expect(await look('duplicates', named('genre'))).toMatchObject({
    sets: 3,
    duplicate_rows: 303,
    examples: [{ copies: 103, row: { genre: 'drama' } }, {}, {}],
  });
});

it('correlates those of many columns that are closest to a target', async () => {
  const columns = Array.from({ length: 70 }, (_, column) => `c${column}`);
  const lines = Array.from({ length: 40 }, (_, row) =>
    columns.map((_, column) => (column === 69 ? chance(row, 68) + row / 1e6 : chance(row, column))).join(','),
  );
  const wide = table.replace('films', 'wide');
  const made = await service.call(
    'POST',
    `${table.replace('/films', '')}?name=wide`,
    `${columns}\n${lines.join('\n')}\n`,
    csv,
  );
  expect(made.status, made.text).toBe(201);
  const found = (await service.call('GET', `${wide}/correlations?target=c68`)).body;
  expect(found).toContainEqual(expect.objectContaining({ column: 'c68', with: 'c69' }));
  expect(found).toHaveLength((60 * 59) / 2);
  expect((await service.call('GET', `${wide}/hints?target=c68`)).body).toContainEqual(
    expect.objectContaining({ column: 'c69' }),
  );
  expect((await service.call('GET', `${wide}/profile`)).body).toHaveLength(70);
  const first = (await service.call('GET', `${wide}/correlations`)).body;
  expect(first.some(({ with: other }: { with: string }) => other === 'c69')).toBe(false);
});

it('hints at columns that may give the target away', async () => {
  const [part] = await look('hints', '?target=world');
  expect(part).toMatchObject({ code: 'part_of_a_sum', column: 'home' });
  expect(part.detail).toContain('home is never more than world');
  expect(await look('hints', '?target=genre')).toMatchObject([{ code: 'in_one_column', column: 'code', share: 1 }]);
  expect(await look('hints', '?target=left')).toMatchObject([{ code: 'in_one_column', column: 'fee' }]);
  expect(await look('hints', `?target=${encodeURIComponent('rating "stars"')}`)).toEqual([]);
});

it('hints at nothing that only tells rows apart: chance in twenty rows, and one row far out', async () => {
  const all = table.replace('/films', '');
  const random = createRandom(4);
  const people = Array.from(
    { length: 20 },
    () => `${150 + 50 * random()},${50 + 40 * random()},${random() < 0.5 ? 'M' : 'F'}`,
  );
  const bookings = Array.from(
    { length: 120 },
    (_, row) => `payee ${row % 11},${100 * random()},${50 * random()},${row}`,
  );
  const tables = {
    people: `height,weight,sex\n${people.join('\n')}\n`,
    bookings: `payee,amount,balance,number\n${bookings.join('\n')}\nSum,1e6,1e6,7\n`,
  };
  for (const [name, text] of Object.entries(tables)) {
    const made = await service.call('POST', `${all}?name=${name}`, text, csv);
    expect(made.status, made.text).toBe(201);
  }
  const hints = async (name: string, target: string) =>
    (await service.call('GET', `${all}/${name}/hints?target=${target}`)).body;
  expect(await hints('people', 'sex')).toEqual([]);
  expect(await hints('people', 'weight')).toEqual([]);
  expect(await hints('bookings', 'amount')).toEqual([]);
});

it('keeps the columns that were chosen, of a file and of rows that are appended', async () => {
  const all = table.replace('/films', '');
  const columns = encodeURIComponent('["home","genre"]');
  const text = `title,genre,home\n${Array.from({ length: 9 }, (_, row) => `film ${row},drama,${row}`).join('\n')}\n`;
  const made = await service.call('POST', `${all}?name=short&columns=${columns}`, text, csv);
  expect(made.body.columns.map(({ name }: { name: string }) => name)).toEqual(['genre', 'home']);
  const more = await service.call('POST', `${all}/short/rows?columns=${columns}`, text, csv);
  expect([more.status, more.body.row_count], more.text).toEqual([200, 18]);
  const wrong = await service.call('POST', `${all}?name=other&columns=["gender"]`, text, csv);
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('no column \\"gender\\"')]);
  const twice = await service.call('POST', `${all}?name=other&columns=["home","home"]`, text, csv);
  expect(twice.body).toMatchObject({ status: 400, detail: expect.stringContaining('"home" twice') });
  const words = await service.call('POST', `${all}?name=other&columns=genre`, text, csv);
  expect([words.status, words.body.errors[0].pointer]).toEqual([400, '/columns']);
});

it('names what is wrong, and shows nothing of another project', async () => {
  const answers = await Promise.all([
    service.call('GET', `${table}/profile?columns=home`),
    service.call('GET', `${table}/profile${named('hom')}`),
    service.call('GET', `${table}/hints`),
    service.call('GET', `/projects/${await service.project()}/tables/films/profile`),
  ]);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [400, 'invalid_input'],
    [422, 'column_not_found'],
    [400, 'invalid_input'],
    [404, 'table_not_found'],
  ]);
});
