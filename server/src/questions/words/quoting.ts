/** Names and values as DuckDB and PostgreSQL both read them. */

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes `schema.table` of a connection in two parts. */
export function quoteTable(name: string): string {
  return name.split('.').map(quoteName).join('.');
}

export interface Relation {
  name: string;
  /** A SELECT that joins it out of several tables. */
  from?: string | undefined;
}

/** What a query reads a table by: its name, or that of the query which joins it. */
export function relationOf({ name, from }: Relation): string {
  return from === undefined ? quoteTable(name) : 'joined';
}

export function literal(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return `CAST('${value}' AS double precision)`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
}
