import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { ImportRequest } from '../../platform/data/types.ts';
import { type Requester, requesterOf } from '../../platform/workers/fair-turns.ts';
import { requireProject } from '../projects/service.ts';
import type { TableServices } from './context.ts';
import { endAtLastLine, endBeforeLine } from './cut-file.ts';
import type { TablePreview } from './schemas.ts';
import type { SpooledFile } from './upload.ts';

interface Previewed extends SpooledFile {
  /** Whether it is only the beginning of the sender's file. */
  cut: boolean;
  /** Maximum rows of the answer. */
  rows: number;
}

/** Reads a file as an upload does, and keeps nothing of it. */
export async function previewTable(
  ctx: Caller & Pick<TableServices, 'data' | 'database' | 'temporaryDirectory'>,
  projectName: string,
  { cut, rows: limit, ...file }: Previewed,
  signal?: AbortSignal,
): Promise<TablePreview> {
  const project = await requireProject(ctx, projectName);
  const requester = requesterOf(ctx, project.id, signal);
  const outputPath = join(ctx.temporaryDirectory, `${newId('req')}.parquet`);
  const read = cut ? importStart : importWhole;
  try {
    const { columns, dialect, warnings, rowCount } = await read(ctx, { ...file, outputPath }, requester);
    const parts = [{ path: outputPath, rowCount }];
    const rows = await ctx.data.readImported({ parts, columns, offset: 0, limit }, requester);
    const profiles = columns as TablePreview['columns']; // each has its reading
    return { columns: profiles, dialect, warnings, row_count: rowCount, rows };
  } finally {
    await rm(outputPath, { force: true });
  }
}

type Data = Pick<TableServices, 'data'>;

function importWhole({ data }: Data, request: ImportRequest, requester: Requester) {
  return data.importFile(request, requester);
}

/** The last line is torn as a rule, and a cell of several lines may be. */
async function importStart(ctx: Data, request: ImportRequest, requester: Requester) {
  await endAtLastLine(request.path);
  try {
    return await importWhole(ctx, request, requester);
  } catch (error) {
    const line = lineOfOpenQuote(error);
    if (line === undefined || !(await endBeforeLine(request.path, line))) throw error;
    return importWhole(ctx, request, requester);
  }
}

function lineOfOpenQuote(error: unknown): number | undefined {
  const [fault] = error instanceof ServiceError ? (error.errors ?? []) : [];
  if (fault?.code !== 'unterminated_quote') return undefined;
  return Number(/^\/line\/(\d+)$/.exec(fault.pointer)?.[1]) || undefined;
}
