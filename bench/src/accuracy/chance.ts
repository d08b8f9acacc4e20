/** Seeded random numbers, and columns made of them. */
import { createRandom } from '@sibyl/engine/random.ts';
import type { Column, Table } from '@sibyl/engine/table.ts';

export type Draw = () => number;

/** Uniform and standard normal (Box and Muller) draws. */
export interface Chance {
  uniform: Draw;
  normal: Draw;
}

export function chanceOf(seed: number): Chance {
  const uniform = createRandom(seed);
  return { uniform, normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()) };
}

export function numbers(
  name: string,
  count: number,
  cell: (row: number) => number,
): Extract<Column, { type: 'number' }> {
  return { name, type: 'number', values: Float64Array.from({ length: count }, (_, row) => cell(row)) };
}

export function words(name: string, count: number, cell: (row: number) => string): Extract<Column, { type: 'text' }> {
  const cells = Array.from({ length: count }, (_, row) => cell(row));
  const dictionary = [...new Set(cells)];
  const codeOf = new Map(dictionary.map((word, code) => [word, code]));
  return { name, type: 'text', codes: Int32Array.from(cells, (word) => codeOf.get(word) ?? -1), dictionary };
}

export function makeTable(rowCount: number, columns: readonly Column[]): Table {
  return { rowCount, columns };
}
