import { fileFault } from '../../faults.ts';
import type { TableWarning } from '../../types.ts';
import type { Archive } from './archive.ts';
import type { SheetPart, WorkbookParts } from './parts.ts';
import { readSheet } from './read-sheet.ts';

const mostNames = 20;

/** Rows of a sheet that are looked at: a cover has fewer. */
const mostOfCover = 30;

/** Returns the sheet that is said; else the active one, then visible ones, then hidden ones: the first with a table. */
export async function chooseSheet(
  archive: Archive,
  parts: WorkbookParts,
  requested: string | undefined,
): Promise<SheetPart> {
  const names = namesOf(parts.sheets);
  if (requested !== undefined) {
    const sheet = parts.sheets.find(({ name }) => name === requested) ?? parts.sheets[Number(requested) - 1];
    if (sheet) return sheet;
    throw fileFault('no_such_sheet', `sheet: the workbook has no sheet "${requested}"; it has ${names}.`);
  }
  const looked = new Set<string>();
  const lesser: { sheet: SheetPart; place: number }[] = [];
  for (const sheet of parts.sheets.toSorted((left, right) => rankOf(left) - rankOf(right))) {
    if (looked.has(sheet.part)) continue; // several sheets may name the same part
    looked.add(sheet.part);
    const extent = await extentOf(archive, parts, sheet);
    if (extent === 'table' && !sheet.isHidden) return sheet;
    if (extent !== 'nothing') lesser.push({ sheet, place: placeOf(extent, sheet) });
  }
  if (lesser.length > 0) return lesser.reduce((best, next) => (next.place < best.place ? next : best)).sheet;
  throw fileFault('empty_file', `No sheet of the workbook has a value; it has ${names}.`);
}

type Extent = 'table' | 'lines' | 'line' | 'nothing';

/** A cover has some lines of one cell; one line is a cover, or a header without rows. */
async function extentOf(archive: Archive, parts: WorkbookParts, sheet: SheetPart): Promise<Extent> {
  let [rows, wide] = [0, 0];
  await readSheet(archive, parts, sheet.part, ({ values }) => {
    rows += 1;
    if (values.filter((value) => value !== null).length > 1) wide += 1;
    return wide < 2 && rows <= mostOfCover;
  });
  if (wide > 1 || rows > mostOfCover) return 'table';
  return rows > 1 ? 'lines' : rows > 0 ? 'line' : 'nothing';
}

/** Visible lines are a table of one column before hidden sheets are read. */
function placeOf(extent: Extent, { isHidden }: SheetPart): number {
  if (extent === 'line') return 2;
  return isHidden ? 1 : 0;
}

function rankOf({ isActive, isHidden }: SheetPart): number {
  if (isHidden) return 2;
  return isActive ? 0 : 1;
}

function namesOf(sheets: readonly SheetPart[]): string {
  const names = sheets.slice(0, mostNames).map(nameOf);
  const more = sheets.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

function nameOf({ name, isHidden }: SheetPart): string {
  return isHidden ? `"${name}" (hidden)` : `"${name}"`;
}

/** Says which sheet was read where the workbook has others. */
export function otherSheets(
  { sheets }: WorkbookParts,
  chosen: SheetPart,
  requested: string | undefined,
): TableWarning[] {
  if (sheets.length < 2 || requested !== undefined) return [];
  const others = sheets.filter(({ part }) => part !== chosen.part);
  if (others.length === 0) return [];
  const detail = `Sheet ${nameOf(chosen)} was read, not ${namesOf(others)}; set sheet to read another one.`;
  return [{ code: 'sheet_chosen', detail }];
}
