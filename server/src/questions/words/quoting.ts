/** Names and values as DuckDB and PostgreSQL both read them. */

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes `schema.table` of a connection in two parts. */
export function quoteTable(name: string): string {
  return name.split('.').map(quoteName).join('.');
}

export function literal(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
}
