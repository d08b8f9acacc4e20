import type { ColumnType, JsonValue } from '../../platform/data/types.ts';
import type { CatalogTable } from './engine.ts';

/** One column of a database's catalog, with what is known of its table. */
interface ColumnRow {
  schema: string;
  table: string;
  comment?: JsonValue;
  rowEstimate?: JsonValue;
  column: string;
  type: ColumnType;
  columnComment?: JsonValue;
}

/** Maximum number of readable tables and views that are described. */
const mostTables = 1000;
/** No database of a person has longer names; longer comments are cut. */
const mostNameLetters = 1000;
const mostCommentLetters = 2000;

/** Groups columns by their tables, in their order. */
export function groupColumns(rows: readonly ColumnRow[]): CatalogTable[] {
  const tables = new Map<string, CatalogTable>();
  for (const { schema, table: name, comment, rowEstimate, column, type, columnComment } of rows) {
    if (Math.max(schema.length, name.length, column.length) > mostNameLetters) continue;
    const key = JSON.stringify([schema, name]);
    const table = tables.get(key) ?? {
      schema,
      name,
      comment: textOrNull(comment),
      rowEstimate: countOrNull(rowEstimate),
      columns: [],
    };
    table.columns.push({ name: column, type, comment: textOrNull(columnComment) });
    tables.set(key, table);
  }
  return [...tables.values()].slice(0, mostTables);
}

function textOrNull(value: JsonValue | undefined): string | null {
  return value === null || value === undefined || value === '' ? null : String(value).slice(0, mostCommentLetters);
}

function countOrNull(value: JsonValue | undefined): number | null {
  const count = value === null || value === undefined ? Number.NaN : Number(value);
  return count >= 0 ? count : null;
}
