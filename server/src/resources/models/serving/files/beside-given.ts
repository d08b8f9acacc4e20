import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from '../../../../platform/data/worker/duckdb.ts';
import type { OpenedRows } from '../../../../platform/data/worker/open-rows.ts';
import type { GivenText } from '../../../../platform/data/worker/text-source.ts';
import { escapedText } from './escape-formulas.ts';
import { type GivenRecord, readGivenRecords } from './given-records.ts';

/** A text file whose records are the rows that were predicted, and what is written beside each. */
interface Beside {
  rows: OpenedRows;
  /** A trusted SELECT of the figures of each row, in their order. */
  figures: string;
  path: string;
  escapes: boolean;
}

/**
 * Writes the records of the given file as they are (cells, quotes and line ends), each with its figures behind it.
 * Returns whether it could: not where something of the file was left out or mended when it was read.
 */
export async function writeBeside(connection: DuckDBConnection, beside: Beside): Promise<boolean> {
  const { rows, figures, path } = beside;
  if (!rows.given) return false;
  const { given } = rows;
  const figuresPath = `${path}.figures`;
  const marks = [given.delimiter, given.quote, given.quote].map(quoteText);
  await connection.run(
    `COPY (${figures}) TO ${quoteText(figuresPath)} (FORMAT csv, HEADER, DELIMITER ${marks[0]}, QUOTE ${marks[1]}, ESCAPE ${marks[2]})`,
  );
  try {
    await pipeline(Readable.from(joinRecords(beside, given, figuresPath)), createWriteStream(path));
    return true;
  } catch (error) {
    if (!(error instanceof Unlike)) throw error;
    return false;
  } finally {
    await rm(figuresPath, { force: true });
  }
}

/** Rows and records are not one to one. */
class Unlike extends Error {}

async function* joinRecords({ rows, escapes }: Beside, given: GivenText, figuresPath: string): AsyncGenerator<string> {
  const width = rows.names.length;
  const figures = oneByOne(readGivenRecords(figuresPath, given));
  let written = 0;
  for await (const records of readGivenRecords(given.path, given)) {
    const lines: string[] = [];
    for (const record of records) {
      if (isBlank(record, width)) {
        lines.push(record.cells.join(given.delimiter), record.end);
        continue;
      }
      const { value } = await figures.next();
      if (record.cells.length !== width || !value) throw new Unlike();
      const cells = escapes ? record.cells.map((cell) => escapedCell(cell, given.quote)) : record.cells;
      lines.push([...cells, ...value.cells].join(given.delimiter), record.end);
      written += 1;
    }
    yield lines.join('');
  }
  if (written !== rows.rowCount + 1) throw new Unlike();
}

async function* oneByOne(batches: AsyncIterable<GivenRecord[]>): AsyncGenerator<GivenRecord> {
  for await (const records of batches) yield* records;
}

/** Blank lines are rows only of a file with one column. */
function isBlank({ cells }: GivenRecord, width: number): boolean {
  return width > 1 && cells.length === 1 && cells[0] === '';
}

/** The apostrophe before what a spreadsheet would run stands within the quotes. */
function escapedCell(cell: string, quote: string): string {
  const opening = cell.length - cell.trimStart().length;
  if (cell[opening] !== quote) return escapedText(cell);
  const content = cell.slice(opening + 1, cell.lastIndexOf(quote));
  return escapedText(content) === content ? cell : `${cell.slice(0, opening + 1)}'${cell.slice(opening + 1)}`;
}
