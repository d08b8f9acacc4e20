/** Reads a folder of CSV files as the service does, and keeps columns and rows as lines of JSON. */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataEngine } from '../../../server/src/platform/data/data-engine.ts';
import { makeScratchFolder } from '../process/scratch.ts';

const requester = { project: 'prj_bench', caller: 'key_bench' };

/** Appends the tables that `out` does not hold yet. */
export async function importTables(folder: string, out: string): Promise<void> {
  const held = existsSync(out) ? readFileSync(out, 'utf8').split('\n').filter(Boolean) : [];
  const known = new Set(held.map((line) => JSON.parse(line).file as string));
  const scratch = makeScratchFolder();
  const room = openDataEngine({ spillFolder: scratch });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.csv') && !known.has(name))) {
    const outputPath = join(scratch, `${file}.parquet`);
    try {
      const { columns, rowCount } = await room.importFile({ path: join(folder, file), outputPath }, requester);
      const request = { parts: [{ path: outputPath, rowCount }], columns, offset: 0, limit: rowCount };
      const rows = await room.readImported(request, requester);
      const kept = columns.map(({ name, type, distinct, nulls, min, max }) => ({
        name,
        type,
        distinct,
        nulls,
        min,
        max,
      }));
      const cells = rows.map((row) => columns.map(({ name }) => row[name]));
      appendFileSync(out, `${JSON.stringify({ file, columns: kept, rows: cells })}\n`);
    } catch (error) {
      console.error(file, String(error));
    }
  }
  await room.close();
}
