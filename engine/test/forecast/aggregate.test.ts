import { expect, test } from 'vitest';
import { loadModel } from '../../src/load.ts';
import { aggregates } from '../../src/request.ts';
import type { Column, Table } from '../../src/table.ts';
import { TrainingError, train } from '../../src/train.ts';
import { numberColumn, tableOf, textColumn } from '../tables.ts';

const request = { target: 'y', orderBy: 't', horizon: 2, timeBudgetSeconds: 1 };
const months = Array.from(
  { length: 48 },
  (_, place) => `${2020 + Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`,
);

async function forecast(table: Table, change: object = {}) {
  const model = await train(table, { ...request, ...change });
  const answers = loadModel(model.toBytes()).predict([{}], {}, []);
  if (!answers) throw new Error('no answer');
  const times = answers.unfolding?.cells.map(({ t }) => t);
  return { ...model.description, values: [...answers.values], times };
}

/** Three rows a month, of 1, 2 and 6. */
const thrice = tableOf([
  textColumn(
    't',
    months.flatMap((month) => [month, month, month]),
  ),
  numberColumn(
    'y',
    months.flatMap((_, place) => [1, 2, 6 + (place % 2) / 1000]),
  ),
]);

test.each([
  ['sum', 9],
  ['mean', 3],
  ['last', 6],
] as const)('several rows of one time become their %s', async (aggregate, value) => {
  const { values, plan, stages, warnings } = await forecast(thrice, { aggregate });
  for (const one of values) expect(one).toBeCloseTo(value, 1);
  expect(plan).toMatchObject({ aggregate, step: 'month' });
  expect(stages).toContain('aggregate');
  expect(warnings[0]).toContain('144 rows are aggregated to 48 times: each value is the');
});

test('rows are counted, words too, for each series, and a time without rows is 0', async () => {
  const rows = months.flatMap((t, place) =>
    ['a', 'b'].flatMap((g) => Array(g === 'a' ? 2 + (place % 2) : (place * 7) % 4).fill({ t, g })),
  );
  const words = tableOf([
    textColumn(
      't',
      rows.map(({ t }) => t),
    ),
    textColumn(
      'g',
      rows.map(({ g }) => g),
    ),
    textColumn(
      'y',
      rows.map((_, place) => `order ${place}`),
    ),
  ]);
  const model = await train(words, { ...request, groupBy: ['g'], aggregate: 'count' });
  const answers = model.predict([{ g: 'a' }], {}, []);
  expect(answers?.values[0]).toBeCloseTo(2, 0);
  expect(model.description.warnings).toContain('11 times without rows count as 0');
  expect(model.readTruth(3)).toBe(3);
  await expect(forecast(words, { groupBy: ['g'], aggregate: 'sum' })).rejects.toThrow('only options.aggregate `count`');
});

test('single sales at any time of the day are taken together by the shortest span that most of them fill', async () => {
  const moments = Array.from({ length: 900 }, (_, place) => {
    const day = Math.floor(place / 3);
    const minute = 9 * 60 + ((place * 7919) % 500);
    return new Date(Date.UTC(2024, 0, 1 + day, 0, minute)).toISOString();
  });
  const table = tableOf([
    textColumn('t', moments),
    numberColumn(
      'y',
      moments.map((_, place) => (place * 37) % 11),
    ),
  ]);
  const { times, plan, warnings } = await forecast(table, { aggregate: 'sum' });
  expect(plan.step).toBe('day');
  expect(times).toEqual(['2024-10-27', '2024-10-28']);
  expect(warnings[0]).toContain('900 rows are aggregated to 300 times by day');
});

test('without the option the message names it', async () => {
  await expect(forecast(thrice)).rejects.toThrow(
    /the series has 2020-01 more than once in `t`.*set options.aggregate to sum, mean, last or count/,
  );
  await expect(train(thrice, { target: 'y', aggregate: 'sum' })).rejects.toThrow(TrainingError);
  expect(aggregates).toEqual(['sum', 'mean', 'last', 'count']);
});

/** Times that a clock of the zone shows, with a day as season. */
function localTimes(zone: string, from: string, count: number, minutes: number): [Column, Column] {
  const { format } = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const cells = Array.from({ length: count }, (_, place) => format(Date.parse(from) + place * minutes * 60_000));
  const values = cells.map((_, place) => 10 + 5 * Math.sin((place * minutes * Math.PI) / 720));
  return [textColumn('t', cells), numberColumn('y', values)];
}

test.each([
  ['autumn', 'Europe/Berlin', '2023-10-24T00:00Z', 240, 60],
  ['autumn in half hours', 'America/New_York', '2023-11-01T00:00Z', 300, 30],
  ['autumn in quarters of an hour', 'Europe/London', '2023-10-28T00:00Z', 300, 15],
  ['spring', 'Europe/Berlin', '2024-03-28T00:00Z', 200, 60],
  ['spring in the south', 'Australia/Sydney', '2023-09-28T00:00Z', 200, 60],
])('local times over the clock change of %s follow each other evenly', async (_, zone, from, count, minutes) => {
  const columns = localTimes(zone, from, count, minutes);
  const { times, plan, warnings } = await forecast(tableOf(columns));
  const [next] = localTimes(zone, from, count + 1, minutes);
  const expected = next.type === 'text' ? next.dictionary.at(-1) : '';
  expect(times?.[0]).toMatch(new RegExp(`^${expected?.replace(' ', 'T')}:00[+-]\\d\\d:00$`));
  expect(Date.parse(String(times?.[0]))).toBe(Date.parse(from) + count * minutes * 60_000);
  expect(plan.ensembles).toMatchObject([{ values: count, missing: 0 }]);
  expect(warnings[0]).toMatch(/clock changes of (Europe|America|Australia)/);
});

test('an hour that comes twice when no clock changes is refused, and so is one that comes three times', async () => {
  const [t, y] = localTimes('UTC', '2024-05-01T00:00Z', 200, 60);
  const twice = (cell: string, count: number) => {
    const cells = t.type === 'text' ? [...t.dictionary, ...Array<string>(count - 1).fill(cell)] : [];
    return tableOf([
      textColumn('t', cells),
      numberColumn('y', [...(y.type === 'number' ? y.values : []), ...Array(count - 1).fill(1)]),
    ]);
  };
  await expect(forecast(twice('2024-05-03 02:00', 2))).rejects.toThrow('more than once');
  await expect(forecast(twice('2024-05-03 02:00', 3))).rejects.toThrow('send times with their offset');
});

test('one session of an exchange on a Saturday is left out and said, and no Saturday is forecast', async () => {
  const days = Array.from({ length: 300 }, (_, place) => new Date(Date.UTC(2024, 0, 1 + place)));
  const open = days.filter((day, place) => (day.getUTCDay() > 0 && day.getUTCDay() < 6) || place === 103);
  const cells = open.map((day) => day.toISOString().slice(0, 10));
  expect(open.some((day) => day.getUTCDay() === 6)).toBe(true);
  const table = tableOf([
    textColumn('t', cells),
    numberColumn(
      'y',
      cells.map((_, place) => 50 + ((place * 37) % 11)),
    ),
  ]);
  const { plan, warnings, times } = await forecast(table, { horizon: 6 });
  expect(plan.step).toBe('weekday');
  expect(warnings[0]).toContain('1 row on other days, such as 2024-04-13');
  expect(times?.some((time) => [0, 6].includes(new Date(String(time)).getUTCDay()))).toBe(false);
});
