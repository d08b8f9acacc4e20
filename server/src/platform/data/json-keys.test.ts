import { expect, test } from 'vitest';
import { faultOf, useDataRoom } from '../../../test/data-room.ts';

const { importText } = useDataRoom();

test.each([
  ['lines', '{"":1,"b":2," ":"x"}\n{"":3,"b":4}\n', 'ndjson' as const],
  ['an array', '[{"":1,"b":2," ":"x"},{"":3,"b":4}]', 'json' as const],
])('the values of blank keys are kept under names of their own: %s', async (_, content, format) => {
  const { columns, cells, warnings } = await importText(content, {}, format);
  expect(columns.map(({ name, type }) => [name, type])).toEqual([
    ['column_1', 'integer'],
    ['b', 'integer'],
    ['column_3', 'text'],
  ]);
  expect(cells).toEqual([
    [1, 2, 'x'],
    [3, 4, null],
  ]);
  expect(warnings).toMatchObject([
    { code: 'column_named', column: 'column_1', detail: 'The key "" is blank; its column is called "column_1".' },
    { code: 'column_named', column: 'column_3' },
  ]);
});

test('keys that differ only in case are renamed as the headers of other files are', async () => {
  const { columns, cells, warnings } = await importText('{"A":1,"a/~\\"":2}\n{"A":3,"a":{"":5}}\n');
  expect(columns.map(({ name }) => name)).toEqual(['A', 'a/~"', 'a_2']);
  expect(cells).toEqual([
    [1, 2, null],
    [3, null, { '': 5 }],
  ]);
  expect(warnings).toMatchObject([{ code: 'column_renamed', column: 'a_2' }]);
});

test.each([
  [
    'a key twice',
    '{"b":1}\n{"a":1,"a":2}\n',
    'duplicate_key',
    'Line 2 has the key "a" twice; a row has each key once.',
  ],
  ['a key twice in an array', '[{"b":1},{"":1,"b":2,"b":3}]', 'duplicate_key', 'Row 2 has the key "b" twice'],
  ['half a surrogate', '{"b":1}\n{"a":"\\ud800"}\n', 'broken_json', 'Line 2 has \\ud800, which is one half'],
  [
    'half a surrogate in an array',
    '[{"b":"\\ud83d\\ude00 \\\\ud800"},\n{"b":"\\udc00"}]',
    'broken_json',
    'Line 2 has \\udc00',
  ],
])('names the place of %s', async (_, content, code, detail) => {
  expect(await faultOf(importText(content))).toMatchObject({ code, detail: expect.stringContaining(detail) });
});

test('a number beyond the range of doubles stays as it is written', async () => {
  const { cells } = await importText('{"v":1}\n{"v":2.50}\n{"v":1e400}\n{"v":-1e999}\n');
  expect(cells).toEqual([['1'], ['2.5'], ['1e400'], ['-1e999']]);
});
