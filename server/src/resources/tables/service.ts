import type { Caller } from '../../caller.ts';
import { dropFiles } from '../../platform/blobs/drop-blobs.ts';
import type { TablePart } from '../../platform/data/types.ts';
import { decodeJson } from '../../platform/db/json.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import type { Database } from '../../platform/db/schema.ts';
import { transact } from '../../platform/db/transact.ts';
import { isFinal, type Removal } from '../../platform/records/check.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import { requireProject } from '../projects/service.ts';
import type { TableServices } from './context.ts';
import type { TableRecord } from './schemas.ts';
import {
  deleteTableRows,
  type PartRow,
  selectOutlines,
  selectParts,
  selectProjectParts,
  selectTableNames,
  selectTables,
  type TableRow,
  tables,
} from './store.ts';

export interface TableAddress {
  project: string;
  /** Name or ID. */
  table: string;
}

/** Converts a row to a table in responses. */
export function recordOf({ revision: _, project_id: __, ...row }: TableRow, project: string): TableRecord {
  return {
    ...row,
    project,
    columns: decodeJson<TableRecord['columns']>(row.columns),
    dialect: row.dialect === null ? null : decodeJson<NonNullable<TableRecord['dialect']>>(row.dialect),
    warnings: row.warnings === null ? [] : decodeJson<TableRecord['warnings']>(row.warnings),
  };
}

export async function listTables(
  ctx: Caller & Pick<TableServices, 'database'>,
  projectName: string,
  listing: Listing,
): Promise<Page<TableRecord>> {
  const project = await requireProject(ctx, projectName);
  const { items, next } = await tables.list(ctx.database, project.id, listing);
  return { items: items.map((row) => recordOf(row, project.name)), next };
}

/**
 * Returns the table's row in a project.
 * @throws ServiceError `table_not_found`
 */
export async function requireTableRow(
  ctx: Pick<TableServices, 'database'>,
  project: { id: string; name: string },
  nameOrId: string,
): Promise<TableRow> {
  return tables.require(ctx.database, project, nameOrId);
}

export async function requireTable(
  ctx: Pick<TableServices, 'database'>,
  project: { id: string; name: string },
  nameOrId: string,
): Promise<TableRecord> {
  return recordOf(await requireTableRow(ctx, project, nameOrId), project.name);
}

/** Of more tables, the columns would be megabytes. */
const mostOutlined = 2000;

/**
 * Returns what tells the tables of a project apart, without decoding their columns; the names alone of very many, and
 * of no more than `few`, which nobody has to choose from.
 */
export async function outlineTables(ctx: Pick<TableServices, 'database'>, projectId: string, few: number) {
  const names = await selectTableNames(ctx.database, projectId);
  if (names.length <= few || names.length > mostOutlined) return names.map((named) => ({ ...named, columns: '' }));
  return selectOutlines(ctx.database, projectId);
}

/** Returns those of the tables that still exist, in the order of the IDs. */
export async function findTables(
  ctx: Pick<TableServices, 'database'>,
  project: { name: string },
  ids: readonly string[],
): Promise<TableRecord[]> {
  const byId = new Map((await selectTables(ctx.database, ids)).map((row) => [row.id, recordOf(row, project.name)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function getTable(
  ctx: Caller & Pick<TableServices, 'database'>,
  { project, table }: TableAddress,
): Promise<TableRecord> {
  return requireTable(ctx, await requireProject(ctx, project), table);
}

/** Models that learned from the table keep their own snapshot. */
export async function deleteTable(
  ctx: Caller & Pick<TableServices, 'blobs' | 'config' | 'database' | 'events'>,
  { project, table }: TableAddress,
  removal: Removal<TableRecord>,
): Promise<void> {
  const { id, name } = await requireProject(ctx, project);
  const row = await requireTableRow(ctx, { id, name }, table);
  removal.check(recordOf(row, name));
  if (!isFinal(ctx, removal)) return transact(ctx.database, (transaction) => tables.trashIn(ctx, transaction, row));
  const parts = await transact(ctx.database, async (transaction) => {
    tables.emit(ctx, transaction, 'deleted', row);
    return deleteTableRows(transaction, row.id);
  });
  await dropFiles(
    ctx.blobs,
    parts.map(({ blob_key }) => blob_key),
  );
}

/** Returns the keys of the files of all tables of a project. */
export async function tableFilesOf(database: Database, projectId: string): Promise<string[]> {
  return (await selectProjectParts(database, projectId)).map((part) => part.blob_key);
}

export async function partsOf(ctx: Pick<TableServices, 'blobs' | 'database'>, tableId: string): Promise<TablePart[]> {
  return locateParts(ctx, await selectParts(ctx.database, tableId));
}

/** Returns the paths of the parts' files. */
export function locateParts(
  ctx: Pick<TableServices, 'blobs'>,
  rows: Pick<PartRow, 'blob_key' | 'row_count'>[],
): Promise<TablePart[]> {
  return Promise.all(rows.map(async (row) => ({ path: await ctx.blobs.path(row.blob_key), rowCount: row.row_count })));
}

/** Returns up to `limit` rows from `offset` on as JSON, in the order of upload, and where the next page begins. */
export async function readTableRows(
  ctx: Caller & Pick<TableServices, 'blobs' | 'data' | 'database' | 'limits'>,
  address: TableAddress,
  { offset, limit, mostBytes = Number.POSITIVE_INFINITY }: { offset: number; limit: number; mostBytes?: number },
  signal?: AbortSignal,
): Promise<{ pieces: readonly Uint8Array[]; next: number | undefined }> {
  const project = await requireProject(ctx, address.project);
  const { id, columns, row_count } = await requireTable(ctx, project, address.table);
  try {
    const maxBytes = Math.min(ctx.limits.of(project.id).query_answer_bytes, mostBytes);
    const request = { parts: await partsOf(ctx, id), columns, offset, limit, maxBytes };
    const { pieces, rowCount } = await ctx.data.writeRows(request, requesterOf(ctx, project.id, signal));
    const end = offset + rowCount;
    return { pieces, next: rowCount > 0 && end < row_count ? end : undefined };
  } catch (error) {
    await getTable(ctx, { ...address, table: id }); // throws if the table was deleted meanwhile
    throw error;
  }
}

/** Names in the answer to a query that names no table of the project. */
const mostOthers = 20;

/**
 * Returns the tables whose names occur in the SQL, and the names of a few others, for the answer to a misspelt one: to
 * read all files of a thousand tables for each query held up everybody.
 */
export async function queryableTables(
  ctx: Pick<TableServices, 'blobs' | 'database'>,
  projectId: string,
  sql: string,
): Promise<Record<string, TablePart[]>> {
  const names = wordsOf(sql);
  const all = await selectTableNames(ctx.database, projectId);
  const named = all.filter(({ name }) => names.has(name.toLowerCase()));
  const others = all.slice(0, mostOthers).map(({ name }) => [name, []] as const);
  const located = named.map(async ({ id, name }) => [name, await partsOf(ctx, id).catch(noneWhenGone)] as const);
  return Object.fromEntries([...others, ...(await Promise.all(located))]);
}

/** Everything in a text that could be the name of a table, in lower case: in quotes, a name may have hyphens. */
function wordsOf(sql: string): Set<string> {
  const words = new Set(sql.toLowerCase().match(/[a-z0-9_-]+/g) ?? []);
  for (const word of words) if (word.includes('-')) for (const part of word.split('-')) words.add(part);
  return words;
}

/** Returns no parts for a table whose files are gone: it is being deleted. */
function noneWhenGone(error: Error & { code?: string }): TablePart[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
