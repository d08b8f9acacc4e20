import type { ColumnSummary, TableSummary } from '../../../builtin/grounding.ts';
import type { Caller } from '../../../caller.ts';
import { requesterOf } from '../../../platform/workers/fair-turns.ts';
import type { TableServices } from '../../tables/context.ts';
import type { TableRecord } from '../../tables/schemas.ts';
import { partsOf } from '../../tables/service.ts';

import {
  type ColumnValue,
  canBeKept,
  findColumnValues,
  hasFewValues,
  hasManyValues,
  type LookedUpColumn,
  mostFound,
  mostValues,
  writeValuesQuery,
} from './column-values.ts';
import { ValueIndex } from './value-index.ts';

/** Maximum columns of a table whose values are read. */
const mostColumns = 60;
/** Small tables are known whole: readings of a question are tried on them. */
const sampleRows = 300;
const sampleCells = 4000;
const mostTables = 1000;
const mostLookups = 50;
const mostKeptFinds = 500;
/** Approximate maximum bytes of cached values, of all tables together. */
const mostKeptBytes = 128 * 1024 * 1024;
/** Maximum distinct values of an indexed column; the count is accurate to some per cent. */
const mostIndexed = 250_000;

type Services = Caller & Pick<TableServices, 'blobs' | 'data' | 'database' | 'limits'>;

/** Table descriptions for language models, cached until the tables change. */
export class TableSummaries {
  readonly #kept = new Map<string, { stamp: string; summary: Promise<TableSummary> }>();
  readonly #indexes = new Map<string, { stamp: string; index: Promise<ValueIndex>; bytes: number }>();
  readonly #finds = new Map<string, Promise<ColumnValue[]>>();

  /** Values are read for the first tables only, because more hardly fit into a prompt. */
  async summariseAll(ctx: Services, projectId: string, tables: readonly TableRecord[]): Promise<TableSummary[]> {
    const summaries = tables.map(async (table, index) => {
      if (index >= mostLookups) return summaryOf(table, new Map());
      const summary = await this.#summarise(ctx, projectId, table);
      return withFinder(summary, (words) => this.#find(ctx, projectId, table, words));
    });
    return Promise.all(summaries);
  }

  /** Cached, because the same question or its follow-up searches the same words again. */
  #find(ctx: Services, projectId: string, table: TableRecord, words: readonly string[]): Promise<ColumnValue[]> {
    const key = JSON.stringify([table.id, table.updated_at, table.row_count, ...words.toSorted()]);
    const kept = this.#finds.get(key);
    if (kept) return kept;
    const finding = this.#findIn(ctx, projectId, table, words);
    this.#finds.set(key, finding);
    finding.catch(() => this.#finds.delete(key));
    const [oldest] = this.#finds.keys();
    if (this.#finds.size > mostKeptFinds) this.#finds.delete(oldest);
    return finding;
  }

  /** Searches the cached values of columns with not too many, and the table for the others. */
  async #findIn(
    ctx: Services,
    projectId: string,
    table: TableRecord,
    words: readonly string[],
  ): Promise<ColumnValue[]> {
    const kept = table.columns.filter(canBeKept).slice(0, mostColumns);
    const others = table.columns.filter((column) => hasManyValues(column) && !kept.includes(column));
    const [found, rest] = await Promise.all([
      kept.length > 0 ? this.#index(ctx, projectId, table, kept).then((index) => index.find(words)) : [],
      findIn(ctx, projectId, table, others.slice(0, mostColumns - kept.length), words),
    ]);
    return [...found, ...rest];
  }

  /** Reads the values once after a change of the table, shared by concurrent callers. */
  #index(
    ctx: Services,
    projectId: string,
    table: TableRecord,
    columns: readonly LookedUpColumn[],
  ): Promise<ValueIndex> {
    const stamp = `${table.updated_at} ${table.row_count}`;
    const known = this.#indexes.get(table.id);
    this.#indexes.delete(table.id);
    if (known?.stamp === stamp) {
      this.#indexes.set(table.id, known);
      return known.index;
    }
    const made = { stamp, index: indexTable(ctx, projectId, table, columns), bytes: 0 };
    this.#indexes.set(table.id, made);
    made.index.then(
      ({ size }) => {
        made.bytes = size;
        this.#forgetIndexes();
      },
      () => this.#indexes.delete(table.id),
    );
    return made.index;
  }

  #forgetIndexes(): void {
    let bytes = [...this.#indexes.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [id, oldest] of this.#indexes) {
      if (bytes <= mostKeptBytes || this.#indexes.size === 1) break;
      bytes -= oldest.bytes;
      this.#indexes.delete(id);
    }
  }

  /**
   * Reads a table's summary once, shared by concurrent callers. A table that cannot be read now is described without
   * values.
   */
  async #summarise(ctx: Services, projectId: string, table: TableRecord): Promise<TableSummary> {
    const stamp = `${table.name} ${table.updated_at} ${table.row_count}`;
    const kept = this.#kept.get(table.id);
    const summary =
      kept?.stamp === stamp ? kept.summary : this.#keep(table.id, stamp, summariseTable(ctx, projectId, table));
    return summary.catch(() => summaryOf(table, new Map()));
  }

  #keep(id: string, stamp: string, summary: Promise<TableSummary>): Promise<TableSummary> {
    this.#kept.set(id, { stamp, summary });
    summary.catch(() => this.#kept.delete(id));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostTables) break;
      this.#kept.delete(oldest);
    }
    return summary;
  }
}

async function summariseTable(ctx: Services, projectId: string, table: TableRecord): Promise<TableSummary> {
  const few = table.columns.filter(hasFewValues).slice(0, mostColumns);
  const columns = few.map((column) => column.name);
  const most = Math.max(3, Math.min(sampleRows, Math.floor(sampleCells / table.columns.length)));
  const [values, sample] = await Promise.all([
    readValues(ctx, projectId, table, columns),
    readTable(ctx, projectId, table, `SELECT * FROM t LIMIT ${most}`, most),
  ]);
  return { ...summaryOf(table, values), sample };
}

function summaryOf(table: TableRecord, values: ReadonlyMap<string, CountedValue[]>): TableSummary {
  const columns = table.columns.map(({ name, type, distinct, nulls, min, max, reading }): ColumnSummary => {
    const frequent = values.get(name);
    const own = frequent ? { values: frequent.map(({ value }) => value), frequent } : {};
    const { unit } = reading;
    return { name, type, distinct, nulls, ...own, min, max, ...(unit === undefined ? {} : { unit }) };
  });
  return { name: table.name, row_count: table.row_count, columns };
}

interface CountedValue {
  value: unknown;
  count: number;
}

function withFinder(summary: TableSummary, find: NonNullable<TableSummary['findValues']>): TableSummary {
  return { ...summary, findValues: find };
}

async function findIn(
  ctx: Services,
  projectId: string,
  table: TableRecord,
  among: readonly LookedUpColumn[],
  words: readonly string[],
): Promise<ColumnValue[]> {
  const columns = among.map(({ name }) => name);
  if (columns.length === 0) return [];
  const ask = async (sql: string) => {
    const rows = await readTable(ctx, projectId, table, sql, columns.length * mostFound);
    return rows.map(([index, value, count]) => ({
      column: columns[Number(index)],
      value: String(value),
      count: Number(count),
    }));
  };
  return findColumnValues(ask, columns, 't', words);
}

async function indexTable(
  ctx: Services,
  projectId: string,
  table: TableRecord,
  columns: readonly LookedUpColumn[],
): Promise<ValueIndex> {
  const values = await Promise.all(
    columns.map(async ({ name }) => {
      const rows = await readTable(ctx, projectId, table, writeValuesQuery([name], 't'), mostIndexed);
      return [name, rows.map(([, value, count]) => ({ value: String(value), count: Number(count) }))] as const;
    }),
  );
  return new ValueIndex(new Map(values));
}

/** Reads the distinct values of each column, the most frequent first. */
async function readValues(
  ctx: Services,
  projectId: string,
  table: TableRecord,
  columns: string[],
): Promise<Map<string, CountedValue[]>> {
  if (columns.length === 0) return new Map();
  const rows = await readTable(ctx, projectId, table, writeValuesQuery(columns, 't'), columns.length * mostValues);
  const grouped = Map.groupBy(rows, ([index]) => columns[Number(index)]);
  return new Map(
    [...grouped].map(([column, found]) => [column, found.map(([, value, count]) => ({ value, count: Number(count) }))]),
  );
}

async function readTable(ctx: Services, projectId: string, table: TableRecord, sql: string, maxRows: number) {
  const { query_timeout_ms, query_memory_bytes } = ctx.limits.of(projectId);
  const limits = { maxRows, timeoutMs: query_timeout_ms, memoryBytes: query_memory_bytes };
  const query = { sql, tables: { t: await partsOf(ctx, table.id) }, ...limits };
  const { rows } = await ctx.data.runQuery(query, requesterOf(ctx, projectId));
  return rows;
}
