import { createRandom, rowNumbers, shuffle } from '@sibyl/engine/random.ts';
import type { Table } from '@sibyl/engine/table.ts';
import { cellOf, pickRows, rowObject } from '../accuracy/csv.ts';
import type { BenchTable } from '../accuracy/tables.ts';

/** Training rows, and rows to predict from some of the inputs. */
export interface Question {
  bench: BenchTable;
  known: Table;
  asked: Record<string, unknown>[];
}

/** Holds out a quarter of the rows, at most `mostAsked`; trains on at most `mostKnown` others. */
export function divide(bench: BenchTable, mostKnown: number, mostAsked: number): Question {
  const table = bench.load();
  const target = table.columns.find(({ name }) => name === bench.request.target);
  if (!target) throw new Error(`${bench.name} has no column ${bench.request.target}`);
  const order = shuffle(rowNumbers(table.rowCount), createRandom(11)).filter((row) => cellOf(target, row) !== null);
  const askedCount = Math.min(mostAsked, Math.floor(order.length / 4));
  const learned = new Set(order.subarray(askedCount, askedCount + mostKnown));
  return {
    bench,
    known: pickRows(table, (row) => learned.has(row)),
    asked: Array.from(order.subarray(0, askedCount), (row) => rowObject(table, row)),
  };
}

/** Draws distinct random subsets with the given share of the inputs; fewer when there are not enough. */
export function drawSubsets(inputs: readonly string[], share: number, count: number): string[][] {
  const random = createRandom(Math.round(share * 100) + 1);
  const size = Math.max(1, Math.min(inputs.length - 1, Math.round(share * inputs.length)));
  const drawn = new Map<string, string[]>();
  for (let turn = 0; turn < count * 20 && drawn.size < count; turn++) {
    const places = shuffle(rowNumbers(inputs.length), random).slice(0, size).sort();
    const subset = Array.from(places, (place) => inputs[place]);
    drawn.set(subset.join('\n'), subset);
  }
  return [...drawn.values()];
}

/** Returns the rows with only the named cells. */
export function withOnly(
  rows: readonly Record<string, unknown>[],
  columns: readonly string[],
): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])));
}
