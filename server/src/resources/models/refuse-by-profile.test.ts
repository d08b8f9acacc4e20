import { expect, test } from 'vitest';
import type { ModelOptions } from './options-schema.ts';
import { type ProfiledRows, refuseByProfile } from './refuse-by-profile.ts';

type Column = ProfiledRows['columns'][number];
const column = (name: string, change: Partial<Column> = {}): Column => ({
  name,
  type: 'number',
  nulls: 0,
  distinct: 60,
  min: -5,
  max: 9,
  ...change,
});
const day = column('day', { type: 'date', distinct: 100 });

function refusalOf(
  columns: readonly Column[],
  options: Partial<ModelOptions> = {},
  rowCount = 100,
  warnings?: ProfiledRows['warnings'],
): unknown {
  try {
    refuseByProfile({ target: 'y', options: options as ModelOptions }, { columns, rowCount, warnings });
    return undefined;
  } catch (error) {
    return error;
  }
}

test('a year beside a column of months is answered with the SQL that makes times of both', () => {
  const year = column('Jahr', { type: 'integer', distinct: 5, min: 2019, max: 2023 });
  const month = column('Monat', { type: 'integer', distinct: 12, min: 1, max: 12 });
  const code = column('Monat', { type: 'text', distinct: 12, min: '01', max: '12' });
  const name = column('Monat', { type: 'text', distinct: 12, min: 'April', max: 'September' });
  const digits = "Jahr::INT || '-' || lpad(Monat::INT::VARCHAR, 2, '0')";
  for (const [months, sql] of [
    [month, digits],
    [code, digits],
    [name, "Jahr::INT || '-' || Monat AS"],
  ] as const)
    expect(refusalOf([column('y'), year, months], { order_by: 'Jahr' })).toMatchObject({
      errors: [{ code: 'times_repeated', detail: expect.stringContaining(sql) }],
    });
});

test('a target that is text because of few cells is refused with the warning that says so', () => {
  const detail = 'Column "y": the column is text because all but 1 of its cells are numbers. Line 9 has "170 (est.)".';
  const y = column('y', { type: 'text', distinct: 71 });
  const warnings = [{ code: 'almost_numbers', detail, column: 'y' }];
  expect(refusalOf([y, column('x')], {}, 80, warnings)).toMatchObject({
    errors: [{ code: 'too_many_classes', detail: expect.stringContaining('170 (est.)') }],
  });
  expect(refusalOf([y, column('x')], {}, 80)).toBeUndefined();
});

test.each<[string, Column[], Partial<ModelOptions>, number?]>([
  ['too_few_rows', [column('y', { nulls: 91 }), column('x')], {}],
  ['target_empty', [column('y', { distinct: 0, nulls: 100 }), column('x')], {}],
  ['target_constant', [column('y', { distinct: 1 }), column('x')], {}],
  ['target_size', [column('y', { max: 1e200 }), column('x')], {}],
  ['too_many_classes', [column('y', { type: 'text', distinct: 100 }), column('x')], {}],
  ['too_many_classes', [column('y', { distinct: 100 }), column('x')], { task: 'multiclass' }],
  [
    'too_many_classes',
    [column('y', { type: 'text', distinct: 9900, examples: ['p1', 'p2'] }), column('x')],
    {},
    200_000,
  ],
  ['no_inputs', [column('y'), column('x', { distinct: 1 }), column('z', { distinct: 0, nulls: 100 })], {}],
  ['no_inputs', [column('y'), column('order_id', { type: 'integer', distinct: 100 })], {}],
  [
    'task_mismatch',
    [column('y', { type: 'text', distinct: 2, min: 'ja', max: 'nein' }), column('x')],
    { positive_class: 'yes' },
  ],
  ['too_few_rows', [column('y'), day], { order_by: 'day', horizon: 200 }],
  ['times_repeated', [column('y'), column('day', { distinct: 50 })], { order_by: 'day' }],
  [
    'times_unreadable',
    [column('y'), column('day', { type: 'text', distinct: 100, examples: ['foo0', 'foo1'] })],
    { order_by: 'day' },
  ],
  ['times_repeated', [column('y'), column('at', { type: 'datetime', distinct: 49 })], { order_by: 'at' }],
])('%s is refused before the training where the profile tells it', (code, columns, options, rowCount) => {
  expect(refusalOf(columns, options, rowCount)).toMatchObject({ code: 'invalid_input', errors: [{ code }] });
});

test.each<[string, Column[], Partial<ModelOptions>, number?]>([
  [
    'texts of which some are times',
    [column('y'), column('t', { type: 'text', distinct: 100, examples: ['start', '2020-W01', '12.5'] })],
    { order_by: 't' },
  ],
  ['amounts', [column('y', { type: 'text', distinct: 9900, examples: ['1.5 kg', '20 kg'] }), column('x')], {}, 200_000],
  [
    'more classes than are supported, but for spellings',
    [column('y', { type: 'text', distinct: 1500 }), column('x')],
    {},
    9000,
  ],
  ['numbers that are all different', [column('y', { distinct: 100 }), column('x')], {}],
  ['an input of one value that some rows lack', [column('y'), column('x', { distinct: 1, nulls: 50 })], {}],
  [
    'series with the same times',
    [column('y'), column('day', { distinct: 50 }), column('g')],
    { order_by: 'day', group_by: ['g'] },
  ],
  [
    'times that are to be aggregated',
    [column('y'), column('day', { distinct: 50 })],
    { order_by: 'day', aggregate: 'sum' } as Partial<ModelOptions>,
  ],
  [
    'local times, of which an hour comes twice in autumn',
    [column('y'), column('at', { type: 'datetime', distinct: 98 })],
    { order_by: 'at' },
  ],
  [
    'many rows, whose distinct times are estimated',
    [column('y'), column('day', { distinct: 190_000 })],
    { order_by: 'day' },
    200_000,
  ],
  ['a horizon that gaps may leave room for', [column('y'), day], { order_by: 'day', horizon: 110 }],
])('%s are left to the training', (_, columns, options, rowCount) => {
  expect(refusalOf(columns, options, rowCount)).toBeUndefined();
});
