import type { JsonValue } from '../../platform/data/types.ts';

/** Rows of a table that questions are tried on, and what they tell of all rows. */
export interface TableSample {
  /** The first rows; all, where there are as many as the table has. */
  rows: JsonValue[][];
  /** For each column the number of distinct values and of missing ones in all rows, estimated where more than these. */
  counts: { distinct: number; nulls: number }[];
}

/** So much is kept in memory of each table. */
const keptRows = 300;
const keptCells = 4000;
const keptCharacters = 100_000;

interface Sampled {
  columns: number;
  rowCount: number;
  /** A text of so many letters was cut. */
  mostCharacters: number;
}

export function sampleOf(rows: readonly JsonValue[][], { columns, rowCount, mostCharacters }: Sampled): TableSample {
  const counts = Array.from({ length: columns }, (_, at) => {
    const cells = rows.flatMap((row) => (row[at] === null ? [] : [keyOf(row[at])]));
    const nulls = Math.round(((rows.length - cells.length) / Math.max(1, rows.length)) * rowCount);
    return { distinct: estimateDistinct(cells, rowCount - nulls), nulls };
  });
  return { rows: keptOf(rows, columns, mostCharacters), counts };
}

/** The first rows up to one with a cell that was cut, which would be taken for the whole text. */
function keptOf(rows: readonly JsonValue[][], columns: number, mostCharacters: number): JsonValue[][] {
  const kept: JsonValue[][] = [];
  let characters = 0;
  for (const row of rows.slice(0, Math.min(keptRows, Math.ceil(keptCells / Math.max(1, columns))))) {
    characters += JSON.stringify(row).length;
    const isCut = row.some((cell) => typeof cell === 'string' && cell.length >= mostCharacters);
    if (isCut || characters > keptCharacters) break;
    kept.push(row);
  }
  return kept;
}

/** By Haas and Stokes, as ANALYZE of PostgreSQL does: values that are seen once tell how many are not seen. */
function estimateDistinct(cells: readonly unknown[], of: number): number {
  const seen = new Map<unknown, number>();
  for (const cell of cells) seen.set(cell, (seen.get(cell) ?? 0) + 1);
  if (cells.length >= of) return seen.size;
  const once = [...seen.values()].filter((count) => count === 1).length;
  return Math.round((cells.length * seen.size) / (cells.length - once + (once * cells.length) / of));
}

function keyOf(cell: JsonValue): unknown {
  return typeof cell === 'object' ? JSON.stringify(cell) : cell;
}
