import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../ids.ts';
import type { SnapshotLimits } from '../../platform/data/snapshots.ts';
import type { TableServices } from './context.ts';
import { locateParts, requireTableRow } from './service.ts';
import { type PartRow, selectParts } from './store.ts';

/** Stores the rows of a table as one file under `key`: a single part is linked, several are merged. */
export async function snapshotTable(
  ctx: Pick<TableServices, 'blobs' | 'data' | 'database' | 'temporaryDirectory'>,
  project: { id: string; name: string },
  { table, key }: { table: string; key: string },
  limits: SnapshotLimits,
): Promise<void> {
  const { id } = await requireTableRow(ctx, project, table);
  const parts = await selectParts(ctx.database, id);
  try {
    if (parts.length === 1) await ctx.blobs.copy(parts[0].blob_key, key);
    else await joinParts(ctx, parts, key, limits);
  } catch (error) {
    await requireTableRow(ctx, project, id); // reports a table that was deleted meanwhile
    throw error;
  }
}

async function joinParts(
  ctx: Pick<TableServices, 'blobs' | 'data' | 'temporaryDirectory'>,
  rows: PartRow[],
  key: string,
  limits: SnapshotLimits,
): Promise<void> {
  const outputPath = join(ctx.temporaryDirectory, `${newId('req')}.parquet`);
  try {
    await ctx.data.joinParts({ parts: await locateParts(ctx, rows), outputPath }, limits);
    await ctx.blobs.adopt(key, outputPath);
  } finally {
    await rm(outputPath, { force: true });
  }
}
