import { readFile } from 'node:fs/promises';
import { openEngine, quoteText } from '../src/platform/data/worker/duckdb.ts';

/** Writes the rows of a statement to Parquet like another program. The caller deletes the file. */
export async function writeParquetFile(select: string, path: string, spillFolder: string): Promise<Buffer> {
  using engine = await openEngine({ memoryBytes: 1 << 28, threads: 1, spillFolder });
  await engine.connection.run(`COPY (${select}) TO ${quoteText(path)} (FORMAT parquet)`);
  return readFile(path);
}

/** SQL that reads the file of NDJSON at `path`, every column as text. */
export function selectTexts(names: readonly string[], path: string): string {
  const columns = names.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(', ');
  return `SELECT * FROM read_json(${quoteText(path)}, format = 'newline_delimited', columns = {${columns}})`;
}
