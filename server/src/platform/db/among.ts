import { sql } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Database } from './schema.ts';

/** SQL condition that a column is one of any number of values; a parameter list allows only some thousands. */
export function isAmong(database: Database, column: string, values: string[]) {
  return isPostgres(database)
    ? sql<boolean>`${sql.ref(column)} = any(${values}::text[])`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
}
