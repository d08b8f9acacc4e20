import type { DuckDBConnection } from '@duckdb/node-api';
import { isMoment, isNumeric, type Reading, usualReading } from '@sibyl/engine/readings/reading.ts';
import type { TableColumn, TablePart } from '../types.ts';
import { quoteText, readObjects } from './duckdb.ts';

/** Readings by column name. */
export type Readings = ReadonlyMap<string, Reading>;

const key = 'readings';

/** Returns the option of COPY that stores the readings of columns in the Parquet file. */
export function readingsOption(columns: readonly TableColumn[]): string {
  const readings = columns.map(({ name, type, reading }) => [name, reading ?? usualReading(type)]);
  return `KV_METADATA {${key}: ${quoteText(JSON.stringify(readings))}}`;
}

/** Returns the readings stored in one of our files; empty for a foreign one. */
export async function storedReadings(connection: DuckDBConnection, path: string): Promise<Readings> {
  const sql = `SELECT decode(value) AS readings FROM parquet_kv_metadata(${quoteText(path)}) WHERE decode(key) = '${key}'`;
  const [row] = await readObjects(connection, sql);
  return new Map(row ? (JSON.parse(String(row.readings)) as [string, Reading][]) : []);
}

/** Returns the readings on which several tables agree. */
export async function agreedReadings(
  connection: DuckDBConnection,
  tables: readonly (readonly TablePart[])[],
): Promise<Readings> {
  const agreed = new Map<string, Reading | undefined>();
  for (const [part] of tables) {
    if (!part) continue;
    for (const [name, reading] of await storedReadings(connection, part.path)) {
      const isOther = agreed.has(name) && JSON.stringify(agreed.get(name)) !== JSON.stringify(reading);
      agreed.set(name, isOther ? undefined : reading);
    }
  }
  return new Map([...agreed].flatMap(([name, reading]) => (reading ? [[name, reading] as const] : [])));
}

/** Returns the column with the reading of its name and type, or else the default one. */
export function withReading<Some extends TableColumn>(column: Some, readings: Readings): Some & { reading: Reading } {
  const { name, type } = column;
  const stored = readings.get(name);
  if (!stored) return { ...column, reading: usualReading(type) };
  const [given, wanted] = [stored, usualReading(type)];
  const isSame =
    given.type === type || (isNumeric(given) && isNumeric(wanted)) || (isMoment(given) && isMoment(wanted));
  return { ...column, reading: isSame ? { ...given, type } : wanted };
}
