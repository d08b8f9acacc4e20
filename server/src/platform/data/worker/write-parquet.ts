import type { DuckDBConnection } from '@duckdb/node-api';
import type { ServiceError } from '../../../errors.ts';
import { fileFault } from '../faults.ts';
import type { TablePart } from '../types.ts';
import { parquetSource, quoteName, quoteText, readObjects } from './duckdb.ts';
import type { CheckedSource } from './open-source.ts';
import { refuseDeep } from './refuse-deep.ts';
import { readingsOption } from './stored-readings.ts';

const rowsInGroup = 122_880;
/** Maximum cells of a row group while it is written, to limit the memory for wide tables. */
const cellsInGroup = 4_000_000;
/** DuckDB sets aside the dictionary of each text column before it has words; all of them together take so much. */
const dictionariesBytes = 256 << 20;

/** Writes the rows and counts rows and cells again: a difference from what was read means a loss. */
export async function writeParquet(
  connection: DuckDBConnection,
  source: CheckedSource,
  path: string,
): Promise<TablePart> {
  const { from, columns } = source;
  const values = columns.map(({ name, value }) => `${value} AS ${quoteName(name)}`);
  const groupSize = Math.max(2048, Math.min(rowsInGroup, Math.floor(cellsInGroup / columns.length / 2048) * 2048));
  await connection.run(
    `COPY (SELECT ${values.join(', ')} FROM ${from}) TO ${quoteText(path)}
     (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${groupSize}, ${dictionaryOption(columns.length)}, ${readingsOption(columns)})`,
  );
  const counts = columns.map(({ name }, index) => `count(${quoteName(name)})::DOUBLE AS n${index}`);
  const [row] = await readObjects(
    connection,
    `SELECT count(*)::DOUBLE AS n, ${counts.join(', ')} FROM ${parquetSource([path])}`,
  );
  const rowCount = Number(row.n);
  if (source.rowCount >= 0 && rowCount !== source.rowCount)
    throw lossy(`${source.rowCount} rows, ${rowCount} were read`);
  const lost = columns.findIndex(
    (_, index) => source.present[index] >= 0 && Number(row[`n${index}`]) !== source.present[index],
  );
  if (lost >= 0) throw lossy(`a value of column "${columns[lost].name}" that was not read`);
  await refuseDeep(connection, parquetSource([path]), columns);
  return { path, rowCount };
}

/** An option of COPY: as much room for the dictionary of each column as `columns` of them leave. */
export function dictionaryOption(columns: number): string {
  const bytes = Math.max(16_384, Math.min(1 << 20, Math.floor(dictionariesBytes / columns)));
  return `STRING_DICTIONARY_PAGE_SIZE_LIMIT ${bytes}`;
}

function lossy(what: string): ServiceError {
  return fileFault('unreadable', `The file cannot be read without loss: it has ${what}.`);
}
