import type { DuckDBConnection } from '@duckdb/node-api';
import { type Reading, usualReading } from '@sibyl/engine/readings/reading.ts';
import { fileFault, rowFault } from '../faults.ts';
import { isParquet } from '../file-marks.ts';
import { readHead } from '../read-head.ts';
import type { FileDialect, FileFormat, FileOptions, ImportRequest, TableColumn, TableWarning } from '../types.ts';
import { warnOfColumns } from './column-warnings.ts';
import { type EngineLimits, makeRoomForColumns } from './duckdb.ts';
import { openCsv } from './open-csv.ts';
import { openJson } from './open-json.ts';
import { openWorkbook } from './open-workbook.ts';
import { type ColumnPlan, planColumns } from './plan-columns.ts';
import { planParquet, type TypedColumn, type TypedSource, warnOfRounding } from './plan-parquet.ts';
import { escapePointer, refuseMisfits } from './refuse-misfits.ts';
import { refuseNul } from './refuse-nul.ts';
import { chosenNames, listNames, takeColumns } from './take-columns.ts';
import type { OpenedText } from './text-source.ts';
import { unpack } from './unpack.ts';

const usualMaxBytes = 4 * 1024 ** 3;

/** Rows with final types, and the expected result of writing them. */
export interface CheckedSource extends TypedSource {
  /** -1 when unknown before reading. */
  rowCount: number;
  /** Number of cells with a value by column; -1 when unknown before reading. */
  present: number[];
}

/** A file proven readable. */
export interface OpenedSource extends CheckedSource {
  dialect: FileDialect;
  warnings: TableWarning[];
}

/**
 * Opens a file of any format. With `table`, rows are appended: they must have its columns, in any order, with cells of
 * their types.
 */
export async function openSource(
  connection: DuckDBConnection,
  request: ImportRequest,
  limits: EngineLimits,
  table?: readonly TableColumn[],
): Promise<OpenedSource> {
  const { path, format, packed } = await openPacked(request);
  if (format === 'parquet') {
    const opened = await openParquet(connection, { ...request, path }, limits, table);
    return { ...opened, dialect: { ...opened.dialect, ...packed } };
  }
  const options = optionsFor(request.options ?? {}, format);
  const names = table?.map((column) => column.name);
  const opened = await openTexts(connection, { ...request, path, options }, format, names);
  const chosen = options.columns ? takeColumns(opened, chosenNames(opened.names, options.columns)) : opened;
  const source = names ? await orderLike(chosen, names) : chosen;
  requireSaidColumns(source, options);
  await makeRoomForColumns(connection, limits, source.names.length);
  if (format === 'json' || format === 'ndjson') await refuseNul(connection, source);
  const plans = await planColumns(connection, source, options, table?.map(readingOf));
  await refuseMisfits(connection, source, plans);
  const columns = plans.map(typedBy);
  const warnings = [...source.warnings, ...(await warnOfColumns(connection, source, plans))];
  const { from, rowCount } = source;
  const dialect = { ...source.dialect, ...packed, ...decimalsOf(plans) };
  return { from, columns, rowCount, present: plans.map((plan) => plan.present), dialect, warnings };
}

function decimalsOf(plans: readonly ColumnPlan[]): Pick<FileDialect, 'decimals'> {
  const known = plans.flatMap(({ name, decimals }) => (decimals === undefined ? [] : [[name, decimals] as const]));
  return known.length > 0 ? { decimals: Object.fromEntries(known) } : {};
}

/** A file after unpacking, with its format. */
export async function openPacked({ path: givenPath, outputPath, maxBytes, format: requested }: ImportRequest) {
  const { path, compression } = await unpack(givenPath, `${outputPath}.unpacked`, maxBytes ?? usualMaxBytes);
  const packed: Pick<FileDialect, 'compression'> = compression ? { compression } : {};
  return { path, packed, format: await formatOf(path, requested) };
}

/** Opens the cells of a text or workbook as written; `names` are the columns of the table that they are appended to. */
export function openTexts(
  connection: DuckDBConnection,
  { path, outputPath, options: given = {}, dialect, maxBytes = usualMaxBytes }: ImportRequest,
  format: Exclude<FileFormat, 'parquet'>,
  names?: readonly string[],
): Promise<OpenedText> {
  const scratchPath = `${outputPath}.text`;
  const options = optionsFor(given, format);
  if (format === 'xlsx') return openWorkbook(connection, path, scratchPath, options, names, maxBytes);
  if (format === 'json' || format === 'ndjson') return openJson(connection, path, scratchPath, format, options);
  return openCsv(path, scratchPath, options, names && { names, dialect });
}

/** Texts of a Parquet file are read like those of any other file; typed values stay. */
async function openParquet(
  connection: DuckDBConnection,
  request: ImportRequest,
  limits: EngineLimits,
  table: readonly TableColumn[] | undefined,
): Promise<OpenedSource> {
  const { from, columns: all, warnings } = await planParquet(connection, request.path);
  const options = request.options ?? {};
  const names = all.map(({ name }) => name);
  const chosen = new Set(chosenNames(names, options.columns));
  const given = all.filter(({ name }) => chosen.has(name));
  await makeRoomForColumns(connection, limits, given.length);
  requireSaidColumns({ names: given.map(({ name }) => name) }, options);
  const columns = table ? fitParquet(given, table) : given.map((column) => asRequested(column, options));
  const texts = columns.filter(({ type, isGiven }) => type === 'text' || isGiven === 'text');
  const source: OpenedText = {
    from,
    names: texts.map(({ name }) => name),
    fields: texts.map(({ value }) => value),
    rowCount: -1,
    dialect: { format: 'parquet' },
    warnings: [],
    locateRow: async (row) => ({ words: `Row ${row + 1}`, pointer: `/${row}` }),
  };
  await refuseNul(connection, source);
  const readings = table && texts.map(({ name }) => readingOf(table.find((column) => column.name === name)!));
  const plans = texts.length === 0 ? [] : await planColumns(connection, source, options, readings);
  await refuseMisfits(connection, source, plans);
  const planned = new Map(plans.map((plan) => [plan.name, typedBy(plan)]));
  return {
    from,
    columns: columns.map((column) => planned.get(column.name) ?? column),
    rowCount: -1,
    present: columns.map(() => -1),
    dialect: { format: 'parquet' },
    warnings: [
      ...warnings,
      ...(await warnOfRounding(connection, { from, columns })),
      ...(await warnOfColumns(connection, source, plans)),
    ],
  };
}

function readingOf({ type, reading }: TableColumn): Reading {
  return reading ?? usualReading(type);
}

function typedBy({ name, reading, value }: ColumnPlan): TypedColumn {
  return { name, type: reading.type, reading, value };
}

function optionsFor(given: FileOptions, format: FileFormat): FileOptions {
  return format === 'tsv' ? { delimiter: '\t', ...given } : given;
}

/**
 * A workbook or Parquet file is recognised by its first bytes, whatever the sender says; for texts the sender decides.
 */
async function formatOf(path: string, requested: FileFormat | undefined): Promise<FileFormat> {
  const head = await readHead(path, 4096);
  const mark = head.subarray(0, 4).toString('latin1');
  if (isParquet(head)) return 'parquet';
  if (mark === 'PK\x03\x04' && (requested === undefined || requested === 'xlsx' || requested === 'csv')) return 'xlsx';
  return requested ?? detectText(head);
}

function detectText(head: Buffer): FileFormat {
  const text = head.toString('utf8').replace('\ufeff', '').trimStart();
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'csv';
  return /^\{[^\n]*\}\s*(?:\n|$)/.test(text) || !text.includes('\n') ? 'ndjson' : 'json';
}

/** A column for which the sender gives another type is read from its texts. */
function asRequested(column: TypedColumn, { types = {} }: FileOptions): TypedColumn {
  const type = types[column.name];
  if (type === undefined || type === column.type || column.type === 'text') return column;
  return { ...column, type: 'text', value: `CAST(${column.value} AS VARCHAR)` };
}

function requireSaidColumns({ names }: Pick<OpenedText, 'names'>, { types = {} }: FileOptions): void {
  const stranger = Object.keys(types).find((name) => !names.includes(name));
  if (stranger === undefined) return;
  throw fileFault('invalid_option', `types: the file has no column "${stranger}"; it has ${listNames(names)}.`);
}

async function orderLike(source: OpenedText, names: readonly string[]): Promise<OpenedText> {
  await refuseStranger(source, names);
  requireSameNames(source.names, names);
  return takeColumns(source, names);
}

/** Names the first row with a column that the table does not have. */
async function refuseStranger({ names: given, firstRows, locateRow }: OpenedText, names: readonly string[]) {
  const place = firstRows ? given.findIndex((name) => !names.includes(name)) : -1;
  if (place < 0) return;
  const { words, pointer } = await locateRow(firstRows![place]);
  throw unknownColumn(given[place], names, `${words}: the table`, `${pointer}/${escapePointer(given[place])}`);
}

function unknownColumn(name: string, names: readonly string[], table = 'The table', pointer = '') {
  return rowFault('unknown_column', `${table} has no column "${name}"; it has ${listNames(names)}.`, pointer);
}

function requireSameNames(given: readonly string[], names: readonly string[]): void {
  const stranger = given.find((name) => !names.includes(name));
  if (stranger !== undefined) throw unknownColumn(stranger, names);
  const absent = names.find((name) => !given.includes(name));
  if (absent !== undefined) throw rowFault('missing_column', `The rows have no column "${absent}".`, '');
}

function fitParquet(given: readonly TypedColumn[], table: readonly TableColumn[]): TypedColumn[] {
  requireSameNames(
    given.map((column) => column.name),
    table.map((column) => column.name),
  );
  return table.map(({ name, type, reading }) => {
    const column = given.find((candidate) => candidate.name === name)!;
    if (column.type === type) return { ...column, reading };
    if (column.type === 'text') return { ...column, type, isGiven: 'text' };
    if (reading?.time_shape && (column.type === 'integer' || column.type === 'number'))
      return { name, type, isGiven: 'text', value: `CAST(${column.value} AS VARCHAR)` };
    if (type === 'number' && column.type === 'integer')
      return { name, type, reading, value: `CAST(${column.value} AS DOUBLE)` };
    if (type === 'text') return { name, type, reading, value: `CAST(${column.value} AS VARCHAR)` };
    const detail = `Column "${name}" must be of type ${type}; the file has ${column.type}.`;
    throw rowFault('cell_does_not_fit', detail, '');
  });
}
