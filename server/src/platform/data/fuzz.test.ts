// @module-tag long
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useDataRoom } from '../../../test/data-room.ts';

const { importText } = useDataRoom();
/** The same cells in each run, unless a seed is given. */
const seed = Number(process.env.SIBYL_TEST_SEED ?? 1);

/**
 * Text without control characters (many of them make a file binary) and without a leading byte order mark (DuckDB's
 * client drops it).
 */
const anyText = fc
  .string({ unit: 'binary', maxLength: 12 })
  .filter((text) => /^[^\p{Cc}\p{Cs}\ufeff][^\p{Cc}\p{Cs}]*$/u.test(text));
/** Cells that are hard to read: delimiters, quotes, line ends, numbers, blanks. */
const dirty = fc.oneof(
  anyText,
  fc.constantFrom('', '"', '""', ',', ';', '\n', '\r\n', '\r', ' ', '\t', 'NA', '1,5', "'", 'x\ufeff'),
);
const tables = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(dirty, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 20 }));

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

test('any text in quotes comes back as it was, blanks alone as nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      tables,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      async (rows, delimiter, end) => {
        const names = rows[0].map((_, index) => `c${index}`);
        const lines = [names, ...rows].map((row) => row.map(quoted).join(delimiter));
        const types = Object.fromEntries(names.map((name) => [name, 'text' as const]));
        const { cells } = await importText(lines.join(end) + end, { header: true, delimiter, quote: '"', types });
        expect(cells).toEqual(rows.map((row) => row.map((cell) => (cell.trim() === '' ? null : cell))));
      },
    ),
    { numRuns: 30, seed },
  );
});

const pieces = fc.constantFrom(
  'a',
  'b',
  '1',
  '2.5',
  ',',
  ';',
  '"',
  "'",
  '\n',
  '\r',
  '\t',
  ' ',
  '{',
  '}',
  '[',
  ']',
  ':',
  'é',
  '\ufeff',
  '-',
  '|',
  '2020-01-05',
  'true',
  'NA',
);
const bodies = fc.oneof(
  fc.array(pieces, { maxLength: 60 }).map((list) => Buffer.from(list.join(''))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map((json) => Buffer.from(json)),
);

test('no body at all is the fault of the service', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const code = await importText(body).then(
        () => 'read',
        (error) => error.code,
      );
      expect(['read', 'unreadable_file']).toContain(code);
    }),
    { numRuns: 40, seed },
  );
});
