/** How figures are told: of one group and of many, of tables that hold next to nothing, and of names that hold Markdown. */
import type { Nodes } from 'mdast';
import { expect, test } from 'vitest';
import { useDataRoom } from '../../test/data-room.ts';
import { askBuiltin } from '../../test/questions/ask.ts';
import { runSql, sqlToolset } from '../../test/questions/toolsets.ts';
import { loadParser } from '../platform/channels/markdown/parse.ts';
import { formatTable } from './format.ts';

const { room, importText } = useDataRoom();

async function ask(name: string, rows: readonly object[] | string, ...turns: string[]) {
  const isText = typeof rows === 'string';
  const imported = await importText(isText ? rows : JSON.stringify(rows), {}, isText ? 'csv' : 'json');
  const table = { name, imported, part: imported.part };
  const answered = await askBuiltin([await sqlToolset(room(), [table])], turns);
  const rerun = () => runSql(room(), [table], String(answered.calls[0].input.sql), 100);
  return { ...answered, rerun };
}

test('of one group the figure is told, too', async () => {
  const rows = Array.from({ length: 6 }, (_, at) => ({ kind: 'alpha', amount: 500 + at, at }));
  const { text } = await ask('swaps', rows, 'total amount by kind');
  expect(text).toMatch(/^Total amount for each kind: only \*\*alpha\*\*, with \*\*3,015\*\*/);
});

test('the column of a figure is called by what it is, also in the chart of the answer', async () => {
  const rows = Array.from({ length: 6 }, (_, at) => ({ kind: at % 2 ? 'alpha' : 'beta', amount: 500 + at, at }));
  const { text, calls } = await ask('swaps', rows, 'average amount by kind');
  expect(text).toMatch(/^Average amount for each kind \(2\):\n\n\| kind \| average amount \|/);
  expect(calls[0].input.sql).toContain('AS "average amount"');
});

const days = Array.from({ length: 700 }, (_, at) => ({
  call: `C${at}`,
  called_on: new Date(Date.UTC(2019, 0, 1 + (at % 350))).toISOString().slice(0, 10),
  year: 2019 - (at % 4),
  minutes: 3 + ((at * 31) % 41),
}));

test('of many groups it is said how many there are, and that the answer was cut', async () => {
  const { text, rerun } = await ask('calls', days, 'calls per day');
  expect(text).toMatch(/^Number of rows for each day of called on \(the first 100 of 350\)/);
  expect(text.split('\n').filter((line) => /^\| 2019/.test(line))).toHaveLength(100);
  expect((await rerun()).truncated).toBe(true);
});

test('years are told in their order', async () => {
  const { text } = await ask('calls', days, 'average minutes per year');
  expect([...text.matchAll(/^\| (20\d\d) /gm)].map(([, year]) => year)).toEqual(['2016', '2017', '2018', '2019']);
});

const hostile = [
  '![a](http://127.0.0.1:9/x.png)',
  '[click](javascript:alert(1))',
  '**bold** `code` _x_ ~~y~~',
  'see http://evil.example/x or www.evil.example',
  'a|b <b>c</b> &lt;d&gt; me@evil.example',
];

/** The kinds of parts that Markdown has. */
function kindsIn(part: Nodes): Set<string> {
  const inside = 'children' in part ? part.children.flatMap((one) => [...kindsIn(one)]) : [];
  return new Set([part.type, ...inside]);
}

function textIn(part: Nodes): string {
  if ('children' in part) return part.children.map(textIn).join('');
  return 'value' in part ? part.value : '';
}

test('names and values are shown as they are, and are no links, images or emphasis', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({
    thing: hostile[at % 5],
    'qty **x**\nof [y](http://z.example)': at,
  }));
  const { text } = await ask('goods', rows, 'How many goods by thing?');
  const header = formatTable(['qty **x**\nof [y](http://z.example)'], []);
  const parse = await loadParser();
  const tree = parse(`${text}\n\n${header}`);
  expect(kindsIn(tree)).toEqual(new Set(['root', 'paragraph', 'table', 'tableRow', 'tableCell', 'text', 'inlineCode']));
  const shown = textIn(tree);
  for (const value of hostile) expect(shown).toContain(value);
});

test.each([
  ['median amount by name', /^I cannot answer/],
  ['standard deviation of amount', /^I cannot answer/],
  ['total amount', /\*\*5\*\*/],
])('a table of one row: %s', async (question, told) =>
  expect((await ask('accounts', [{ name: 'Ann', amount: 5 }], question)).text).toMatch(told),
);

test('a column without values has no average, and is named', async () => {
  const rows = Array.from({ length: 9 }, (_, at) => ({ name: `N${at}`, amount: null, size: at }));
  for (const question of ['average amount', 'total amount', 'highest amount'])
    expect((await ask('accounts', rows, question)).text).toMatch(
      /^I cannot answer that\. No row has a value for amount\./s,
    );
});

test('a table without rows', async () => {
  expect((await ask('accounts', 'name,amount\n', 'How many rows are there?')).text).toContain('**0** rows');
  expect((await ask('accounts', 'name,amount\n', 'average amount')).text).toContain('There are no rows yet');
});

test('a number beyond all numbers is none', async () => {
  const { text, calls } = await ask('calls', days, 'How many calls over 1e309 minutes?');
  expect([text.startsWith('I cannot answer'), calls]).toEqual([true, []]);
});
