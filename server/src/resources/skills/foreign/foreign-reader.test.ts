import { afterAll, expect, it } from 'vitest';
import { standstillOf } from '../../../../test/standstill.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import { openForeignReader } from './foreign-reader.ts';

const reader = openForeignReader();
afterAll(() => reader.close());

const requester = { project: 'prj_a', caller: 'key_a' };
const pointer = '/response_format/json_schema/schema';
const judge = (schema: object, value: unknown) => reader.judgeInput({ ...schema }, value, requester);
const slow = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };

it('says what is wrong with an input, whatever dialect the schema claims', async () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { rooms: { type: 'integer', format: 'made-up' } },
    required: ['rooms'],
  };
  expect(await judge(schema, { rooms: 2 })).toEqual([]);
  expect(await judge(schema, {})).toMatchObject([{ pointer: '/rooms', code: 'required' }]);
  expect(await judge(schema, { rooms: 'two' })).toMatchObject([
    { pointer: '/rooms', detail: expect.stringContaining('a whole number') },
  ]);
});

it.each([
  ['of an unknown type', { type: 'unheard of' }, 'cannot be read'],
  ['with references to other addresses', { $ref: 'https://example.com/a.json' }, 'cannot be read'],
  ['with too many values', { enum: Array.from({ length: 6000 }, (_, at) => at) }, 'at most 5000 values'],
  ['with too long texts', { description: 'x'.repeat(200_000) }, 'at most 100000 characters'],
])('refuses a schema %s', async (_name, schema, detail) => {
  const message = expect.stringContaining(detail);
  await expect(judge(schema, {})).rejects.toMatchObject({ code: 'tool_failed', message });
});

it('a schema that would answer later answers now', async () => {
  expect(await judge({ $async: true, type: 'object', required: ['a'] }, {})).toMatchObject([{ pointer: '/a' }]);
});

it('nobody waits for a regular expression without an end, and its caller is told the limit', { retry: 2 }, async () => {
  const message = expect.stringContaining('more than 2000 ms');
  const stood = await standstillOf(() =>
    expect(judge(slow, { a: `${'a'.repeat(60)}!` })).rejects.toMatchObject({ code: 'tool_failed', message }),
  );
  expect(stood).toBeLessThan(50);
  expect(await judge(slow, { a: 'aaa' })).toEqual([]);
});

it('nobody waits for a hundred references to one large object', { retry: 2 }, async () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`);
  const large = {
    type: 'object',
    properties: Object.fromEntries(names(500).map((name) => [name, { type: 'string' }])),
  };
  const properties = Object.fromEntries(names(100).map((name) => [name, { $ref: '#/$defs/large' }]));
  const stood = await standstillOf(() =>
    reader.requireSchema({ $defs: { large }, type: 'object', properties }, pointer, requester).catch((error) => {
      expect(error).toMatchObject({ code: 'invalid_input', errors: [{ pointer, code: 'too_slow' }] });
    }),
  );
  expect(stood).toBeLessThan(50);
});

it('references that double ten times ten end at the limit', async () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`d${at}`, { allOf: [1, 2].map(() => ({ $ref: `#/$defs/d${at + 1}` })) }]),
  );
  const schema = { $ref: '#/$defs/d0', $defs: { ...doubling, d60: { type: 'integer' } } };
  await expect(judge(schema, 1)).rejects.toMatchObject({ code: 'tool_failed' });
});

it('judges a text by its own schema only, of all that share a name', async () => {
  const at = { pointer, requester };
  const schema = (type: string) => ({ $id: 'https://example.com/same', type });
  expect(await reader.judgeText(schema('integer'), '1', at)).toBeUndefined();
  expect(await reader.judgeText(schema('string'), '1', at)).toBe('the value must be string');
  expect(await reader.judgeText(schema('string'), '1 or 2', at)).toBe('it is no JSON');
});

it('stops for a caller who goes away', async () => {
  const gone = new AbortController();
  const judging = reader.judgeInput(slow, { a: `${'a'.repeat(60)}!` }, { ...requester, signal: gone.signal });
  const document = {
    paths: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`/p${index}`, { get: {} }])),
  };
  const params = encodeJson({ base_url: 'https://example.com/', openapi: document });
  const reading = reader.readHttpParams(params, { ...requester, project: 'prj_b', signal: gone.signal });
  setImmediate(() => gone.abort(new Error('gone')));
  await expect(judging).rejects.toThrow('gone');
  await expect(reading).rejects.toThrow('gone');
});
