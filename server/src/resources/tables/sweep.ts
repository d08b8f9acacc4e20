import type { TableServices } from './context.ts';
import { selectPartKeys } from './store.ts';

/** The files that tables point to, by their keys. */
export function tableFiles(database: TableServices['database']): Promise<Set<string>> {
  return selectPartKeys(database);
}

/** Deletes files of tables that no row points to: a crash came between file and row, or between row and file. */
export async function sweepTables({ database, blobs }: Pick<TableServices, 'blobs' | 'database'>): Promise<void> {
  const kept = await tableFiles(database);
  const stored = await blobs.list('tables/');
  await Promise.all(stored.filter(({ key }) => !kept.has(key)).map(({ key }) => blobs.delete(key)));
}
