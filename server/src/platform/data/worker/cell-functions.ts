import {
  BIGINT,
  DOUBLE,
  type DuckDBConnection,
  DuckDBScalarFunction,
  type DuckDBType,
  VARCHAR,
} from '@duckdb/node-api';
import { createBlankTest, createCellParser } from '@sibyl/engine/readings/parse-cell.ts';
import { isMoment, type Reading } from '@sibyl/engine/readings/reading.ts';

type CellValue = number | bigint | string | null;

/**
 * Registers an SQL function `name(cell)` that the engine computes; it is never called with NULL. Not for instances that
 * run users' SQL.
 */
function defineCellFunction(
  connection: DuckDBConnection,
  name: string,
  returnType: DuckDBType,
  read: (text: string) => CellValue,
): void {
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name,
      returnType,
      parameterTypes: [VARCHAR],
      // The function counts cells, so each must be passed exactly once.
      volatile: true,
      mainFunction(_info, chunk, output) {
        const cells = chunk.getColumnVector(0);
        for (let row = 0; row < chunk.rowCount; row += 1) {
          const text = cells.getItem(row);
          output.setItem(row, typeof text === 'string' ? read(text) : null);
        }
        output.flush();
      },
    }),
  );
}

/**
 * Registers `name(cell)`: the value of a cell by the reading, times as microseconds; NULL for no value and for a cell
 * that does not fit.
 */
export function defineReader(connection: DuckDBConnection, name: string, reading: Reading): void {
  const isBlank = createBlankTest(reading);
  const parse = createCellParser(reading);
  const readNumber = (text: string) => {
    const value = isBlank(text) ? Number.NaN : parse(text.trim());
    return Number.isNaN(value) ? null : value;
  };
  if (isMoment(reading)) defineCellFunction(connection, name, BIGINT, (text) => microseconds(readNumber(text)));
  else defineCellFunction(connection, name, DOUBLE, readNumber);
}

/** Registers `name(cell)`: a number that `count` tells of a cell. */
export function defineCounter(connection: DuckDBConnection, name: string, count: (text: string) => number): void {
  defineCellFunction(connection, name, DOUBLE, count);
}

/** Registers `name(cell)`: the unchanged cell, or NULL when it is blank. */
export function defineTextReader(connection: DuckDBConnection, name: string, reading: Reading): void {
  const isBlank = createBlankTest(reading);
  defineCellFunction(connection, name, VARCHAR, (text) => (isBlank(text) ? null : text));
}

/**
 * Registers `name(cell)`: a JSON number in canonical form, so that `1.0` and `1` are one text; long integers and numbers
 * beyond the range of doubles, such as `1e400`, stay unchanged.
 */
export function defineNumberWriter(connection: DuckDBConnection, name: string): void {
  defineCellFunction(connection, name, VARCHAR, (text) =>
    /^-?\d+$|^[a-z]/.test(text) || !Number.isFinite(Number(text)) ? text : String(Number(text)),
  );
}

/** Registers `name(cell)`: 1 for a blank cell, 2 for one that `take` has not seen, 0 for others. */
export function defineWatcher(
  connection: DuckDBConnection,
  name: string,
  reading: Reading,
  take: (text: string) => boolean,
): void {
  const isBlank = createBlankTest(reading);
  defineCellFunction(connection, name, DOUBLE, (text) => (isBlank(text) ? 1 : take(text) ? 2 : 0));
}

function microseconds(milliseconds: number | null): bigint | null {
  if (milliseconds === null) return null;
  const wholes = Math.floor(milliseconds);
  return BigInt(wholes) * 1000n + BigInt(Math.round((milliseconds - wholes) * 1000));
}
