import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJsonBody } from './json-body.ts';
import { parseLongJson } from './long-json.ts';

const filler = 'x'.repeat(40_000);

async function outcomeOf(parse: () => unknown): Promise<unknown> {
  try {
    return await parse();
  } catch (error) {
    const { code, extensions, message } = error as { code: string; extensions: object; message: string };
    return { code, extensions, message };
  }
}

async function expectSame(text: string): Promise<void> {
  const [ours, theirs] = [await outcomeOf(() => parseLongJson(text)), await outcomeOf(() => parseJsonBody(text))];
  expect(ours).toEqual(theirs);
  expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
}

it('reads any value as it is read at once', async () => {
  const long = fc.constantFrom(filler, [filler, filler], { a: filler, __proto__: [1, filler, 2], 'b/~"\\': filler });
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.jsonValue(),
      long,
      fc.array(tie('value'), { maxLength: 6 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 6 }),
    ),
  })).value;
  await fc.assert(
    fc.asyncProperty(value, fc.constantFrom(undefined, 1, '\t'), async (one, space) => {
      await expectSame(
        JSON.stringify({ first: [one, filler], second: [filler, one, filler], __proto__: null }, null, space),
      );
    }),
    { numRuns: 60 },
  );
});

it('says the same of a text in which one character is wrong', async () => {
  const whole = JSON.stringify({ rows: [{ a: filler }, { b: [1, filler, 2] }, 3], more: { c: filler, d: 4 } });
  const structural = [...whole.matchAll(/[[\]{},:"\d]/g)].map(({ index }) => index);
  for (const place of structural)
    for (const wrong of ['', ',', ']', '}', '[', '{', ':', '"', '0', ' '])
      await expectSame(whole.slice(0, place) + wrong + whole.slice(place + 1));
});

it.each([
  ['an infinite number', '1e999', '/rows/2/x'],
  ['NUL', '"a\\u0000b"', '/rows/2/x'],
  ['half of a character', '"\\ud800"', '/rows/2/x'],
])('names the place of %s', async (_, cell, field) => {
  const text = `{"rows":[{"a":"${filler}"},{"b":"${filler}"},{"x":${cell}}],"end":"${filler}"}`;
  await expect(parseLongJson(text)).rejects.toThrow(field);
  await expectSame(text);
});

it('refuses an object of more members than anybody means, and too many levels', async () => {
  const wide = `{${Array.from({ length: 20_001 }, (_, index) => `"${filler.slice(0, 10)}${index}":1`)}}`;
  await expect(parseLongJson(wide)).rejects.toThrow('an object of more than 20000 members');
  await expect(parseLongJson(`${'['.repeat(101)}"${filler}"${']'.repeat(101)}`)).rejects.toThrow('100 levels');
});

it.each([
  ['a text before it', `"junk" {"a":"${filler.repeat(8)}"}`, 8],
  ['a form feed before it', `\f{"a":"${filler.repeat(8)}"}`, 1],
  ['a vertical tab before it', `\v["${filler.repeat(8)}",1]`, 1],
  ['a comma before it', `,["${filler.repeat(8)}",1]`, 1],
])('refuses a body with %s', async (_, text, column) => {
  await expect(parseLongJson(text)).rejects.toThrow(`line 1, column ${column}.`);
  await expectSame(text);
});

it('reads a body that is one long text', async () => {
  const text = 'x'.repeat(400_000);
  expect(await parseLongJson(JSON.stringify(text))).toBe(text);
});

it('names the object of a key that no text may be', async () => {
  await expectSame(`{"rows":{"a\\u0000":["${filler}","${filler}","${filler}"]}}`);
});

it('names the place of a fault behind a text too long to be searched, and in it', async () => {
  const long = '\\"'.repeat(300_000);
  const head = `{"a":1,"${'b'.repeat(60_000)}":2,\n "c":"${long}`;
  await expect(parseLongJson(`${head}"x}`)).rejects.toThrow(`goes wrong at line 2, column ${long.length + 8}.`);
  await expect(parseLongJson(`${head}\\x${long}"}`)).rejects.toThrow('goes wrong at line 2, column ');
});

it('refuses a name that is longer than a piece', async () => {
  await expect(parseLongJson(`{"${filler}${filler}" : 1}`)).rejects.toThrow('a name of more than 65536 characters');
});

it('cuts a long text between any characters', async () => {
  const escapes = ['\\u0041', '\\\\', '\\"', '\\n', '\\ud83d\\ude00', '😀', 'é', '\\ud83d\ude00'];
  for (const [at, piece] of escapes.entries())
    await expectSame(`["${'x'.repeat(at)}${piece.repeat(200_000 / piece.length)}",1]`);
  await expectSame(`{"a":"${'\\u0041'.repeat(20_000)}\\ude00"}`);
});

it.each([
  ['rows', (size: number) => `[${'{"a":1},'.repeat(size / 8)}0]`],
  ['brackets', (size: number) => `[${'[],'.repeat(size / 3)}0]`],
  ['one name after another', (size: number) => `{${Array.from({ length: size / 10 }, (_, i) => `"${i}":1`)}}`],
  ['escapes', (size: number) => `["${'\\u0041'.repeat(size / 6)}"]`],
  ['spaces before a wrong letter', (size: number) => `[${' '.repeat(size)}x]`],
  ['lines before it', (size: number) => `${'\n'.repeat(size)}x`],
  ['spaces in a list with a wrong letter', (size: number) => `{"messages":[${' '.repeat(size)}x]}`],
  ['line feeds in a text with a wrong escape', (size: number) => `["${'\\n'.repeat(size / 2)}\\x"]`],
  ['quotes in a text before a wrong letter', (size: number) => `["${'\\"'.repeat(size / 2)}"x]`],
  ['lines that break off', (size: number) => `[${'\n'.repeat(size)}`],
  ['numbers that look infinite', (size: number) => `[${'"1e999",'.repeat(size / 8)}0]`],
])('ten megabytes of %s hold nobody up', async (_, textOf) => {
  const thread = new Worker(new URL('../../../test/json-thread.ts', import.meta.url), {
    workerData: textOf(10_000_000),
  });
  const [{ inPieces, atOnce }] = await once(thread, 'message');
  expect(inPieces).toBeLessThan(Math.max(100, atOnce / 2));
});
