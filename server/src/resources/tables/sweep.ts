import { dropBlobs } from '../../platform/blobs/drop-blobs.ts';
import type { TableServices } from './context.ts';
import { selectPartKeys } from './store.ts';

/** Returns the keys of the files that tables refer to. */
export function tableFiles(database: TableServices['database']): Promise<Set<string>> {
  return selectPartKeys(database);
}

/** Deletes table files older than `before` without a row; a crash between writing file and row leaves such files. */
export async function sweepTables(
  { database, blobs }: Pick<TableServices, 'blobs' | 'database'>,
  before?: Date,
): Promise<void> {
  const stored = await blobs.list('tables/');
  const kept = await tableFiles(database);
  await dropBlobs(blobs, stored, (blob) => !kept.has(blob.key) && (before === undefined || blob.modified < before));
}
