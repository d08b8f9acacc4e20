import type { Caller } from '../../../caller.ts';
import { invalidField, ServiceError } from '../../../errors.ts';
import type { JsonValue } from '../../../platform/data/types.ts';
import { requesterOf } from '../../../platform/workers/fair-turns.ts';
import { requireProject } from '../../projects/service.ts';
import type { TableServices } from '../context.ts';
import type { TableRecord } from '../schemas.ts';
import { partsOf, requireTable, type TableAddress } from '../service.ts';

export type LookContext = Caller & Pick<TableServices, 'blobs' | 'data' | 'database' | 'limits'>;
export type LookedColumn = TableRecord['columns'][number];

/** A table that SQL of ours is asked of, by the name `looked`. */
export interface LookedTable {
  record: TableRecord;
  /** Returns the rows of a SELECT within the limits of a query of the project. */
  ask(sql: string): Promise<JsonValue[][]>;
  /**
   * Returns the rows of a SELECT from `taken`, which has the named columns only: each mention of a table of thousands
   * costs as long as planning all of them; more named parts may come first, after a comma. `most` rows are drawn, always the same ones; without it, all are there.
   */
  askOf(columns: readonly LookedColumn[], sql: string, most?: number): Promise<JsonValue[][]>;
}

/** Cells of a question: they are held in memory. */
const mostCells = 10_000_000;

/** Cuts columns into as many as one question may be of. */
export function inTurns<Column>(columns: readonly Column[], rows: number): Column[][] {
  const size = Math.max(8, Math.min(100, Math.floor(mostCells / Math.max(1, rows))));
  return Array.from({ length: Math.ceil(columns.length / size) }, (_, turn) =>
    columns.slice(turn * size, (turn + 1) * size),
  );
}

export async function openTable(ctx: LookContext, address: TableAddress, signal: AbortSignal): Promise<LookedTable> {
  const project = await requireProject(ctx, address.project);
  const record = await requireTable(ctx, project, address.table);
  const { query_timeout_ms: timeoutMs, query_memory_bytes: memoryBytes } = ctx.limits.of(project.id);
  const tables = { looked: await partsOf(ctx, record.id) };
  const limits = { maxRows: 100_000, timeoutMs, memoryBytes };
  const ask = async (sql: string) =>
    (await ctx.data.runQuery({ sql, tables, ...limits }, requesterOf(ctx, project.id, signal))).rows;
  return {
    record,
    ask,
    askOf(columns, sql, most) {
      const names = [...new Set(columns.map(({ name }) => quoted(name)))].join(', ');
      const drawn =
        most !== undefined && record.row_count > most ? ` USING SAMPLE reservoir(${most} ROWS) REPEATABLE (1)` : '';
      return ask(`WITH taken AS MATERIALIZED (SELECT ${names} FROM looked${drawn}) ${sql}`);
    },
  };
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function isNumeric({ type }: Pick<LookedColumn, 'type'>): boolean {
  return type === 'number' || type === 'integer';
}

/**
 * Returns the columns that a JSON list names, in its order; all without one.
 * @throws ServiceError `invalid_input`, `column_not_found`
 */
export function columnsNamed(record: TableRecord, list: string | undefined): LookedColumn[] {
  if (list === undefined) return record.columns;
  return readNames(list).map((wanted) => columnNamed(record, wanted));
}

/** @throws ServiceError `column_not_found` */
export function columnNamed({ name, columns }: TableRecord, wanted: string): LookedColumn {
  const found = columns.find((column) => column.name === wanted);
  if (found) return found;
  throw new ServiceError('column_not_found', `Table ${name} has no column ${JSON.stringify(wanted)}.`);
}

function readNames(list: string): string[] {
  try {
    const names: unknown = JSON.parse(list);
    if (Array.isArray(names) && names.length > 0 && names.every((one) => typeof one === 'string')) return names;
  } catch {
    // Refused like every other text.
  }
  throw invalidField('?columns', 'must be a JSON list of names of columns, such as ["size","price"]');
}
