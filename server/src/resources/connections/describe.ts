import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { parseRows } from '../../platform/data/row-writer.ts';
import type { JsonValue } from '../../platform/data/types.ts';
import { type Requester, requesterOf } from '../../platform/workers/fair-turns.ts';
import type { ConnectionServices } from './context.ts';
import type { Dialect } from './dialects.ts';
import type { CatalogTable } from './engine.ts';
import { catalogOf, nameOf, type OpenConnection, openConnection, readTableName } from './query.ts';
import { sampleOf, type TableSample } from './table-sample.ts';

interface DescribedColumn {
  name: string;
  type: string;
  /** Number of distinct values in the sampled rows; null when the table has more rows. */
  distinct: number | null;
  values?: JsonValue[];
  min?: JsonValue;
  max?: JsonValue;
}

export interface DescribedTable {
  name: string;
  row_count: number;
  columns: DescribedColumn[];
  /** Absent where it could not be read. */
  sample?: TableSample;
  /** Whether that is because the database does not answer. */
  isDown?: boolean;
}

export interface DescribedConnection {
  dialect: Dialect;
  tables: DescribedTable[];
  /** The database's comments on `table` and `table.column`. */
  comments: Record<string, string>;
}

const sampleRows = 500;
const sampledTables = 50;
const mostValues = 20;
const sampleMs = 2000;
const sampleBytes = 16 * 1024 * 1024;
/** Longer texts are not shown as values. */
const sampleCharacters = 1000;

/** Describes the readable tables, or those named, with comments and values from their first rows. */
export async function describeConnection(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'connectionPools' | 'secrets'>,
  project: { id: string; name: string },
  nameOrId: string,
  names: readonly string[] | undefined,
): Promise<DescribedConnection> {
  const open = await openConnection(ctx, project, nameOrId);
  const requester = requesterOf(ctx, project.id);
  const [ownSchema] = open.database.schemas;
  const wanted = names?.map((name) => readTableName(name, ownSchema));
  const isWanted = (table: CatalogTable) =>
    wanted?.some(({ schema, name }) => schema === table.schema && name === table.name) ?? true;
  const catalog = (await catalogOf(ctx, open, requester)).filter(isWanted);
  const tables = await Promise.all(
    catalog.map((table, index) =>
      index < sampledTables ? sampleTable(ctx, open, table, requester) : withoutRows(table, ownSchema),
    ),
  );
  const comments = Object.fromEntries(catalog.flatMap((table) => commentsOf(table, ownSchema)));
  return { dialect: open.engine.dialect, tables, comments };
}

function commentsOf(table: CatalogTable, ownSchema: string): [string, string][] {
  const name = nameOf(table, ownSchema);
  const own: [string, string][] = table.comment === null ? [] : [[name, table.comment]];
  return [
    ...own,
    ...table.columns.flatMap((column): [string, string][] =>
      column.comment === null ? [] : [[`${name}.${column.name}`, column.comment]],
    ),
  ];
}

function withoutRows(table: CatalogTable, ownSchema: string): DescribedTable {
  const columns = table.columns.map(({ name, type }) => ({ name, type, distinct: null }));
  return { name: nameOf(table, ownSchema), row_count: Math.max(1, table.rowEstimate ?? 1), columns };
}

/**
 * Describes a table without values when it cannot be read, for as long as a sample is kept: nobody waits again. A
 * database that does not answer is asked again with the next question.
 */
async function sampleTable(
  ctx: Pick<ConnectionServices, 'connectionPools'>,
  open: OpenConnection,
  table: CatalogTable,
  requester: Requester,
): Promise<DescribedTable> {
  const key = `sample of ${JSON.stringify([table.schema, table.name])}`;
  const unknown = withoutRows(table, open.database.schemas[0]);
  return ctx.connectionPools.cached(open.id, key, () =>
    lookInto(open, table, requester).catch((error) => {
      if (!(error instanceof ServiceError) || error.code !== 'connection_failed') return unknown;
      ctx.connectionPools.dropCached(open.id, key);
      return { ...unknown, isDown: true };
    }),
  );
}

/** The sample is shared by concurrent callers, so it does not end with one caller's signal. */
async function lookInto({ database, engine }: OpenConnection, table: CatalogTable, requester: Requester) {
  const [ownSchema] = database.schemas;
  const { quote } = engine.dialect;
  const columns = table.columns.map(({ name }) => quote(name)).join(', ');
  const from = [...(table.schema === ownSchema ? [] : [table.schema]), table.name].map(quote).join('.');
  const question = { sql: `SELECT ${columns} FROM ${from} LIMIT ${sampleRows}`, tables: [table] };
  const bytes = { maxBytes: sampleBytes, answerBytes: sampleBytes, cellCharacters: sampleCharacters };
  const asked = { shape: 'lists', maxRows: sampleRows, timeoutMs: sampleMs, ...bytes } as const;
  const { pieces } = await database.answer(question, asked, requester);
  const rows = await parseRows<JsonValue[]>(pieces);
  const isWhole = rows.length < sampleRows;
  const row_count = isWhole ? rows.length : Math.max(table.rowEstimate ?? 0, rows.length + 1);
  return {
    name: nameOf(table, ownSchema),
    row_count,
    sample: sampleOf(rows, { columns: table.columns.length, rowCount: row_count, mostCharacters: sampleCharacters }),
    columns: table.columns.map(({ name, type }, index) => {
      const cells = rows.flatMap((row) => row[index] ?? []);
      return { name, type, ...describeCells(type, cells, isWhole) };
    }),
  };
}

function describeCells(type: string, cells: JsonValue[], isWhole: boolean): Omit<DescribedColumn, 'name' | 'type'> {
  const counts = [...Map.groupBy(cells, (cell) => cell)].toSorted(([, a], [, b]) => b.length - a.length);
  const values = counts.map(([value]) => value);
  const shown = type === 'text' && values.length > 0 && values.length <= mostValues ? { values } : {};
  if (!isWhole) return { distinct: null, ...shown };
  const isOrdered = type !== 'text' && type !== 'json' && type !== 'boolean';
  return { distinct: values.length, ...shown, ...(isOrdered ? boundsOf(values) : {}) };
}

function boundsOf(values: JsonValue[]): { min?: JsonValue; max?: JsonValue } {
  const known = values.filter((value) => typeof value === 'number' || typeof value === 'string');
  const sorted = known.toSorted((a, b) => (a < b ? -1 : 1));
  return sorted.length === 0 ? {} : { min: sorted[0], max: sorted[sorted.length - 1] };
}
