import { closeSync, openSync, writeSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fileFault } from '../faults.ts';
import type { FileOptions, TableWarning } from '../types.ts';
import { TableEnd } from './cut-table.ts';
import { labelLines } from './find-layout.ts';
import { openJson } from './open-json.ts';
import { noteLeftOut, nothingLeftOut } from './read-table-text.ts';
import type { OpenedText } from './text-source.ts';
import { layoutWarnings, renameWarnings } from './text-warnings.ts';
import { tooLarge } from './unpack.ts';
import { type Archive, brokenWorkbook, openArchive } from './workbook/archive.ts';
import { chooseSheet, otherSheets } from './workbook/choose-sheet.ts';
import { formatWarnings, sharesOf, unpadded } from './workbook/formats.ts';
import { MergedCells, type TableColumns } from './workbook/merged-cells.ts';
import { readMergedRanges } from './workbook/merged-ranges.ts';
import { readParts, type SheetPart, type WorkbookParts } from './workbook/parts.ts';
import { planSheet, readSample, recordOf, type SheetPlan, type SheetRecord } from './workbook/plan-sheet.ts';
import { readSheet } from './workbook/read-sheet.ts';

/** Sheets that a dialect names. */
const mostSheets = 200;

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
    const written = await writeRows({ archive, parts, sheet, options, expected, path: linesPath, most });
    if (written.lines.length === 0) throw noRows(sheet, written.header);
    const opened = await openJson(connection, linesPath, scratchPath, 'ndjson', {});
    const { lines, warnings, header, spans, shares } = written;
    return {
      ...opened,
      isSpan: (index) => spans.has(index),
      isShare: (index) => shares.has(index),
      dialect: {
        format: 'xlsx',
        sheet: sheet.name,
        sheets: parts.sheets.slice(0, mostSheets).map(({ name }) => name),
        header,
      },
      warnings: [...otherSheets(parts, sheet, options.sheet), ...warnings],
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

interface SheetOrder {
  archive: Archive;
  parts: WorkbookParts;
  sheet: SheetPart;
  options: FileOptions;
  expected: readonly string[] | undefined;
  path: string;
  most: number;
}

async function writeRows({ archive, parts, sheet, options, expected, path, most }: SheetOrder) {
  const first = options.headerRow ?? (options.skipRows ?? 0) + 1;
  const header = options.headerRow === undefined ? options.header : true;
  const ranges = await readMergedRanges(archive, sheet.part);
  const sample = await readSample(archive, parts, sheet, first);
  const plan = planSheet({ sample, ranges, header, expected, everyRow: options.everyRow });
  const { layout, top } = plan;
  const shape = {
    width: plan.width,
    totals: options.totals,
    header: options.everyRow ? undefined : layout.header?.cells,
  };
  const end = new TableEnd<SheetRecord>(shape, (row) => tooWide(row, sheet, plan));
  const labels = labelLines(layout);
  const merged = new MergedCells(ranges, tableOf(plan));
  const out = openLines(path, plan.names, most, options.types);
  try {
    const counts = await readSheet(archive, parts, sheet.part, (row) => {
      if (row.line < top || row.line === layout.header?.line || labels.includes(row.line)) return true;
      for (const { own, values } of merged.fill(row)) {
        const settled = end.push(recordOf(own, values, plan));
        if (settled) out.write(settled);
      }
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
      warnings: [
        ...renamed,
        ...warnings,
        ...merged.warnings(),
        ...formatWarnings(counts, plan, options.types),
        ...valueWarnings(counts),
      ],
      header: layout.header !== undefined,
      spans: new Set([...counts.spans].map((column) => column - plan.from)),
      shares: new Set(sharesOf(counts).map((column) => column - plan.from)),
    };
  } finally {
    out.close();
  }
}

function tableOf({ layout, top, from, width, rows }: SheetPlan): TableColumns {
  const above = [layout.header?.line, ...labelLines(layout)].filter((line) => line !== undefined);
  const headerLines = above.length === 0 ? undefined : { from: top, to: Math.max(...above) };
  return { from, width, headerLines, sample: rows.map(({ cells }) => cells) };
}

/** Writes synchronously: this process does nothing else meanwhile. */
function openLines(path: string, names: readonly string[], most: number, types: FileOptions['types'] = {}) {
  const isNumber = names.map((name) => types[name] === 'integer' || types[name] === 'number');
  const file = openSync(path, 'w');
  const lines: number[] = [];
  let text = '';
  let size = 0;
  const flush = () => {
    size += writeSync(file, text);
    text = '';
    // Cells may share one long text, and merged ranges one cell.
    if (size > most) throw tooLarge(most);
  };
  return {
    lines,
    write({ line, values }: SheetRecord) {
      // The first row contains all names in order; an object would put names of digits first.
      const isFirst = lines.length === 0;
      const cells = names.map((name, index) => ({
        name,
        value: isNumber[index] ? unpadded(values[index]) : values[index],
      }));
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
  const why = hasHeader ? 'its only row was read as the header; set header=false if it is a row' : 'it has titles only';
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
