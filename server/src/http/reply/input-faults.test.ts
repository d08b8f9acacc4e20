import { Ajv } from 'ajv';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { inputFaults } from './input-faults.ts';

const source = Type.Union(
  [
    Type.Object({ table: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
    Type.Object({ rows: Type.Array(Type.Union([Type.String(), Type.Null()])) }, { additionalProperties: false }),
  ],
  { description: '`{table}` or `{rows}`.' },
);
const body = Type.Object({
  from: source,
  seed: Type.Optional(Type.Integer({ minimum: 0 })),
  seeds: Type.Optional(Type.Array(Type.Integer(), { maxItems: 2 })),
});
const many = Type.Array(Type.Union([Type.Object({ role: Type.String() }), Type.Array(Type.String())]));
const validateMany = new Ajv({ allErrors: true, verbose: true, strict: false }).compile(
  Type.Object({ messages: Type.Union([many, Type.Null()]) }),
);
const validate = new Ajv({ allErrors: true, verbose: true, strict: false }).compile(body);

test.each([
  ['a missing field', {}, [['/from', 'required', 'is required: `{table}` or `{rows}`']]],
  ['a number too small', { from: { table: 'a' }, seed: -1 }, [['/seed', 'too_small', 'must be at least 0']]],
  ['a wrong type', { from: { table: 'a' }, seed: 'x' }, [['/seed', 'wrong_type', 'must be a whole number, got "x"']]],
  ['no branch of this type', { from: 3 }, [['/from', 'wrong_type', 'must be an object, got 3: `{table}` or `{rows}`']]],
  ['the branch that is nearest', { from: { table: '' } }, [['/from/table', 'too_short', 'must not be empty']]],
  [
    'a branch with one field too many',
    { from: { table: 'a', b: 1 } },
    [['/from/b', 'unknown_field', 'is not a known field; known are table']],
  ],
  [
    'no branch nearer than another',
    { from: {} },
    [['/from', 'not_allowed', 'fits none of the forms that are taken: `{table}` or `{rows}`.']],
  ],
  [
    'a field that no branch knows',
    { from: { tabel: 'a' } },
    [['/from/tabel', 'unknown_field', 'is not a known field; known are table, rows']],
  ],
  [
    'fields of two branches',
    { from: { table: 'a', rows: [] } },
    [['/from/rows', 'not_allowed', 'has no place beside the others: give only one of rows, table']],
  ],
  [
    'too many items',
    { from: { table: 'a' }, seeds: [1, 2, 3] },
    [['/seeds', 'too_long', 'must have at most 2 items, got 3']],
  ],
  [
    'a union inside a branch',
    { from: { rows: ['a', 2] } },
    [['/from/rows/1', 'wrong_type', 'must be a string or null, got 2']],
  ],
])('tells of %s', (_name, input, expected) => {
  expect(validate(input)).toBe(false);
  const faults = inputFaults(validate.errors ?? []);
  expect(faults.map(({ pointer, code, detail }) => [pointer, code, detail])).toEqual(expected);
});

test('of tens of thousands of wrong values the first are told, in no time', () => {
  const comparisons = { count: 0 };
  validateMany({ messages: new Array(20_000).fill(1) });
  const watched = (validateMany.errors ?? []).map(({ instancePath, ...finding }) => ({
    ...finding,
    get instancePath() {
      comparisons.count += 1;
      return instancePath;
    },
  }));
  const faults = inputFaults(watched);
  expect(faults[0]).toEqual({
    pointer: '/messages/0',
    code: 'wrong_type',
    detail: 'must be an object or an array, got 1',
  });
  expect(faults.length).toBeGreaterThanOrEqual(100);
  expect(comparisons.count).toBeLessThan(500_000);
});
