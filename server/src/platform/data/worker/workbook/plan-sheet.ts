import { fileFault } from '../../faults.ts';
import type { PlacedRow } from '../cut-table.ts';
import { detectHeader } from '../detect-header.ts';
import { findLayout, type Layout, labelLines } from '../find-layout.ts';
import { nameColumns } from '../name-columns.ts';
import type { TextRecord } from '../records.ts';
import type { Archive } from './archive.ts';
import { type MergedSample, mergedNames, namesGroups, rangesOfTable, withMergedNames } from './merged-header.ts';
import type { MergedRange } from './merged-ranges.ts';
import type { SheetPart, WorkbookParts } from './parts.ts';
import { readSheet, type SheetRow, type SheetValue } from './read-sheet.ts';

const sampleRows = 500;

/** A row of the table. Its texts are its own, and say whether it is a total; `values` are those of merged cells too. */
export interface SheetRecord extends PlacedRow {
  cells: string[];
  values: SheetValue[];
}

/** What to read from a sheet. */
export interface SheetPlan {
  layout: Layout;
  titles: Layout['titles'];
  /** The first row of the table, and the columns before and after it. */
  top: number;
  from: number;
  width: number;
  /** Names in the sheet, and the final names. */
  given: readonly string[];
  names: string[];
  /** The first rows below the header. */
  rows: readonly TextRecord[];
}

export async function readSample(archive: Archive, parts: WorkbookParts, { name, part }: SheetPart, first: number) {
  const sample: SheetRow[] = [];
  await readSheet(archive, parts, part, (row) => {
    if (row.line >= first) sample.push(row);
    return sample.length < sampleRows;
  });
  if (sample.length === 0)
    throw fileFault('empty_file', `Sheet "${name}" has no values in the rows that were to be read.`);
  return sample;
}

export interface SheetStart {
  sample: readonly SheetRow[];
  ranges: readonly MergedRange[];
  header: boolean | undefined;
  expected: readonly string[] | undefined;
  everyRow?: boolean | undefined;
}

export function planSheet(start: SheetStart): SheetPlan {
  const found = planFrom(start);
  if (found.titles.length === 0) return found;
  const titles = titlesAbove(found, start);
  // A title may start further left than the table.
  const plan = planFrom({ ...start, sample: start.sample.slice(titles) }, true);
  return { ...plan, titles: found.titles.slice(0, titles) };
}

/** Names of groups of columns look like titles, but for their merged cells. */
function titlesAbove({ titles, layout: { header }, from, width }: SheetPlan, { ranges }: SheetStart): number {
  const merged = rangesOfTable(ranges, from, width);
  let top = titles.length;
  while (top > 0 && namesGroups(titles[top - 1], titles[top] ?? header, merged)) top -= 1;
  return top;
}

function planFrom({ sample, ranges, header, expected, everyRow }: SheetStart, isTable = false): SheetPlan {
  const from = Math.min(...sample.map(({ values }) => values.findIndex((value) => value !== null)));
  const width = Math.max(...sample.map(({ values }) => values.length)) - from;
  const records = sample.map(
    (row): TextRecord => ({ ...recordOf(row, row.values, { from, width }), isBlank: false, isComment: false }),
  );
  const merged: MergedSample = { records, ranges: rangesOfTable(ranges, from, width) };
  const wanted = everyRow ? expected : undefined;
  const joins = expected && records[0].cells.some((cell) => expected.includes(cell.trim()));
  const found = isTable ? belowTitles(merged, wanted) : findLayout(records, header ?? joins, wanted);
  const layout = withMergedNames(found, merged);
  const unnamed = expected?.length === width ? expected : Array(width).fill('');
  const given = layout.header ? mergedNames(layout, merged.ranges) : unnamed;
  const { titles } = layout;
  const skipped = [layout.header?.line, ...labelLines(layout)];
  return {
    layout,
    titles,
    top: records[titles.length].line,
    from,
    width,
    given,
    names: nameColumns(given, { renames: true }),
    rows: records.slice(titles.length).filter(({ line }) => !skipped.includes(line)),
  };
}

/** Titles were searched already, so further rows with few cells are rows. */
function belowTitles({ records, ranges }: MergedSample, wanted: readonly string[] | undefined): Layout {
  const { hasHeader, isSure } = detectHeader(records.map(({ cells }) => cells));
  const isGroups = namesGroups(records[0], records[1], ranges);
  return { ...findLayout(records, hasHeader || isGroups, wanted), isHeaderSure: isSure || isGroups };
}

export function recordOf(
  { line, values: own }: SheetRow,
  values: readonly SheetValue[],
  { from, width }: { from: number; width: number },
): SheetRecord {
  const padded = (cells: readonly SheetValue[]) =>
    [...cells.slice(from), ...Array(width).fill(null)].slice(0, Math.max(width, cells.length - from));
  return {
    line,
    values: padded(values),
    cells: padded(own).map((value) => (value === null ? '' : String(value))),
  };
}
