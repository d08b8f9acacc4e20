import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from './engine.ts';
import { encodeJson } from './json.ts';
import type { Database } from './schema.ts';

/**
 * SQL for any number of rows of texts, one column `value`, of which `value ->> 0` is the first text; a parameter list
 * allows only some thousands.
 */
export function listed(database: Database, rows: readonly (readonly string[])[]): RawBuilder<unknown> {
  const text = encodeJson(rows);
  return isPostgres(database)
    ? sql`select json_array_elements(${text}::json)`
    : sql`select value from json_each(${text})`;
}
