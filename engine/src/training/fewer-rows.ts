import { pickRows } from '../large-tables/table-in-memory.ts';
import { createMulberry32, drawSubset } from '../random.ts';
import type { Table } from '../table.ts';

/** At least this many rows are used; smaller tables are used whole. */
const enoughRows = 20_000;
/** Cells for each second of the budget, so that other work that is done once per cell leaves time for the search. */
const cellsPerSecond = 100_000;
/** Share of the budget for reading the table; the steps around the search take six to eight times as long. */
const readingShare = 0.06;

/** Returns the table, or as many of its rows, drawn at random, as the budget allows on a usual machine. */
export function drawByBudget(table: Table, budgetSeconds: number, seed: number): Table {
  return drawRows(table, (budgetSeconds * cellsPerSecond) / table.columns.length, seed);
}

/** Returns the table, or fewer of its rows when reading took so long that the later steps would use up the budget. */
export function drawByTime(table: Table, secondsRead: number, budgetSeconds: number, seed: number): Table {
  return drawRows(table, (table.rowCount * readingShare * budgetSeconds) / secondsRead, seed);
}

function drawRows(table: Table, affordable: number, seed: number): Table {
  const count = Math.max(enoughRows, Math.floor(affordable));
  if (count >= table.rowCount) return table;
  return pickRows(table, drawSubset(table.rowCount, count, createMulberry32(seed)));
}
