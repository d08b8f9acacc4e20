import { describe, expect, it } from 'vitest';
import { duckdbSpelling, mysqlSpelling, readTokens } from '../../platform/data/sql-tokens.ts';
import { findPredictCalls } from '../../resources/models/predictions/find-calls.ts';
import { readSelect } from './select.ts';
import { readStatement } from './statement.ts';
import { type Part, readWhole } from './tokens.ts';

const largest = 100_000;

/** Returns the processor time of this thread for some work, in ms: a busy machine does not lengthen it. */
function costOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  try {
    work();
  } catch {}
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe('a text of nothing but one piece', () => {
  const pieces =
    "/*a|/*|*/|--|-- \n|(|)|@|a.|[|{|;|,|'|\"|`|\\|$a$|$$|$a |<|1e|1.|a |é|😀| |\n|predict|predict(|predict('|predict('a',(|a=1 and |in (|*,|a,".split(
      '|',
    );
  const heads = ['', 'select ', 'select * from ', 'create model a using b = ', "predict('a',("];
  const cases = heads.flatMap((head) => pieces.map((piece) => [head, piece] as const));

  it.each(cases)('is read within moments: %j and %j', { retry: 2 }, (head, piece) => {
    const text = head + piece.repeat(Math.floor(largest / piece.length));
    expect(costOf(() => readStatement(text))).toBeLessThan(50);
    expect(costOf(() => findPredictCalls(text))).toBeLessThan(50);
  });
});

it('a quote or comment without an end ends the reading at once', () => {
  for (const open of ['/*a', "'a", '"a', '`a'])
    expect(readTokens(`select ${`${open} `.repeat(30_001)}`, mysqlSpelling).tokens.length).toBeLessThan(30_002);
  const { tokens, open } = readTokens(`select ${'/*a'.repeat(30_000)}`, mysqlSpelling);
  expect([tokens.length, open]).toEqual([1, 'select '.length]);
  expect(readTokens(`select $a$ ${'$b$'.repeat(3)}`, duckdbSpelling)).toMatchObject({ open: 'select '.length });
  expect(() => readStatement("select 'open")).toThrow(/quote is opened and not closed/);
  expect(() => readStatement('select /* open')).toThrow(/comment is opened and not closed/);
});

/** Returns how often a token is looked at until all nested queries are read. */
function looksAt(whole: Part): number {
  let looks = 0;
  const tokens = new Proxy(whole.tokens, {
    get(target, name, self) {
      looks += 1;
      return Reflect.get(target, name, self);
    },
  });
  for (let part: Part | undefined = { ...whole, tokens }; part !== undefined; ) {
    const select = readSelect(part);
    part = select && 'query' in select.from ? select.from.query : undefined;
  }
  return looks;
}

const nested = (depth: number) =>
  `${'select * from ('.repeat(depth)}select 1 from a${') t join default.m'.repeat(depth)}`;

it('a nested query is read once, however deep it stands', () => {
  const [few, many] = [40, 80].map((depth) => looksAt(readWhole(nested(depth))));
  expect(many / few).toBeLessThan(2.2);
});

it.each([
  ['queries', nested(101)],
  ['lists', `create model a predict b using c = ${'['.repeat(101)}1${']'.repeat(101)}`],
  ['objects', `create database a with parameters = ${'{"a":'.repeat(3000)}`],
])('nesting beyond a hundred levels is refused with the figure: %s', (_what, text) => {
  expect(() => readStatement(text)).toThrow(/nest \d+ levels deep, and at most 100 are allowed/);
});

it('tokens are as MySQL and DuckDB write them', () => {
  const kinds = (sql: string, spelling = mysqlSpelling) =>
    readTokens(sql, spelling).tokens.map(({ kind, value }) => `${kind} ${value}`);
  expect(kinds('`a``b` "a\\"b""c" \'it\\\'s\' <= 1.5e-3 größe$1 /* x */ -- y\n😀')).toEqual([
    'name a`b',
    'quoted a"b"c',
    "text it's",
    'sign <=',
    'number 1.5e-3',
    'word größe$1',
    'sign 😀',
  ]);
  expect(kinds("/* /* */ 1 */ 'a\\' $x$ it's $x$ $1", duckdbSpelling)).toEqual([
    'text a\\',
    "text  it's ",
    'sign $',
    'number 1',
  ]);
  expect(readWhole("select ';'").to).toBe(2);
  expect(readWhole('select 1;').to).toBe(2);
});
