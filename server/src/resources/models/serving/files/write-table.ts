import type { DuckDBConnection } from '@duckdb/node-api';
import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import type { FileDialect, JsonValue } from '../../../../platform/data/types.ts';
import { quoteName, quoteText, readObjects } from '../../../../platform/data/worker/duckdb.ts';
import { chunkToJson } from '../../../../platform/data/worker/json-values.ts';
import { dictionaryOption } from '../../../../platform/data/worker/write-parquet.ts';
import { encodeLike, encodingOf } from './encode-like.ts';
import { escapeFormulas } from './escape-formulas.ts';
import type { AnswerFormat, Formulas } from './messages.ts';

/** Maximum rows of a workbook, because the library holds it in memory. */
export const mostSheetRows = 100_000;

/** How cells of a text are marked. */
interface CellMarks extends Pick<FileDialect, 'quoted_names' | 'missing'> {
  names?: string[];
  /** Columns of the result that stand in quotes; a star for all. */
  inQuotes?: string[] | '*';
}

interface Output {
  path: string;
  format: AnswerFormat;
  /** The dialect of the rows: a text has the same delimiter and encoding. */
  dialect?: Pick<FileDialect, 'delimiter' | 'encoding' | 'mark' | 'line_end'> & CellMarks;
  formulas?: Formulas | undefined;
}

/** Writes the result of a trusted SELECT to a file, in its order. Returns the encoding of a text. */
export async function writeTable(
  connection: DuckDBConnection,
  sql: string,
  output: Output,
): Promise<string | undefined> {
  if (output.format === 'xlsx') {
    await writeWorkbook(connection, sql, output.path);
    return undefined;
  }
  const isText = output.format === 'csv' || output.format === 'tsv';
  const written = isText && output.formulas === 'escape' ? await escapeFormulas(connection, sql) : sql;
  const options = output.format === 'parquet' ? await parquetOptions(connection, sql) : textOptions(output);
  await connection.run(`COPY (${written}) TO ${quoteText(output.path)} (${options})`);
  if (!isText) return undefined;
  return encodeLike(output.path, encodingOf(output.dialect ?? {}));
}

async function parquetOptions(connection: DuckDBConnection, sql: string): Promise<string> {
  const columns = await readObjects(connection, `DESCRIBE ${sql}`);
  return `FORMAT parquet, COMPRESSION zstd, ${dictionaryOption(columns.length)}`;
}

function textOptions({ format, dialect }: Output): string {
  if (format === 'json') return 'FORMAT json, ARRAY true';
  if (format === 'ndjson') return 'FORMAT json';
  const delimiter = format === 'tsv' ? '\t' : delimiterOf(dialect);
  return `FORMAT csv, DELIMITER ${quoteText(delimiter)}, ${marksOf(dialect, delimiter)}`;
}

/** DuckDB quotes the name of each column whose cells it quotes, so the names are a text of our own there. */
function marksOf(
  { names = [], inQuotes = [], quoted_names = false, missing }: CellMarks = {},
  delimiter: string,
): string {
  const missingWord = missing === undefined ? '' : `, NULLSTR ${quoteText(missing)}`;
  if (inQuotes.length === 0 && !quoted_names) return `HEADER${missingWord}`;
  const head = names.map((name) => headCell(name, quoted_names, delimiter)).join(delimiter);
  const columns = inQuotes === '*' ? '*' : `(${inQuotes.map(quoteName).join(', ')})`;
  const forced = inQuotes.length === 0 ? '' : `, FORCE_QUOTE ${columns}`;
  return `HEADER false, PREFIX ${quoteText(`${head}\n`)}, SUFFIX '\n'${forced}${missingWord}`;
}

function headCell(name: string, isQuoted: boolean, delimiter: string): string {
  const mustQuote = isQuoted || /["\r\n]/.test(name) || name.includes(delimiter);
  return mustQuote ? `"${name.replaceAll('"', '""')}"` : name;
}

/** DuckDB writes one byte between cells. */
function delimiterOf(dialect: Output['dialect']): string {
  const { delimiter = ',' } = dialect ?? {};
  return /^[\t!#$%&*,/:;<=>?@\\^_`|~]$/.test(delimiter) ? delimiter : ',';
}

async function writeWorkbook(connection: DuckDBConnection, sql: string, path: string): Promise<void> {
  const result = await connection.stream(sql);
  const types = result.columnTypes();
  const sheet: SheetData = [
    result.columnNames().map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
  ];
  for await (const chunk of result) for (const row of chunkToJson(chunk, types)) sheet.push(row.map(sheetCell));
  await writeExcelFile(sheet, { sheet: 'Predictions' }).toFile(path);
}

/** A text is a text, whatever it begins with: no cell is a formula. */
function sheetCell(value: JsonValue): SheetData[number][number] {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  return { value: typeof value === 'string' ? value : JSON.stringify(value), type: String };
}
