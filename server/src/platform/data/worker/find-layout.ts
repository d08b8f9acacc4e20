import { detectHeader, isTyped } from './detect-header.ts';
import { findLabels, type Labels } from './detect-labels.ts';
import { findFrameLines, withIndexNames } from './index-names.ts';
import type { TextRecord } from './records.ts';

/** The position of the table in a file, found from its first records. */
export interface Layout {
  /** Records above the table: titles and notes. */
  titles: readonly TextRecord[];
  /** The record with the column names; undefined for none. */
  header: TextRecord | undefined;
  /** Records below the header that are no rows. */
  labels: Labels;
  /** Cells per row. */
  width: number;
  /** Whether the header has no name for the first column, as R writes row names. */
  lacksFirstName: boolean;
  isHeaderSure: boolean;
}

const mostTitles = 30;
/** The share of its cells that a header fills at least. */
const fullHeader = 0.6;
const noLabels: Labels = { units: [], names: [] };

/**
 * @param requested whether the first record is a header, if the sender said so; titles are then not searched
 * @param wanted names without which no record below the header is taken for a further line of it
 */
export function findLayout(
  records: readonly TextRecord[],
  requested: boolean | undefined,
  wanted?: readonly string[],
): Layout {
  const usual = usualWidth(records);
  const top = requested === undefined ? findTop(records, usual) : 0;
  const body = records.slice(top);
  const likely = requested === false ? noLabels : findLabels(body[0].cells, body.slice(1));
  const labels = wanted === undefined ? likely : labelsThatName(body[0], likely, wanted);
  const others = body.slice(1 + linesOf(labels).length);
  const cells = [body[0], ...others].map((record) => record.cells);
  const lacksFirstName = requested !== false && isShifted(cells, usual);
  const shown = lacksFirstName ? [['', ...cells[0]], ...cells.slice(1)] : cells;
  const isNamed = lacksFirstName || others.length < body.length - 1;
  const { hasHeader, isSure } = isNamed ? { hasHeader: true, isSure: true } : detectHeader(shown);
  const header = (requested ?? hasHeader) ? body[0] : undefined;
  return {
    titles: records.slice(0, top),
    header,
    labels,
    width: lacksFirstName ? usual : widthOf(cells, usual, header !== undefined),
    lacksFirstName,
    isHeaderSure: requested !== undefined || isSure,
  };
}

/** Returns the lines that complete the header to some wanted name. Units name nothing. */
function labelsThatName(header: TextRecord, labels: Labels, wanted: readonly string[]): Labels {
  const names = headerNames({ header, labels });
  const completes = names.some((name, index) => name !== header.cells[index]?.trim() && wanted.includes(name));
  return completes ? { ...labels, units: [] } : noLabels;
}

/** Returns the most frequent number of cells per record; the larger number in a tie. */
export function usualWidth(records: readonly TextRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].reduce((best, next) =>
    next[1] > best[1] || (next[1] === best[1] && next[0] > best[0]) ? next : best,
  )[0];
}

/**
 * Surplus blank cells at the end of the first record or of all others do not count, nor do delimiters at the end of
 * every line.
 */
function widthOf([first, ...rows]: readonly (readonly string[])[], usual: number, hasHeader: boolean): number {
  const width = first.length > usual && isBlankFrom(first, usual) ? usual : first.length;
  if (!hasHeader || rows.length === 0) return width;
  const filled = [first, ...rows].reduce((most, row) => Math.max(most, filledOf(row)), 0);
  return Math.min(width, Math.max(2, filled));
}

/** Returns the number of cells up to the last that is not blank. */
function filledOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}

export function isBlankFrom(cells: readonly string[], from: number): boolean {
  return cells.slice(from).every((cell) => cell.trim() === '');
}

/**
 * A first record with one cell less than all rows is a header above row names, as R writes it. Where the last cell of
 * all rows is blank, they rather end in an extra delimiter.
 */
function isShifted([first, ...rows]: readonly string[][], usual: number): boolean {
  if (first.length !== usual - 1 || first.length < 2 || rows.length === 0) return false;
  const regular = rows.filter((row) => row.length === usual);
  const names = new Set(regular.map((row) => row[0]));
  return names.size === regular.length && !first.some(isTyped) && !regular.every((row) => row[usual - 1].trim() === '');
}

function findTop(records: readonly TextRecord[], usual: number): number {
  let top = 0;
  while (
    top < Math.min(records.length - 1, mostTitles) &&
    findFrameLines(records[top].cells, records.slice(top + 1)) === undefined &&
    (isTitle(records, top, usual) ||
      isNote(records, top, usual) ||
      isPreamble(records, top, usual) ||
      isCommentAbove(records, top))
  )
    top += 1;
  return top > 0 && isTableFrom(records, top, usual) ? top : 0;
}

function filledIn({ cells }: TextRecord): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

/** One filled cell (two in a wide table, or `Account: 12`) where rows have more. */
function isTitle(records: readonly TextRecord[], at: number, usual: number): boolean {
  const filled = filledIn(records[at]);
  const isPair = usual >= 3 && records[at].cells[0].trimEnd().endsWith(':');
  if (usual < 2 || filled > (usual >= 5 || isPair ? 2 : 1)) return false;
  const below = filledIn(records[at + 1]);
  return records[at].cells.length < usual || (usual >= 3 && (below === 0 || below >= filled));
}

/** Several cells such as `Source, office, As of, 2011` that fill little of a wide table, parted from it by a blank line. */
function isNote(records: readonly TextRecord[], at: number, usual: number): boolean {
  const isSparse = (record: TextRecord) => filledIn(record) <= fullHeader * usual;
  const below = records.slice(at, at + mostTitles).findIndex((record) => !isSparse(record));
  return usual >= 5 && below > 0 && filledIn(records[at + below - 1]) === 0;
}

/** A line of figures and codes of another width above a line of names only, such as the first one of DATEV's exports. */
function isPreamble(records: readonly TextRecord[], at: number, usual: number): boolean {
  const [line, below] = [records[at].cells, records[at + 1].cells];
  return line.length !== usual && below.length === usual && line.some(isTyped) && !below.some(isTyped);
}

/** A line with the comment mark, as wide as the rows by chance, above another one or above what is certainly a header. */
function isCommentAbove(records: readonly TextRecord[], at: number): boolean {
  if (!records[at].isMarked) return false;
  const { hasHeader, isSure } = detectHeader(records.slice(at + 1).map(({ cells }) => cells));
  return records[at + 1].isMarked || (hasHeader && isSure);
}

/** The records below titles must certainly be a table; otherwise the titles are its first rows. */
function isTableFrom(records: readonly TextRecord[], top: number, usual: number): boolean {
  const [header, ...rows] = records.slice(top).map((record) => record.cells);
  if (rows.length === 0 || header.length < usual - 1 || filledIn(records[top]) < usual * fullHeader) return false;
  const { hasHeader, isSure } = detectHeader([header, ...rows]);
  if (hasHeader && isSure) return true;
  const isTidy = [header, ...rows.slice(0, 20)].every((cells) => cells.every((cell) => !/^\s/.test(cell)));
  const isSentence = /\s/.test(records[0].cells[0].trim()) || records[0].cells.length === usual;
  return usual >= 3 && isTidy && isSentence && hasHeader;
}

/** Returns the lines below the header that are no rows. */
export function labelLines({ header, labels }: Layout): number[] {
  return header === undefined ? [] : linesOf(labels).map(({ line }) => line);
}

function linesOf({ units, names, index }: Labels): TextRecord[] {
  return [...units, ...names, ...(index ? [index] : [])];
}

/** Returns the names in the header; blank or repeated ones are completed from the lines below. */
export function headerNames(layout: Pick<Layout, 'header' | 'labels'>): string[] {
  return withIndexNames(joinedNames(layout), layout.labels.index);
}

function joinedNames({ header, labels }: Pick<Layout, 'header' | 'labels'>): string[] {
  const upper = header?.cells.map((cell) => cell.trim()) ?? [];
  if (labels.names.length === 0 || (!upper.includes('') && new Set(upper).size === upper.length)) return upper;
  let group = '';
  return upper.map((name, index) => {
    if (name !== '') group = name;
    const lower = labels.names.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => cell !== '');
    return lower.length === 0 ? name : [group, ...lower].filter((part) => part !== '').join(' ');
  });
}
