import { reportPieces } from '../../../platform/data/pieces.ts';
import { parseRows, RowWriter } from '../../../platform/data/row-writer.ts';
import type { JsonValue } from '../../../platform/data/types.ts';
import type { Task } from '../../../platform/workers/serve-tasks.ts';
import type { CatalogTable } from '../engine.ts';

/** Columns that a piece has of one table. */
const mostTogether = 500;
const withoutEnd = { maxRows: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };

type SentPart = [Pick<CatalogTable, 'schema' | 'name' | 'comment' | 'rowEstimate'>, CatalogTable['columns']];

/** Passes a catalog on in pieces, wide tables in several. */
export async function reportCatalog(tables: readonly CatalogTable[], report: Task['report']): Promise<void> {
  const writer = new RowWriter([], 'lists', withoutEnd);
  for (const { columns, ...table } of tables)
    for (let from = 0; from === 0 || from < columns.length; from += mostTogether) {
      const part: SentPart = [table, columns.slice(from, from + mostTogether)];
      writer.add(part as unknown as JsonValue[]);
      await reportPieces(writer, report);
    }
  writer.end();
  await reportPieces(writer, report);
}

/** Puts the pieces together again, with turns of everybody else between. */
export async function readCatalogPieces(pieces: readonly Uint8Array[]): Promise<CatalogTable[]> {
  const tables: CatalogTable[] = [];
  for (const [table, columns] of await parseRows<SentPart>(pieces)) {
    const last = tables.at(-1);
    if (last?.name === table.name && last.schema === table.schema) last.columns.push(...columns);
    else tables.push({ ...table, columns });
  }
  return tables;
}
