import type { TableServices } from './context.ts';
import { selectPartKeys } from './store.ts';

/** Returns the keys of the files that tables refer to. */
export function tableFiles(database: TableServices['database']): Promise<Set<string>> {
  return selectPartKeys(database);
}

/** Deletes table files without a row, which a crash between writing file and row leaves. */
export async function sweepTables({ database, blobs }: Pick<TableServices, 'blobs' | 'database'>): Promise<void> {
  const kept = await tableFiles(database);
  const stored = await blobs.list('tables/');
  await Promise.all(stored.filter(({ key }) => !kept.has(key)).map(({ key }) => blobs.delete(key)));
}
