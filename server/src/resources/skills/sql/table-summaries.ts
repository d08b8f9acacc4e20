import type { Caller } from '../../../caller.ts';
import type { ColumnSummary, TableSummary } from '../../../platform/language/grounding.ts';
import { askerOf } from '../../../platform/workers/fair-turns.ts';
import type { TableRecord } from '../../tables/schemas.ts';
import { partsOf } from '../../tables/service.ts';
import type { SkillServices } from '../context.ts';

const mostValues = 20;
/** Columns of a table whose values are looked up. */
const mostColumns = 60;
const mostTables = 1000;
const mostLookups = 50;

/** What language models are told of tables, kept as long as the tables do not change. */
export class TableSummaries {
  readonly #kept = new Map<string, { stamp: string; sketch: Promise<TableSummary> }>();

  /** Values are looked up for the first tables only: the others hardly fit what a language model reads. */
  sketchAll(
    ctx: Caller & Pick<SkillServices, 'blobs' | 'data' | 'database' | 'limits'>,
    projectId: string,
    tables: readonly TableRecord[],
  ): Promise<TableSummary[]> {
    const sketches = tables.map((table, index) =>
      index < mostLookups ? this.#sketch(ctx, projectId, table) : summaryOf(table, new Map()),
    );
    return Promise.all(sketches);
  }

  /** Looked up once for all who ask meanwhile. A table that cannot be looked into just now is told of without its values. */
  async #sketch(
    ctx: Caller & Pick<SkillServices, 'blobs' | 'data' | 'database' | 'limits'>,
    projectId: string,
    table: TableRecord,
  ): Promise<TableSummary> {
    const stamp = `${table.name} ${table.updated_at} ${table.row_count}`;
    const kept = this.#kept.get(table.id);
    const sketch =
      kept?.stamp === stamp ? kept.sketch : this.#keep(table.id, stamp, summariseTable(ctx, projectId, table));
    return sketch.catch(() => summaryOf(table, new Map()));
  }

  #keep(id: string, stamp: string, sketch: Promise<TableSummary>): Promise<TableSummary> {
    this.#kept.set(id, { stamp, sketch });
    sketch.catch(() => this.#kept.delete(id));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostTables) break;
      this.#kept.delete(oldest);
    }
    return sketch;
  }
}

async function summariseTable(
  ctx: Caller & Pick<SkillServices, 'blobs' | 'data' | 'database' | 'limits'>,
  projectId: string,
  table: TableRecord,
): Promise<TableSummary> {
  const few = table.columns.filter(({ type, distinct }) => hasFewValues(type, distinct)).slice(0, mostColumns);
  const columns = few.map((column) => column.name);
  return summaryOf(table, await readValues(ctx, projectId, table, columns));
}

function summaryOf(table: TableRecord, values: ReadonlyMap<string, unknown[]>): TableSummary {
  const columns = table.columns.map(({ name, type, distinct, min, max }): ColumnSummary => {
    const own = values.get(name);
    return { name, type, distinct, ...(own ? { values: own } : {}), min, max };
  });
  return { name: table.name, row_count: table.row_count, columns };
}

function hasFewValues(type: string, distinct: number): boolean {
  return (type === 'text' || type === 'boolean') && distinct > 0 && distinct <= mostValues;
}

/** The distinct values of each column, the most frequent first. */
async function readValues(
  ctx: Caller & Pick<SkillServices, 'blobs' | 'data' | 'database' | 'limits'>,
  projectId: string,
  table: TableRecord,
  columns: string[],
): Promise<Map<string, unknown[]>> {
  if (columns.length === 0) return new Map();
  const parts = columns.map((column, index) => {
    const name = `"${column.replaceAll('"', '""')}"`;
    return `SELECT ${index} AS i, CAST(${name} AS VARCHAR) AS v, count(*) AS n FROM t WHERE ${name} IS NOT NULL GROUP BY 2`;
  });
  const { query_timeout_ms, query_memory_bytes } = ctx.limits.of(projectId);
  const query = {
    sql: `${parts.join(' UNION ALL ')} ORDER BY i, n DESC, v`,
    tables: { t: await partsOf(ctx, table.id) },
    maxRows: columns.length * mostValues,
    timeoutMs: query_timeout_ms,
    memoryBytes: query_memory_bytes,
  };
  const { rows } = await ctx.data.runQuery(query, askerOf(ctx, projectId));
  const grouped = Map.groupBy(rows, ([index]) => columns[Number(index)]);
  return new Map([...grouped].map(([column, found]) => [column, found.map(([, value]) => value)]));
}
