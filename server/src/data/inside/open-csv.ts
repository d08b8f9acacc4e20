import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { FileOptions } from '../types.ts';
import { type DetectedDialect, detectDialect } from './detect-dialect.ts';
import { quoteText } from './duckdb.ts';
import { nameColumns } from './name-columns.ts';
import { openAsUtf8, readHead } from './open-text.ts';
import { findLineOfRecord, scanCsv } from './scan-csv.ts';
import type { OpenedText } from './text-source.ts';

const sampleBytes = 1 << 20;
/** DuckDB takes longer rows only when told. Its own buffers of 32 MB cost 110 MB more and no time less. */
const usualRecordBytes = 2_000_000;
const bufferBytes = 8_000_000;

/**
 * Opens delimited text: every byte is checked before DuckDB sees it. `expected` are the columns of a table that the rows
 * join: a first record made of their names is a header, and rows without header take them in order.
 */
export async function openCsv(
  givenPath: string,
  scratchPath: string,
  options: FileOptions,
  expected: readonly string[] | undefined,
): Promise<OpenedText> {
  const utf8Path = await openAsUtf8(givenPath, options.encoding, scratchPath);
  const head = await readHead(utf8Path, sampleBytes);
  const dialect = detectDialect(head.toString('utf8'), head.length < sampleBytes, options);
  const cells = dialect.firstRecord.map((cell) => cell.trim());
  const hasHeader = options.header ?? (dialect.hasHeader || cells.some((cell) => expected?.includes(cell)));
  const names = columnNames(cells, hasHeader, expected);
  const report = await scanCsv(utf8Path, dialect, names.length);
  const path = report.mixedNewlines ? await unifyNewlines(utf8Path, `${scratchPath}.lines`, dialect.quote) : utf8Path;
  const fields = names.map((_, index) => `c${index}`);
  const firstRow = hasHeader ? 1 : 0;
  return {
    from: readCsvSql(path, { ...dialect, hasHeader }, fields, report.longestRecordBytes),
    names,
    fields,
    rowCount: report.recordCount - firstRow,
    dialect: { format: 'csv', delimiter: dialect.delimiter, quote: dialect.quote, header: hasHeader },
    warnings: [],
    locateRow: async (row) => {
      const line = await findLineOfRecord(utf8Path, dialect, names.length, row + firstRow);
      return { words: `Line ${line}`, pointer: `/line/${line}` };
    },
  };
}

function columnNames(cells: string[], hasHeader: boolean, expected: readonly string[] | undefined): string[] {
  if (hasHeader) return nameColumns(cells, { renames: true });
  if (expected && expected.length === cells.length) return [...expected];
  return nameColumns(cells.map(() => ''));
}

function readCsvSql(path: string, dialect: DetectedDialect, fields: string[], longestRecordBytes: number): string {
  const { delimiter, quote, hasHeader } = dialect;
  const columns = fields.map((field) => `${field}: 'VARCHAR'`).join(', ');
  const longest = Math.max(usualRecordBytes, longestRecordBytes + 1024);
  const sizes = `max_line_size=${longest}, buffer_size=${Math.max(bufferBytes, longest * 2)}`;
  return (
    `read_csv(${quoteText(path)}, columns={${columns}}, auto_detect=false, header=${hasHeader}, strict_mode=true, ` +
    `delim=${quoteText(delimiter)}, quote=${quoteText(quote)}, escape=${quoteText(quote)}, nullstr='', null_padding=false, ${sizes})`
  );
}

/** A copy in which every line outside quotes ends in LF: DuckDB takes no mixture. */
async function unifyNewlines(path: string, copyPath: string, quote: string): Promise<string> {
  const mark = quote === '' ? -1 : quote.charCodeAt(0);
  let isQuoted = false;
  let afterReturn = false;
  async function* unify(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      const out = Buffer.allocUnsafe(chunk.length);
      let length = 0;
      for (const byte of chunk) {
        if (byte === mark) isQuoted = !isQuoted;
        const isSecondHalf = byte === 10 && afterReturn;
        afterReturn = byte === 13 && !isQuoted;
        if (!isSecondHalf) out[length++] = afterReturn ? 10 : byte;
      }
      yield out.subarray(0, length);
    }
  }
  await pipeline(createReadStream(path), unify, createWriteStream(copyPath));
  return copyPath;
}
