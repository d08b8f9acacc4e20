import { TrainingError } from '../errors.ts';
import type { Table } from '../table.ts';
import { readTimes } from './axis/read-times.ts';

/**
 * Adds to the error of a table without inputs which column holds times, such as `KW 1/2019`: it names each row once, as
 * identifiers do, and is of use to a forecast only.
 */
export function hintAtTimes(error: unknown, { columns }: Table, target: string): unknown {
  if (!(error instanceof TrainingError) || error.code !== 'no_inputs') return error;
  const times = columns.filter(({ name, type }) => name !== target && type === 'text').filter(holdsTimes);
  if (times.length === 0) return error;
  const [{ name }] = times;
  const hint = `\`${name}\` looks like times: set \`options.order_by\` to \`${name}\` to forecast \`${target}\``;
  return new TrainingError('no_inputs', `${error.message}; ${hint}`, name);
}

function holdsTimes(column: Table['columns'][number]): boolean {
  try {
    const { reading, times } = readTimes(column);
    return reading.format.style !== 'integer' && times.some(Number.isFinite);
  } catch (error) {
    if (error instanceof TrainingError) return false;
    throw error;
  }
}
