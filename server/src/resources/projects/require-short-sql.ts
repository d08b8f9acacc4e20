import { beyondLimit } from '../../errors.ts';

/** Refuses a query that is too long, before anything of it is read. */
export function requireShortSql(sql: string, sqlBytes: number): void {
  const bytes = sql.length > sqlBytes ? sql.length : Buffer.byteLength(sql);
  if (bytes <= sqlBytes) return;
  const detail = `The text of the query is longer than ${sqlBytes} bytes: load long lists of values as a table, and join it.`;
  throw beyondLimit('query_too_long', detail, { name: 'sql_bytes', value: sqlBytes });
}
