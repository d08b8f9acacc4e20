import { open } from 'node:fs/promises';
import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import type { SnapshotLimits } from '../../platform/data/snapshots.ts';
import type { ColumnType, JsonValue, TableColumn } from '../../platform/data/types.ts';
import { askerOf } from '../../platform/workers/fair-turns.ts';
import type { ConnectionServices } from './context.ts';
import { streamQuery } from './postgresql/run-query.ts';
import { guardByCatalog, openConnection } from './query.ts';

export interface ExportedQuery {
  /** Column types that cannot be inferred from the cells, for reading the file. */
  types: Record<string, ColumnType>;
}

const batchRows = 2000;
/**
 * Writes the rows of a query to a new file, one JSON object per line, up to the upload limit.
 * The caller removes the file, also after a failure.
 */
export async function exportQuery(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'connectionPools' | 'limits' | 'outgoing' | 'secrets'>,
  project: { id: string; name: string },
  { connection, sql, path }: { connection: string; sql: string; path: string },
  { timeoutMs, signal, onRows }: SnapshotLimits,
): Promise<ExportedQuery> {
  const opened = await openConnection(ctx, project, connection);
  const [schema] = opened.schemas;
  await guardByCatalog(ctx, opened, sql, askerOf(ctx, project.id, signal));
  await using file = await open(path, 'wx');
  let columns: TableColumn[] = [];
  let rowCount = 0;
  const limits = { batchRows, maxBytes: ctx.limits.of(project.id).upload_bytes, signal };
  await streamQuery(opened.pool, { sql, schema, timeoutMs }, limits, async (batch) => {
    requireDistinct(batch.columns);
    columns = batch.columns;
    await file.appendFile(batch.rows.map((row) => lineOf(columns, row)).join(''));
    rowCount += batch.rows.length;
    onRows(rowCount);
    return true;
  });
  return { types: Object.fromEntries(columns.filter(isOnlyText).map(({ name, type }) => [name, type])) };
}

function lineOf(columns: readonly TableColumn[], row: readonly JsonValue[]): string {
  return `${JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])))}\n`;
}

/** Keeps text as text even when it looks like a number. */
function isOnlyText({ type }: TableColumn): boolean {
  return type === 'text' || type === 'date' || type === 'datetime';
}

function requireDistinct(columns: readonly TableColumn[]): void {
  const twin = columns.find(({ name }, index) => columns.findIndex((other) => other.name === name) < index);
  if (twin)
    throw new ServiceError('query_failed', `The result has two columns "${twin.name}"; rename one of them with AS.`);
}
