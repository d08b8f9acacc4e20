import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from 'typebox';
import type { Caller } from '../../caller.ts';
import { limitOf, ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { SnapshotLimits } from '../../platform/data/snapshots.ts';
import type { QueryRequest, TablePart } from '../../platform/data/types.ts';
import { decodeJson } from '../../platform/db/json.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import { keepConnectionRows, queryConnection } from '../connections/query.ts';
import { requireShortSql } from '../projects/require-short-sql.ts';
import { requireProject } from '../projects/service.ts';
import { queryableTables, requireTable } from '../tables/service.ts';
import { snapshotTable } from '../tables/snapshot.ts';
import { columnsOfRows } from './columns-of-rows.ts';
import type { ModelContext, ModelServices } from './context.ts';
import { type NamedColumns, refuseContradictions, requireColumns } from './named-columns.ts';
import { refuseByProfile } from './refuse-by-profile.ts';
import { refuseMisfits, type SourceColumn } from './refuse-misfits.ts';
import type { modelSource } from './schemas.ts';
import type { KeptRows } from './serving/threads/messages.ts';
import type { VersionRow } from './store.ts';
import { TrainingRefused } from './training/messages.ts';

/** A requested source, or that of an earlier version again. */
export type SourceRequest = Static<typeof modelSource> | { again: VersionRow } | KeptSource;

/** Rows of the request that are in a file already. */
export interface KeptSource {
  kept: KeptRows;
}

/** The source as the record shows it. Rows of a request are in the snapshot; the record has only their number. */
type SourceDescription = { table: string } | QueryDescription | { rows: number } | { import: true };

/** A query over the tables of the project, or in the database of a connection. */
interface QueryDescription {
  sql: string;
  connection?: string;
}

export interface PreparedSource {
  description: SourceDescription;
  /** Set when the rows are in a snapshot already; otherwise the training takes one when it begins. */
  snapshotKey: string | null;
}

interface SourceQuestion extends NamedColumns {
  project: { id: string; name: string };
  request: SourceRequest;
  /** ID of the model. */
  owner: string;
}

/** Returns the column names of a table or query; the query is not executed. */
export async function sourceColumns(
  ctx: ModelContext,
  project: SourceQuestion['project'],
  request: { table: string } | QueryDescription,
): Promise<string[]> {
  const columns =
    'sql' in request
      ? await readQueryColumns(ctx, project, request)
      : (await requireTable(ctx, project, request.table)).columns;
  return columns.map((column) => column.name);
}

/** Checks that the source exists and has the columns, and stores data that will not exist later. */
export async function prepareSource(ctx: ModelContext, question: SourceQuestion): Promise<PreparedSource> {
  const { project, request } = question;
  refuseContradictions(question);
  if ('again' in request) return prepareAgain(ctx, question, request.again);
  if ('kept' in request) return prepareKept(ctx, question, request.kept);
  if ('rows' in request) return prepareRows(ctx, question, request.rows);
  if ('sql' in request) {
    requireFitting(question, await readQueryColumns(ctx, project, request));
    return { description: request, snapshotKey: null };
  }
  const table = await requireTable(ctx, project, request.table);
  requireFitting(question, table.columns, table.name);
  const { name, columns, row_count: rowCount, warnings } = table;
  refuseByProfile(question, { table: name, columns, rowCount, warnings });
  return { description: { table: table.name }, snapshotKey: null };
}

function requireFitting(question: SourceQuestion, columns: readonly SourceColumn[], table?: string): void {
  requireColumns(
    question,
    columns.map(({ name }) => name),
  );
  refuseMisfits(question, columns, table);
}

async function prepareAgain(ctx: ModelContext, question: SourceQuestion, former: VersionRow): Promise<PreparedSource> {
  const description = decodeJson<SourceDescription>(former.source);
  if ('import' in description)
    throw new ServiceError('wrong_state', 'The model was imported: set `from` to the source of the new version.');
  if (!('rows' in description)) return prepareSource(ctx, { ...question, request: description });
  const path = await ctx.blobs.path(former.snapshot_key!);
  requireFitting(question, await readSnapshotColumns(ctx, question.project.id, { path, rowCount: description.rows }));
  const snapshotKey = newSnapshotKey(question.owner);
  await ctx.blobs.copy(former.snapshot_key!, snapshotKey);
  return { description, snapshotKey };
}

async function prepareRows(
  ctx: Caller & Pick<ModelServices, 'blobs' | 'data' | 'temporaryDirectory'>,
  question: SourceQuestion,
  rows: object[],
): Promise<PreparedSource> {
  const columns = columnsOfRows(rows);
  const path = join(ctx.temporaryDirectory, `${newId('req')}.ndjson`);
  try {
    await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'));
    return await prepareKept(ctx, question, { path, columns, count: rows.length });
  } finally {
    await rm(path, { force: true });
  }
}

async function prepareKept(
  ctx: Caller & Pick<ModelServices, 'blobs' | 'data' | 'temporaryDirectory'>,
  question: SourceQuestion,
  { path, columns: named, count }: KeptRows,
): Promise<PreparedSource> {
  requireColumns(question, named);
  const snapshotKey = newSnapshotKey(question.owner);
  const outputPath = join(ctx.temporaryDirectory, `${newId('req')}.parquet`);
  try {
    const file = { path, format: 'ndjson', outputPath } as const;
    const { columns, warnings } = await ctx.data.importFile(file, requesterOf(ctx, question.project.id));
    refuseMisfits(question, columns);
    refuseByProfile(question, { columns, rowCount: count, warnings });
    await ctx.blobs.adopt(snapshotKey, outputPath);
  } finally {
    await rm(outputPath, { force: true });
  }
  return { description: { rows: count }, snapshotKey };
}

/** Deletes what `prepareSource` stored for a version that was not created. */
export async function discardSource(ctx: Pick<ModelServices, 'blobs'>, { snapshotKey }: PreparedSource): Promise<void> {
  if (snapshotKey !== null) await ctx.blobs.delete(snapshotKey);
}

function newSnapshotKey(modelId: string): string {
  return `snapshots/${modelId}/${newId('req')}.parquet`;
}

async function readQueryColumns(
  ctx: ModelContext,
  project: SourceQuestion['project'],
  { sql, connection }: QueryDescription,
): Promise<SourceColumn[]> {
  requireShortSql(sql, ctx.limits.of(project.id).sql_bytes);
  if (connection === undefined) return readColumns(ctx, project.id, await queryOf(ctx, project.id, sql));
  const { timeoutMs, memoryBytes: maxBytes } = queryLimits(ctx, project.id);
  const query = { sql, maxRows: 1, timeoutMs, maxBytes, answerBytes: maxBytes, cellCharacters: 0 };
  const { columns } = await queryConnection(ctx, project, connection, query, new AbortController().signal);
  return columns;
}

function readSnapshotColumns(
  ctx: Caller & Pick<ModelServices, 'data' | 'limits'>,
  projectId: string,
  snapshot: TablePart,
): Promise<SourceColumn[]> {
  const query = { sql: 'select * from snapshot', tables: { snapshot: [snapshot] } };
  return readColumns(ctx, projectId, { ...query, ...queryLimits(ctx, projectId) });
}

/**
 * Prepares the query without executing it: sorting or aggregating a large table may take longer than a request should.
 */
async function readColumns(
  ctx: Caller & Pick<ModelServices, 'data'>,
  projectId: string,
  query: Omit<QueryRequest, 'maxRows'>,
): Promise<SourceColumn[]> {
  const { columns } = await ctx.data.runQuery({ ...query, maxRows: 0 }, requesterOf(ctx, projectId));
  return columns;
}

async function queryOf(ctx: Pick<ModelServices, 'blobs' | 'database' | 'limits'>, projectId: string, sql: string) {
  return { sql, tables: await queryableTables(ctx, projectId, sql), ...queryLimits(ctx, projectId) };
}

function queryLimits({ limits }: Pick<ModelServices, 'limits'>, projectId: string) {
  const { query_timeout_ms, query_memory_bytes } = limits.of(projectId);
  return { timeoutMs: query_timeout_ms, memoryBytes: query_memory_bytes };
}

interface Snapshotted {
  project_id: string;
  model_id: string;
  source: VersionRow['source'];
}

/**
 * Takes the rows of a training as one immutable file, so that a model can always show what it learned from.
 * @throws TrainingRefused when the source is gone, its query fails, or it exceeds the limits of a training
 */
export async function takeSnapshot(ctx: ModelContext, training: Snapshotted, limits: SnapshotLimits): Promise<string> {
  const source = decodeJson<SourceDescription>(training.source);
  const key = newSnapshotKey(training.model_id);
  try {
    const project = await requireProject(ctx, training.project_id);
    if ('sql' in source) await keepAnswer(ctx, project, { source, key }, limits);
    else await snapshotTable(ctx, project, { table: 'table' in source ? source.table : '', key }, limits);
  } catch (error) {
    if (error instanceof ServiceError && (error.status < 500 || error.code === 'connection_failed'))
      throw new TrainingRefused(error.message, limitOf(error), codeOf(error));
    throw error;
  }
  return key;
}

/** A query's memory limit counts as the training's. */
function codeOf(error: ServiceError): TrainingRefused['code'] {
  return limitOf(error)?.name === 'training_memory_bytes' ? 'training_memory_limit' : error.code;
}

interface KeptAnswer {
  source: QueryDescription;
  key: string;
}

async function keepAnswer(
  ctx: ModelContext,
  project: SourceQuestion['project'],
  { source, key }: KeptAnswer,
  limits: SnapshotLimits,
): Promise<void> {
  const outputPath = join(ctx.temporaryDirectory, `${newId('req')}.parquet`);
  try {
    if (source.connection === undefined) await writeAnswer(ctx, project.id, { sql: source.sql, outputPath }, limits);
    else
      await keepConnectionRows(ctx, project, { ...source, connection: source.connection }, { ...limits, outputPath });
    await ctx.blobs.adopt(key, outputPath);
  } finally {
    await rm(outputPath, { force: true });
  }
}

async function writeAnswer(
  ctx: Pick<ModelServices, 'blobs' | 'data' | 'database' | 'limits'>,
  projectId: string,
  { sql, outputPath }: { sql: string; outputPath: string },
  limits: SnapshotLimits,
): Promise<void> {
  const tables = await queryableTables(ctx, projectId, sql);
  const { upload_bytes: diskBytes } = ctx.limits.of(projectId);
  await ctx.data.snapshotQuery({ sql, tables, diskBytes, outputPath }, limits);
}
