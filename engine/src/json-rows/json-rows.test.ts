import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonRows } from './json-rows.ts';
import { prepareNames } from './names.ts';
import { placeLayout, prepareLayout, writeRows } from './row-texts.ts';
import { clearScratch } from './scratch.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const kept = ['a', 'a long name with a "quote" in it', 'ñ'];
const names = prepareNames([...kept, 'other', 'another']);

/** Reads a text in pieces of `most` rows; undefined where it is refused. */
function readAll(text: string, most = 3) {
  const rows = JsonRows.open(clearScratch(), encoder.encode(text), names);
  const read: unknown[][] = [];
  for (;;) {
    const piece = rows?.read(most);
    if (piece === undefined) return undefined;
    for (let row = 0; row < piece.count; row++)
      read.push(kept.map((_, column) => piece.cellOf(row * piece.width + column)));
    if (piece.isLast) return read;
  }
}

/** Writes numbers as the rows of a text of objects. */
function writeNumbers(numbers: readonly number[]): string {
  const scratch = clearScratch();
  const layout = placeLayout(scratch, prepareLayout([' ', { number: 0 }]));
  const text = `[${numbers.map(() => '{}').join(',')}]`;
  const piece = JsonRows.open(scratch, encoder.encode(text), names)!.read(numbers.length)!;
  const figures = { numbers: Float64Array.from(numbers), width: 1, texts: [] };
  return decoder.decode(writeRows(layout, piece, figures, 0)).slice(1);
}

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.integer({ min: -99_999, max: 99_999 }).map((value) => value / 100),
  fc.boolean(),
  fc.constant(null),
);
const row = fc.dictionary(fc.constantFrom(...kept, 'other'), cell);

test('cells are read as JSON.parse reads them, in any layout', () => {
  const drawn = fc.tuple(fc.array(row, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 3 }));
  fc.assert(
    fc.property(drawn, ([rows, spaces]) => {
      const expected = rows.map((one) => kept.map((name) => (Object.hasOwn(one, name) ? one[name] : undefined)));
      expect(readAll(JSON.stringify(rows, null, spaces))).toEqual(expected.map((cells) => cells.map(plain)));
    }),
    { numRuns: 500 },
  );
});

/** -0 is not written by JSON.stringify. */
function plain(value: unknown): unknown {
  return value === 0 ? 0 : value;
}

test('cells are written as JSON.stringify writes them, however they came', () => {
  const scratch = clearScratch();
  const layout = placeLayout(scratch, prepareLayout(['|', { cell: 0 }]));
  const texts = [
    '1.50',
    '-0',
    '-0.0',
    '0.0000001',
    '1e3',
    '1E-9',
    '12345678901234567890',
    '0.1000',
    '"\\u00e9\\/"',
    '"ü"',
  ];
  const text = `[${texts.map((one) => `{"a" : ${one}\n}`).join(' , ')}]`;
  const piece = JsonRows.open(scratch, encoder.encode(text), names)!.read(texts.length)!;
  const written = decoder.decode(writeRows(layout, piece, { numbers: new Float64Array(0), width: 0, texts: [] }, 0));
  expect(written.slice(1).split('|')).toEqual(texts.map((one) => JSON.stringify(JSON.parse(one))));
});

test('what JSON.parse refuses, or what is no flat row of known names, is refused', () => {
  const good = '[{"a":1},{"a":"x","other":null}]';
  expect(readAll(good)).toBeDefined();
  const cuts = Array.from(good, (_, length) => good.slice(0, length));
  const odd = ['[]', '{}', '[1]', '[{"a":1},]', '[{"a":1}]]', '[{"a":1,}]', '[{"b":1}]', '[{"a":[1]}]', '[{"a":{}}]'];
  const led = ['\0', '\x01', '\v', '\ufeff'].map((character) => character + good);
  const cells = [
    '01',
    '1.',
    '.5',
    '+1',
    '1e',
    '-',
    'tru',
    'nul',
    'NaN',
    '"\t"',
    '"\\x"',
    '1e999',
    '"\\ud800"',
    '"\\u0000"',
    '"',
  ];
  const alone = cells.map((one) => `[{"a":${one}}]`);
  const followed = cells.map((one) => `[{"other":${one},"another":1}]`);
  const hidden = ['"\\x"', '"\\u12"', '1e999'].map((one) => `[{"a":${one},"a":1}]`);
  for (const text of [...cuts, ...odd, ...led, ...alone, ...followed, ...hidden])
    expect([text, readAll(text)]).toEqual([text, undefined]);
});

test('mutated texts are read as JSON.parse reads them or not at all', () => {
  const drawn = fc.tuple(
    fc.array(row, { minLength: 1, maxLength: 3 }),
    fc.nat(),
    fc.constantFrom(...'{}[]",:0e.-\\ 1tn\n'),
  );
  fc.assert(
    fc.property(drawn, ([rows, place, character]) => {
      const text = JSON.stringify(rows);
      const at = place % text.length;
      const mutated = (text.slice(0, at) + character + text.slice(at + (place % 2))).toWellFormed();
      const read = readAll(mutated);
      if (read === undefined) return;
      const parsed: Record<string, unknown>[] = JSON.parse(mutated);
      expect(read).toEqual(
        parsed.map((one) => kept.map((name) => plain(Object.hasOwn(one, name) ? one[name] : undefined))),
      );
    }),
    { numRuns: 2000 },
  );
});

test('numbers are written as JavaScript writes them', () => {
  const bits = fc
    .bigInt({ min: 0n, max: 2n ** 64n - 1n })
    .map((word) => new Float64Array(BigUint64Array.of(word).buffer)[0]);
  const near = fc.tuple(fc.double({ min: -1e22, max: 1e22, noNaN: true }), fc.integer({ min: -8, max: 22 }));
  const drawn = fc.oneof(
    bits,
    near.map(([value, power]) => (value / 1e22) * 10 ** power),
    fc.integer(),
    fc.constantFrom(0, -0, 1e21, 1e-6, 2 ** 53, 2 ** 60, 0.1 + 0.2, 5e-324),
  );
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: 50 }), (numbers) => {
      const expected = numbers.map((value) => (Number.isFinite(value) ? String(value) : 'null'));
      expect(writeNumbers(numbers).split(' ')).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});
