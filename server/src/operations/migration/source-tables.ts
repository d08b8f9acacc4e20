import type { DatabaseSync } from 'node:sqlite';

/** Tables of Kysely, of full-text indexes, and of nodes, which each database has for itself. */
const ownOfDatabase = /^(?:sqlite_|kysely_|knowledge_index|installation$|signals$|leases$)/;

/** Returns the tables with records, each after those that it refers to. */
export function tablesInOrder(source: DatabaseSync): string[] {
  const names = readNames(source, `select name from sqlite_schema where type = 'table' order by name`);
  const left = new Set(names.filter((name) => !ownOfDatabase.test(name)));
  const ordered: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter((name) =>
      parentsOf(source, name).every((parent) => parent === name || !left.has(parent)),
    );
    if (free.length === 0) throw new Error(`The tables ${[...left].join(', ')} refer to each other in a circle.`);
    for (const name of free) left.delete(name);
    ordered.push(...free);
  }
  return ordered;
}

function parentsOf(source: DatabaseSync, table: string): string[] {
  return readNames(source, `select "table" as name from pragma_foreign_key_list('${table}')`);
}

/** Returns the columns with stored values. */
export function columnsOf(source: DatabaseSync, table: string): string[] {
  return readNames(source, `select name from pragma_table_info('${table}')`);
}

function readNames(source: DatabaseSync, sql: string): string[] {
  return source
    .prepare(sql)
    .all()
    .map(({ name }) => String(name));
}
