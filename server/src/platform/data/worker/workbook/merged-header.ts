import { kindOf } from '../detect-header.ts';
import { headerNames, type Layout } from '../find-layout.ts';
import { areIndexNames, withIndexNames } from '../index-names.ts';
import type { TextRecord } from '../records.ts';
import type { MergedRange } from './merged-ranges.ts';

const mostNameRows = 3;
const rowsCompared = 50;
const year = /^(?:19|20)\d\d$/;

/** The first rows of a sheet, with columns counted from the table's first one. */
export interface MergedSample {
  records: readonly TextRecord[];
  ranges: readonly MergedRange[];
}

/** Returns the ranges of a sheet with columns counted from the first one of its table, and without those beside it. */
export function rangesOfTable(ranges: readonly MergedRange[], from: number, width: number): MergedRange[] {
  return ranges
    .map(({ top, bottom, left, right }) => ({
      top,
      bottom,
      left: left - from,
      right: Math.min(right - from, width - 1),
    }))
    .filter(({ left, right }) => left >= 0 && left <= right);
}

/**
 * Whether a row that looks like a title names groups of columns: merged cells that do not begin at the table's first
 * column, or beside others, directly above a row of names.
 */
export function namesGroups(row: TextRecord, below: TextRecord | undefined, ranges: readonly MergedRange[]): boolean {
  if (below?.line !== row.line + 1) return false;
  const filled = row.cells.filter((cell) => cell.trim() !== '').length;
  const groups = groupsOf(row, ranges);
  return groups.some(({ left }) => left > 0 || filled > 1) && isFilledBelow(groups, below, ranges);
}

/** Adds to the header the rows below that merged cells join with it: `Sales` over `2024` and `2025`, `Region` beside. */
export function withMergedNames(layout: Layout, { records, ranges }: MergedSample): Layout {
  const { header, labels, titles } = layout;
  if (header === undefined || (labels.units.length > 0 && groupsOf(header, ranges).length === 0)) return layout;
  const below = records.slice(titles.length + 1);
  const names: TextRecord[] = [];
  while (names.length < Math.min(mostNameRows, below.length - 1)) {
    const rows = below.slice(names.length);
    if (!goesOn([header, ...names], rows, ranges)) break;
    names.push(rows[0]);
  }
  if (names.length <= labels.names.length) return layout;
  const rows = below.slice(names.length);
  const index = rows.length > 2 && areIndexNames(header.cells, names, rows) ? { index: rows[0] } : {};
  return { ...layout, labels: { units: [], names, ...index }, isHeaderSure: true };
}

function goesOn(
  header: readonly TextRecord[],
  [row, ...others]: readonly TextRecord[],
  ranges: readonly MergedRange[],
) {
  const last = header[header.length - 1];
  if (row.line !== last.line + 1) return false;
  const reaching = ranges.filter(
    (range) => range.top >= header[0].line && range.top < row.line && range.bottom >= row.line,
  );
  const groups = groupsOf(last, ranges).filter(({ bottom }) => bottom < row.line);
  if (reaching.length + groups.length === 0 || !isFilledBelow(groups, row, ranges)) return false;
  const isCovered = (column: number) => reaching.some(({ left, right }) => left <= column && column <= right);
  const isGrouped = (column: number) => groups.some(({ left, right }) => left <= column && column <= right);
  const isSure = reaching.length > 0 && groups.length > 0;
  return row.cells.every((cell, column) => {
    const text = cell.trim();
    if (text === '') return true;
    if (isCovered(column) || others.slice(0, rowsCompared).some(({ cells }) => cells[column]?.trim() === text))
      return false;
    // Beside groups alone, a row of the table has values below names.
    if (reaching.length === 0 && !isGrouped(column) && (last.cells[column] ?? '').trim() !== '') return false;
    return isSure || kindOf(text) === 'text' || year.test(text);
  });
}

/** Merged cells of a row over several columns. */
function groupsOf({ line, cells }: TextRecord, ranges: readonly MergedRange[]): MergedRange[] {
  return ranges.filter(({ top, left, right }) => top === line && right > left && (cells[left] ?? '').trim() !== '');
}

/** Whether each column of a group has a name of its own below, or one of a smaller group. */
function isFilledBelow(groups: readonly MergedRange[], row: TextRecord, ranges: readonly MergedRange[]): boolean {
  const smaller = groupsOf(row, ranges);
  return groups.every(({ left, right }) => {
    const names = row.cells.slice(left, right + 1).map((cell) => cell.trim());
    const isNamed = (name: string, index: number) =>
      name !== '' || smaller.some((group) => group.left < left + index && left + index <= group.right);
    const own = names.filter((name) => name !== '');
    return own.length > 1 && names.every(isNamed) && new Set(own).size === own.length;
  });
}

/** Returns the names of columns, joined from all rows of the header that merged cells put over them. */
export function mergedNames(layout: Layout, ranges: readonly MergedRange[]): string[] {
  const { header, labels } = layout;
  const rows = header === undefined ? [] : [header, ...labels.names];
  const over = ranges.filter(({ top }) => rows.some(({ line }) => line === top));
  if (header === undefined || over.length === 0) return headerNames(layout);
  const joined = header.cells.map((_, column) => {
    const parts = rows.map(({ line, cells }) => {
      const range = over.find(({ top, left, right }) => top === line && left <= column && column <= right);
      return (cells[range?.left ?? column] ?? '').trim();
    });
    return parts.filter((part) => part !== '').join(' ');
  });
  return withIndexNames(joined, labels.index);
}
