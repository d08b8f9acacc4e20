import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beyondLimit, ServiceError } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import type { TablePart } from '../../../platform/data/types.ts';
import { requesterOf } from '../../../platform/workers/fair-turns.ts';
import { requireShortSql } from '../../projects/require-short-sql.ts';
import { requireProject } from '../../projects/service.ts';
import type { QueryBody } from '../../queries/schemas.ts';
import { type WrittenAnswer, writeQuery } from '../../queries/service.ts';
import { queryableTables } from '../../tables/service.ts';
import type { ModelContext } from '../context.ts';
import { predictFile } from '../predict-file.ts';
import { findPredictCalls, type PredictCall, usage } from './find-calls.ts';

/**
 * Runs a query in which `predict('model', (select …))` is a table: the rows of the inner query with their predictions.
 * Each call is computed first, within the limits of queries and of predict, and its result is then read like any table.
 */
export async function queryWithPredictions(
  ctx: ModelContext,
  projectName: string,
  body: QueryBody,
  signal: AbortSignal,
): Promise<WrittenAnswer> {
  const project = await requireProject(ctx, projectName);
  requireShortSql(body.sql, ctx.limits.of(project.id).sql_bytes);
  const calls = body.connection === undefined ? findPredictCalls(body.sql) : [];
  if (calls.length === 0) return writeQuery(ctx, projectName, body, signal, { shape: 'objects' });
  const predicted: Record<string, TablePart[]> = {};
  let sql = '';
  let end = 0;
  try {
    for (const call of calls) {
      const name = `predicted_${randomBytes(6).toString('hex')}`;
      predicted[name] = [await predictCall(ctx, project, call, signal)];
      sql += `${body.sql.slice(end, call.start)}"${name}"`;
      end = call.end;
    }
    const whole = { ...body, sql: sql + body.sql.slice(end) };
    return await writeQuery(ctx, projectName, whole, signal, { shape: 'objects', others: predicted });
  } catch (error) {
    throw explainFailure(error, Object.keys(predicted), body.sql, calls);
  } finally {
    for (const [{ path }] of Object.values(predicted)) await rm(path, { force: true });
  }
}

async function predictCall(
  ctx: ModelContext,
  project: { id: string; name: string },
  { model, query: sql }: PredictCall,
  signal: AbortSignal,
): Promise<TablePart> {
  const {
    predict_rows: maxRows,
    query_timeout_ms: timeoutMs,
    query_memory_bytes: memoryBytes,
    query_answer_bytes: maxBytes,
  } = ctx.limits.of(project.id);
  const tables = await queryableTables(ctx, project.id, sql);
  const requester = requesterOf(ctx, project.id, signal);
  const request = { sql, tables, maxRows, timeoutMs, memoryBytes, maxBytes };
  const { pieces, rowCount, cutBy } = await ctx.data.writeQuery(request, 'lines', requester).catch((error) => {
    throw standsAlone(error);
  });
  if (cutBy === 'rows') throw tooMany(maxRows);
  if (cutBy === 'bytes') throw tooLarge(maxBytes);
  if (rowCount === 0) throw new ServiceError('query_failed', 'The query within predict answers no row.');
  const path = join(ctx.temporaryDirectory, `${newId('req')}.rows`);
  try {
    const newline = Buffer.from('\n');
    await writeFile(
      path,
      pieces.flatMap((piece) => [piece, newline]),
    );
    const question = {
      source: { path, format: 'ndjson' },
      params: { unknown_columns: 'ignore', record: false }, // stored rows are looked at again and again
      answer: 'parquet',
    } as const;
    const address = { project: project.id, model };
    const { path: answered } = await predictFile(ctx, address, question, signal);
    return { path: answered, rowCount };
  } finally {
    await rm(path, { force: true });
  }
}

/** The user has never seen the names of the tables that stand for calls. */
function explainFailure(error: unknown, names: readonly string[], sql: string, calls: readonly PredictCall[]): unknown {
  if (!(error instanceof ServiceError) || !names.some((name) => error.message.includes(name))) return error;
  if (/Referenced column "predicted_/.test(error.message))
    return new ServiceError('query_failed', `predict answers a table, which stands after FROM or JOIN. ${usage}.`);
  const [message] = error.message.split('\n\nLINE ');
  const texts = names.map((name, place) => [name, sql.slice(calls[place].start, calls[place].end)] as const);
  const detail = texts.reduce(
    (text, [name, call]) => text.replaceAll(`"${name}"`, call).replaceAll(name, call),
    message,
  );
  return new ServiceError(error.code, detail);
}

function standsAlone(error: unknown): unknown {
  const isUnknown = error instanceof ServiceError && /^There is no table/.test(error.message);
  const why = 'The query within predict knows no names of a WITH outside of it: put the WITH into its brackets.';
  return isUnknown ? new ServiceError(error.code, `${error.message} ${why}`) : error;
}

function tooMany(value: number): ServiceError {
  const detail = `The query within predict answers more than ${value} rows; make a batch prediction of it instead.`;
  return beyondLimit('too_many_rows', detail, { name: 'predict_rows', value });
}

function tooLarge(value: number): ServiceError {
  const detail = `The query within predict answers more than ${value} bytes; make a batch prediction of it instead.`;
  return beyondLimit('query_memory_limit', detail, { name: 'query_answer_bytes', value });
}
