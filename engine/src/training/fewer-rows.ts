import { pickRows } from '../large-tables/table-in-memory.ts';
import { createMulberry32, drawSubset } from '../random.ts';
import type { Column, Table } from '../table.ts';

/** At least this many rows are used; smaller tables are used whole. */
const enoughRows = 20_000;
/** The same where the clock shows that there is no time for so many. */
const fewestWhenShort = 5000;
/** Rows that are read to see how long it takes. */
const timedRows = 1000;
/** Cells for each second of the budget, so that other work that is done once per cell leaves time for the search. */
const cellsPerSecond = 100_000;
/** Share of the budget for reading the table; the steps around the search take six to eight times as long. */
const readingShare = 0.06;

/** Returns the table, or as many of its rows, drawn at random, as the budget allows on a usual machine. */
export function drawByBudget(table: Table, budgetSeconds: number, seed: number): Table {
  return drawRows(table, (budgetSeconds * cellsPerSecond) / table.columns.length, enoughRows, seed);
}

/**
 * Returns the table, or fewer of its rows where reading some of them shows that all would take too long.
 * `timeRows` returns the seconds to read a table.
 */
export function drawByTime(
  table: Table,
  timeRows: (some: Table) => number,
  budgetSeconds: number,
  seed: number,
): Table {
  if (table.rowCount <= fewestWhenShort) return table;
  const some = drawRows(table, timedRows, timedRows, seed);
  const perRow = timeRows(some) / some.rowCount;
  return drawRows(table, (readingShare * budgetSeconds) / perRow, fewestWhenShort, seed);
}

function drawRows(table: Table, affordable: number, fewest: number, seed: number): Table {
  const count = Math.max(fewest, Math.floor(affordable));
  if (count >= table.rowCount) return table;
  const drawn = pickRows(table, drawSubset(table.rowCount, count, createMulberry32(seed)));
  return { ...drawn, columns: drawn.columns.map(keepUsedTexts) };
}

/** Drops the texts that no row has, because each is read. */
function keepUsedTexts(column: Column): Column {
  if (column.type !== 'text') return column;
  const isUsed = new Uint8Array(column.dictionary.length);
  for (const code of column.codes) if (code >= 0) isUsed[code] = 1;
  const newCode = new Int32Array(isUsed.length);
  let count = 0;
  for (const [code, used] of isUsed.entries()) if (used) newCode[code] = count++;
  return {
    ...column,
    codes: column.codes.map((code) => (code < 0 ? code : newCode[code])),
    dictionary: column.dictionary.filter((_, code) => isUsed[code]),
  };
}
