import { CellError, createNumericReader } from '@sibyl/engine/columns/cells.ts';
import { usualReading } from '@sibyl/engine/readings/reading.ts';

const readNumber = createNumericReader(usualReading('number'));

/** Greatest true number: the fourth powers of errors are added up. */
export const mostMagnitude = 1e60;

/** Returns the number of a true cell, which may be a text such as `1,200.5`; undefined for what cannot be one. */
export function readTrueNumber(cell: unknown): number | undefined {
  const value = readNumber(cell);
  return value instanceof CellError || !(Math.abs(value) <= mostMagnitude) ? undefined : value;
}
