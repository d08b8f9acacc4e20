import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { FileFormat, FileOptions, ImportResult, TableWarning } from '../../platform/data/types.ts';
import { encodeJson } from '../../platform/db/json.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { holdProject } from '../../platform/records/hold-project.ts';
import { newRecord } from '../../platform/records/project-records.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import { requireProject } from '../projects/service.ts';
import { requireWithinStored } from '../projects/stored-bytes.ts';
import type { TableServices } from './context.ts';
import type { TableRecord } from './schemas.ts';
import { partsOf, recordOf, requireTableRow, type TableAddress } from './service.ts';
import { insertFirstPart, insertPart, selectParts, type TableRow, tables } from './store.ts';

/** A file on disk, and the sender's options. */
export interface SpooledFile {
  path: string;
  format: FileFormat | undefined;
  options: FileOptions;
  /** Maximum size after decompression. */
  maxBytes?: number;
}

/** Checks the name before the upload starts; a name taken from the file itself is checked later. */
export async function requireFreeName(
  ctx: Caller & Pick<TableServices, 'database'>,
  projectName: string,
  name: string | undefined,
): Promise<void> {
  const project = await requireProject(ctx, projectName);
  if (name !== undefined && (await tables.find(ctx.database, project.id, name))) throw tables.nameTaken(name);
}

/** What is written in the transaction in which a table appears or changes; an error undoes both. */
export type Alongside = (transaction: Transaction) => Promise<void>;

/** Creates a table from a file. The row is written last, so that the table appears whole or not at all. */
export async function createTable(
  ctx: Caller & Pick<TableServices, 'blobs' | 'data' | 'database' | 'events' | 'limits' | 'temporaryDirectory'>,
  { project: projectName, table: name }: TableAddress,
  file: SpooledFile,
  signal?: AbortSignal,
  alongside?: Alongside,
): Promise<TableRecord> {
  const project = await requireProject(ctx, projectName);
  if (await tables.find(ctx.database, project.id, name)) throw tables.nameTaken(name);
  const base = newRecord('tbl', ctx, project.id);
  const { id } = base;
  const part = await storePart(ctx, id, (outputPath) =>
    ctx.data.importFile({ ...file, outputPath }, requesterOf(ctx, project.id, signal)),
  );
  const row: TableRow = {
    ...base,
    name,
    columns: encodeJson(part.columns),
    dialect: encodeJson(part.dialect),
    warnings: encodeJson(part.warnings),
    row_count: part.rowCount,
    byte_size: part.byteSize,
  };
  const insertPartOf = async (transaction: Transaction) => {
    await insertFirstPart(transaction, partRow(id, 0, part));
    await alongside?.(transaction);
    await requireWithinStored(transaction, ctx, project);
  };
  await tables.insert(ctx, project, row, insertPartOf).catch(async (error) => {
    await ctx.blobs.delete(part.blobKey);
    throw error;
  });
  return recordOf(row, project.name);
}

/** Appends to one table run one after another; other tables run beside them. */
const lastAppend = new Map<string, Promise<unknown>>();

/** Appends the rows of a file: all of them, or none when one does not fit. */
export async function appendToTable(
  ctx: Caller & Pick<TableServices, 'blobs' | 'data' | 'database' | 'events' | 'limits' | 'temporaryDirectory'>,
  address: TableAddress,
  file: SpooledFile,
  signal?: AbortSignal,
): Promise<TableRecord> {
  const project = await requireProject(ctx, address.project);
  const { id } = await requireTableRow(ctx, project, address.table);
  const former = lastAppend.get(id) ?? Promise.resolve();
  const append = former
    .then(() => appendNow(ctx, project, id, file, signal))
    .catch(async (error) => {
      await requireTableRow(ctx, project, id); // reports a table that was deleted meanwhile
      throw error;
    });
  const settled = append.catch(() => undefined);
  lastAppend.set(id, settled);
  await settled;
  if (lastAppend.get(id) === settled) lastAppend.delete(id);
  return append;
}

async function appendNow(
  ctx: Caller & Pick<TableServices, 'blobs' | 'data' | 'database' | 'events' | 'limits' | 'temporaryDirectory'>,
  project: { id: string; name: string },
  id: string,
  file: SpooledFile,
  signal: AbortSignal | undefined,
): Promise<TableRecord> {
  const table = await requireTableRow(ctx, project, id);
  const { columns, dialect, warnings } = recordOf(table, project.name);
  const parts = await partsOf(ctx, id);
  const part = await storePart(ctx, id, (outputPath) =>
    ctx.data.appendFile(
      { ...file, outputPath, columns, parts, dialect: dialect ?? undefined },
      requesterOf(ctx, project.id, signal),
    ),
  );
  const change = {
    columns: encodeJson(part.columns),
    warnings: encodeJson(joinWarnings(warnings, part.warnings)),
    row_count: table.row_count + part.rowCount,
    byte_size: table.byte_size + part.byteSize,
    updated_at: new Date().toISOString(),
  };
  const position = (await selectParts(ctx.database, id)).length;
  const appended = await transact(ctx.database, async (transaction) => {
    await holdProject(transaction, project);
    if (!(await insertPart(transaction, table, partRow(id, position, part), change))) return false;
    await requireWithinStored(transaction, ctx, project);
    tables.emit(ctx, transaction, 'appended', { ...table, ...change });
    return true;
  }).catch(async (error) => {
    await ctx.blobs.delete(part.blobKey);
    throw error;
  });
  if (!appended) {
    await ctx.blobs.delete(part.blobKey);
    throw changedMeanwhile();
  }
  return recordOf({ ...table, ...change }, project.name);
}

export function changedMeanwhile(): ServiceError {
  return new ServiceError('wrong_state', 'The table was changed or deleted at the same moment; try again.');
}

const mostWarnings = 100;

/** Merges warnings without duplicates, those of the newest file first. */
function joinWarnings(former: readonly TableWarning[], added: readonly TableWarning[]): TableWarning[] {
  const all = new Map([...added, ...former].map((warning) => [JSON.stringify(warning), warning]));
  return [...all.values()].slice(0, mostWarnings);
}

interface StoredPart extends ImportResult {
  id: string;
  blobKey: string;
}

/** Runs `write` to create a Parquet file, then stores it as a part. */
export async function storePart(
  ctx: Pick<TableServices, 'blobs' | 'temporaryDirectory'>,
  tableId: string,
  write: (outputPath: string) => Promise<ImportResult>,
): Promise<StoredPart> {
  const id = newId('req');
  const outputPath = join(ctx.temporaryDirectory, `${id}.parquet`);
  const blobKey = `tables/${tableId}/${id}.parquet`;
  try {
    const result = await write(outputPath);
    await ctx.blobs.adopt(blobKey, outputPath);
    return { ...result, id, blobKey };
  } finally {
    await rm(outputPath, { force: true });
  }
}

export function partRow(tableId: string, position: number, { id, blobKey, rowCount, byteSize }: StoredPart) {
  return { id, table_id: tableId, position, blob_key: blobKey, row_count: rowCount, byte_size: byteSize };
}
