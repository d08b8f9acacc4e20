import type { Caller } from '../../caller.ts';
import { dropFiles } from '../../platform/blobs/drop-blobs.ts';
import { encodeJson } from '../../platform/db/json.ts';
import { transact } from '../../platform/db/transact.ts';
import { holdProject } from '../../platform/records/hold-project.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import { requireProject } from '../projects/service.ts';
import { requireWithinStored } from '../projects/stored-bytes.ts';
import type { TableServices } from './context.ts';
import type { TableRecord } from './schemas.ts';
import { recordOf, type TableAddress } from './service.ts';
import { replaceParts, tables } from './store.ts';
import { type Alongside, changedMeanwhile, createTable, partRow, type SpooledFile, storePart } from './upload.ts';

/** Time for running reads of the old rows to finish; after a shutdown the next start deletes the files. */
const graceMs = 60_000;

/**
 * Replaces all rows of a table by a file, under the same ID; creates a missing table.
 * The file is read like a new table's: the former dialect and readings do not apply. Models keep the snapshot they were
 * trained on.
 */
export async function replaceTable(
  ctx: Caller & Pick<TableServices, 'blobs' | 'data' | 'database' | 'events' | 'limits' | 'temporaryDirectory'>,
  address: TableAddress,
  file: SpooledFile,
  signal?: AbortSignal,
  alongside?: Alongside,
): Promise<TableRecord> {
  const project = await requireProject(ctx, address.project);
  const table = await tables.find(ctx.database, project.id, address.table);
  if (table === undefined) return createTable(ctx, address, file, signal, alongside);
  const part = await storePart(ctx, table.id, (outputPath) =>
    ctx.data.importFile({ ...file, outputPath }, requesterOf(ctx, project.id, signal)),
  );
  const change = {
    columns: encodeJson(part.columns),
    dialect: encodeJson(part.dialect),
    warnings: encodeJson(part.warnings),
    row_count: part.rowCount,
    byte_size: part.byteSize,
    updated_at: new Date().toISOString(),
  };
  const former = await transact(ctx.database, async (transaction) => {
    await holdProject(transaction, project);
    const parts = await replaceParts(transaction, table, partRow(table.id, 0, part), change);
    if (parts === undefined) throw changedMeanwhile();
    tables.emit(ctx, transaction, 'replaced', { ...table, ...change });
    await alongside?.(transaction);
    await requireWithinStored(transaction, ctx, project);
    return parts;
  }).catch(async (error) => {
    await ctx.blobs.delete(part.blobKey);
    throw error;
  });
  const files = former.map(({ blob_key }) => blob_key);
  setTimeout(() => void dropFiles(ctx.blobs, files), graceMs).unref();
  return recordOf({ ...table, ...change, revision: table.revision + 1 }, project.name);
}
