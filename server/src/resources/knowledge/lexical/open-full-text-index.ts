import { isPostgres } from '../../../platform/db/engine.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { FullTextIndex } from './full-text-index.ts';
import { searchPostgres } from './postgres.ts';
import { searchSqlite } from './sqlite.ts';

export function openFullTextIndex(database: Database): FullTextIndex {
  return isPostgres(database) ? searchPostgres(database) : searchSqlite(database);
}
