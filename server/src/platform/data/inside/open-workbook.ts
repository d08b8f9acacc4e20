import { closeSync, openSync, writeSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fileFault } from '../faults.ts';
import type { FileOptions, TableWarning } from '../types.ts';
import { type PlacedRow, TableEnd } from './cut-table.ts';
import { detectHeader } from './detect-header.ts';
import { findLayout, headerNames, type Layout, labelLines } from './find-layout.ts';
import { nameColumns } from './name-columns.ts';
import { openJson } from './open-json.ts';
import { noteLeftOut, nothingLeftOut } from './read-table-text.ts';
import type { TextRecord } from './records.ts';
import type { OpenedText } from './text-source.ts';
import { layoutWarnings, renameWarnings } from './text-warnings.ts';
import { type Archive, brokenWorkbook, openArchive } from './workbook/archive.ts';
import { readParts, type SheetPart, type WorkbookParts } from './workbook/parts.ts';
import { readSheet, type SheetRow, type SheetValue } from './workbook/read-sheet.ts';

const sampleRows = 500;

interface SheetRecord extends PlacedRow {
  cells: string[];
  values: SheetValue[];
}

/**
 * Opens a sheet of a workbook: its rows become JSON lines, which keep numbers and truth values, and are opened as such.
 * Memory holds one row at a time, beside the workbook's shared texts.
 */
export async function openWorkbook(
  connection: DuckDBConnection,
  path: string,
  scratchPath: string,
  options: FileOptions,
  expected: readonly string[] | undefined,
  most: number,
): Promise<OpenedText> {
  const archive = await openArchive(path, most);
  try {
    const parts = await readParts(archive);
    if (parts.sheets.length === 0)
      throw fileFault('not_text', 'The file is a ZIP archive without an Excel workbook in it; unpack it first.');
    const sheet = await chooseSheet(archive, parts, options.sheet);
    const linesPath = `${scratchPath}.rows`;
    const written = await writeRows(archive, parts, sheet, options, expected, linesPath);
    if (written.lines.length === 0) throw noRows(sheet, written.header);
    const opened = await openJson(connection, linesPath, scratchPath, 'ndjson', {});
    const { lines, warnings, header } = written;
    return {
      ...opened,
      dialect: {
        format: 'xlsx',
        sheet: sheet.name,
        sheets: parts.sheets.slice(0, mostSheets).map(({ name }) => name),
        header,
      },
      warnings: [...otherSheets(parts, sheet, options), ...warnings],
      locateRow: async (row) => ({
        words: `Row ${lines[row]} of sheet "${sheet.name}"`,
        pointer: `/line/${lines[row]}`,
      }),
    };
  } catch (error) {
    throw brokenWorkbook(error);
  } finally {
    archive.close();
  }
}

async function chooseSheet(archive: Archive, parts: WorkbookParts, requested: string | undefined): Promise<SheetPart> {
  const names = namesOf(parts.sheets);
  if (requested !== undefined) {
    const sheet = parts.sheets.find(({ name }) => name === requested) ?? parts.sheets[Number(requested) - 1];
    if (sheet) return sheet;
    throw fileFault('no_such_sheet', `sheet: the workbook has no sheet "${requested}"; it has ${names}.`);
  }
  const looked = new Set<string>();
  let first: SheetPart | undefined;
  for (const sheet of parts.sheets) {
    if (looked.has(sheet.part)) continue; // several sheets may name the same part
    looked.add(sheet.part);
    let rows = 0;
    await readSheet(archive, parts, sheet.part, () => {
      rows += 1;
      return rows < 2;
    });
    // A sheet with one row is a cover, or a header without rows.
    if (rows > 1) return sheet;
    if (rows > 0) first ??= sheet;
  }
  if (first) return first;
  throw fileFault('empty_file', `No sheet of the workbook has a value; it has ${names}.`);
}

const mostNames = 20;
/** Sheets that a dialect names. */
const mostSheets = 200;

function namesOf(sheets: readonly SheetPart[]): string {
  const names = sheets.slice(0, mostNames).map(({ name }) => `"${name}"`);
  const more = sheets.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

function otherSheets({ sheets }: WorkbookParts, chosen: SheetPart, { sheet }: FileOptions): TableWarning[] {
  if (sheets.length < 2 || sheet !== undefined) return [];
  const others = sheets.filter(({ part }) => part !== chosen.part);
  if (others.length === 0) return [];
  const detail = `Sheet "${chosen.name}" was read, not ${namesOf(others)}; say sheet for another one.`;
  return [{ code: 'sheet_chosen', detail }];
}

/** What to read from a sheet. */
interface SheetPlan {
  layout: Layout;
  titles: Layout['titles'];
  /** The first row of the table, and the columns before and after it. */
  top: number;
  from: number;
  width: number;
  /** Names in the sheet, and the final names. */
  given: readonly string[];
  names: string[];
}

async function writeRows(
  archive: Archive,
  parts: WorkbookParts,
  sheet: SheetPart,
  options: FileOptions,
  expected: readonly string[] | undefined,
  path: string,
) {
  const first = options.headerRow ?? (options.skipRows ?? 0) + 1;
  const header = options.headerRow === undefined ? options.header : true;
  const sample = await readSample(archive, parts, sheet, first);
  const plan = planSheet(sample, header, expected);
  const { layout, top } = plan;
  const shape = { width: plan.width, totals: options.totals, header: layout.header?.cells };
  const end = new TableEnd<SheetRecord>(shape, (row) => tooWide(row, sheet, plan));
  const labels = labelLines(layout);
  const out = openLines(path, plan.names);
  try {
    const counts = await readSheet(archive, parts, sheet.part, (row) => {
      if (row.line < top || row.line === layout.header?.line || labels.includes(row.line)) return true;
      const settled = end.push(recordOf(row, plan));
      if (settled) out.write(settled);
      return true;
    });
    const leftOut = nothingLeftOut();
    for (const row of noteLeftOut(end, leftOut)) out.write(row);
    const warnings = layoutWarnings(
      {
        topLine: top,
        headerLine: layout.header?.line,
        titles: plan.titles,
        labels: layout.labels,
        isHeaderSure: layout.isHeaderSure,
        isHeaderRequested: header !== undefined || expected !== undefined,
        skippedLines: first - 1,
      },
      leftOut,
    );
    const renamed = renameWarnings(plan.given, plan.names);
    return {
      lines: out.lines,
      warnings: [...renamed, ...warnings, ...valueWarnings(counts)],
      header: layout.header !== undefined,
    };
  } finally {
    out.close();
  }
}

async function readSample(archive: Archive, parts: WorkbookParts, { name, part }: SheetPart, first: number) {
  const sample: SheetRow[] = [];
  await readSheet(archive, parts, part, (row) => {
    if (row.line >= first) sample.push(row);
    return sample.length < sampleRows;
  });
  if (sample.length === 0)
    throw fileFault('empty_file', `Sheet "${name}" has no values in the rows that were to be read.`);
  return sample;
}

function planSheet(
  sample: readonly SheetRow[],
  header: boolean | undefined,
  expected: readonly string[] | undefined,
): SheetPlan {
  const found = planFrom(sample, header, expected);
  const titles = found.layout.titles.length;
  // A title may start further left than the table.
  return titles === 0 ? found : { ...planFrom(sample.slice(titles), header, expected, true), titles: found.titles };
}

function planFrom(
  sample: readonly SheetRow[],
  header: boolean | undefined,
  expected: readonly string[] | undefined,
  isTable = false,
): SheetPlan {
  const from = Math.min(...sample.map(({ values }) => values.findIndex((value) => value !== null)));
  const width = Math.max(...sample.map(({ values }) => values.length)) - from;
  const records = sample.map(
    (row): TextRecord => ({ ...recordOf(row, { from, width }), isBlank: false, isComment: false }),
  );
  const joins = expected && records[0].cells.some((cell) => expected.includes(cell.trim()));
  const layout = isTable ? belowTitles(records) : findLayout(records, header ?? joins);
  const unnamed = expected?.length === width ? expected : Array(width).fill('');
  const given = layout.header ? headerNames(layout) : unnamed;
  const { titles } = layout;
  return {
    layout,
    titles,
    top: records[titles.length].line,
    from,
    width,
    given,
    names: nameColumns(given, { renames: true }),
  };
}

/** Titles were searched already, so further rows with few cells are rows. */
function belowTitles(records: readonly TextRecord[]): Layout {
  const { hasHeader, isSure } = detectHeader(records.map(({ cells }) => cells));
  return { ...findLayout(records, hasHeader), isHeaderSure: isSure };
}

function recordOf({ line, values }: SheetRow, { from, width }: { from: number; width: number }): SheetRecord {
  const own = values.slice(from);
  while (own.length < width) own.push(null);
  return { line, values: own, cells: own.map((value) => (value === null ? '' : String(value))) };
}

/** Writes synchronously: this process does nothing else meanwhile. */
function openLines(path: string, names: readonly string[]) {
  const file = openSync(path, 'w');
  const lines: number[] = [];
  let text = '';
  const flush = () => {
    writeSync(file, text);
    text = '';
  };
  return {
    lines,
    write({ line, values }: SheetRecord) {
      // The first row contains all names in order; an object would put names of digits first.
      const isFirst = lines.length === 0;
      const cells = names.map((name, index) => ({ name, value: values[index] }));
      const told = cells.filter(({ value }) => isFirst || value !== null);
      text += `{${told.map(({ name, value }) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}\n`;
      lines.push(line);
      if (text.length > 1 << 20) flush();
    },
    close() {
      flush();
      closeSync(file);
    },
  };
}

function tooWide({ line, cells }: SheetRecord, { name }: SheetPart, { width }: SheetPlan): Error {
  const detail = `Row ${line} of sheet "${name}" has ${cells.length} cells; ${width} were expected, as in its first rows.`;
  return fileFault('ragged_line', detail, `/line/${line}`);
}

function noRows({ name }: SheetPart, hasHeader: boolean): Error {
  const why = hasHeader
    ? 'its only row was taken as the header; say header=false if it is a row'
    : 'it has titles only';
  return fileFault('empty_file', `Sheet "${name}" has no rows: ${why}, or name another one in sheet.`);
}

function valueWarnings({
  errors,
  formulasWithoutValue,
}: {
  errors: number;
  formulasWithoutValue: number;
}): TableWarning[] {
  const warnings: TableWarning[] = [];
  const add = (code: string, detail: string) => warnings.push({ code, detail });
  if (errors > 0) add('error_cells', `${errors} cells hold an error such as #N/A; they were read as missing.`);
  if (formulasWithoutValue > 0)
    add(
      'formulas_without_value',
      `${formulasWithoutValue} formulas have no stored result and were read as missing; open and save the workbook in a spreadsheet first.`,
    );
  return warnings;
}
