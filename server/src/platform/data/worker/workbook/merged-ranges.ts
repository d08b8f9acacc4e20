import { fileFault } from '../../faults.ts';
import type { Archive } from './archive.ts';
import { columnOf } from './read-sheet.ts';

/** Cells that a sheet shows as one, which has the value of the first. Rows count from 1, columns from 0. */
export interface MergedRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

const mostRanges = 1_000_000;

/** Returns the merged ranges of a sheet by row and column. They stand below its rows, which are read only then. */
export async function readMergedRanges(archive: Archive, part: string): Promise<MergedRange[]> {
  const ranges: MergedRange[] = [];
  if (!(await archive.contains(part, 'mergeCell'))) return ranges;
  await archive.read(part, {
    open(name, { ref = '' }) {
      const range = name === 'mergeCell' ? rangeOf(ref) : undefined;
      if (!range) return;
      ranges.push(range);
      if (ranges.length <= mostRanges) return;
      throw fileFault('broken_workbook', `A sheet has more than ${mostRanges} merged ranges of cells.`);
    },
  });
  ranges.sort((one, other) => one.top - other.top || one.left - other.left);
  // Ranges do not overlap, but in a file of somebody's making.
  return ranges.filter(({ top, left }, index) => top !== ranges[index - 1]?.top || left !== ranges[index - 1]?.left);
}

function rangeOf(reference: string): MergedRange | undefined {
  const [, first, top, last, bottom] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (first === undefined) return undefined;
  const columns = [columnOf(first) ?? 0, columnOf(last) ?? 0];
  const rows = [Number(top), Number(bottom)];
  return {
    top: Math.min(...rows),
    left: Math.min(...columns),
    bottom: Math.max(...rows),
    right: Math.max(...columns),
  };
}

/** Returns the range as a spreadsheet writes it, such as `A3:A4`. */
export function nameRange({ top, left, bottom, right }: MergedRange): string {
  return `${lettersOf(left)}${top}:${lettersOf(right)}${bottom}`;
}

function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${lettersOf(Math.floor(column / 26) - 1)}${last}`;
}
