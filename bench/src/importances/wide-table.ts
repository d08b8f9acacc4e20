import { createRandom, rowNumbers, shuffle } from '@sibyl/engine/random.ts';
import type { Column, Table } from '@sibyl/engine/table.ts';

/** A table of noise but for five inputs that decide about a rare class; three of these may have a near-copy. */
export interface WideTable {
  inputs: number;
  /** Share of the rare class. */
  positive: number;
  hasCopies: boolean;
  seed: number;
}

export const target = 'bought';
const weights = [1.4, -1.2, 1, 0.9, -0.8];
export const mattering = weights.map((_, index) => `matters_${index}`);
const copied = 3;

/** Returns the name of the column that a near-copy tells of, else its own. */
export function originOf(column: string): string {
  return column.replace(/^copy_of_/, '');
}

export function drawWideTable({ inputs, positive, hasCopies, seed }: WideTable, rowCount: number): Table {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const draw = () => Float64Array.from({ length: rowCount }, normal);
  const causes = weights.map(draw);
  const copies = hasCopies ? causes.slice(0, copied).map((cells) => cells.map((cell) => cell + 0.2 * normal())) : [];
  const noise = Array.from({ length: inputs - causes.length - copies.length }, draw);
  const score = Float64Array.from(
    { length: rowCount },
    (_, row) => causes.reduce((sum, cells, index) => sum + weights[index] * cells[row], 0) + normal(),
  );
  const limit = score.toSorted()[Math.floor((1 - positive) * rowCount)];
  const number = (name: string, values: Float64Array): Column => ({ name, type: 'number', values });
  return {
    rowCount,
    columns: [
      ...causes.map((cells, index) => number(mattering[index], cells)),
      ...copies.map((cells, index) => number(`copy_of_${mattering[index]}`, cells)),
      ...noise.map((cells, index) => number(`noise_${index}`, cells)),
      { name: target, type: 'boolean', values: Uint8Array.from(score, (one) => (one >= limit ? 1 : 0)) },
    ],
  };
}

/** Adds columns that tell nothing: cells of other columns in another order. */
export function withShuffled(table: Table, target: string, count: number, seed: number): Table {
  const random = createRandom(seed);
  const inputs = table.columns.filter(({ name }) => name !== target);
  const added = Array.from({ length: count }, (_, index) => {
    const column = inputs[index % inputs.length];
    const order = shuffle(rowNumbers(table.rowCount), random);
    const name = `noise_${index}`;
    if (column.type === 'text') return { ...column, name, codes: order.map((row) => column.codes[row]) };
    return { ...column, name, values: column.values.map((_cell, row) => column.values[order[row]]) } as Column;
  });
  return { rowCount: table.rowCount, columns: [...table.columns, ...added] };
}
