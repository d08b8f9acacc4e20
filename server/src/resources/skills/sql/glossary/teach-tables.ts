import type { ColumnSummary, TableSummary } from '../../../../builtin/grounding.ts';
import type { SqlSource } from '../source.ts';
import type { Glossary, GlossaryEntry } from './entry.ts';
import { isAggregate, plainAggregate } from './expression.ts';
import { type Fitted, fitEntry } from './fit-entry.ts';

const kept = new WeakMap<readonly ColumnSummary[], Map<string, Promise<TableSummary>>>();
const mostKept = 20;
/** Entries with SQL whose cells are worked out for a table. */
const mostSurveyed = 60;

/**
 * Adds to the summaries of tables what their owner taught: other names of columns, and columns of figures and tests
 * with their cells in the sample. Entries that do not fit are left out. Kept as long as a table does not change.
 */
export async function teachTables(
  source: SqlSource,
  { glossary = [], time_columns = {} }: Glossary,
  signal: AbortSignal,
): Promise<TableSummary[]> {
  const times = new Map(Object.entries(time_columns));
  const fitted = glossary.flatMap((entry) => {
    const found = fitEntry(entry, source.tables);
    return 'detail' in found ? [] : [found];
  });
  return Promise.all(
    source.tables.map(async (table) => {
      const own = fitted.filter((one) => one.table === table.name);
      const timeColumn = times.get(table.name);
      if (own.length === 0 && timeColumn === undefined) return table;
      const key = JSON.stringify([own.map(({ entry }) => entry), timeColumn]);
      const known = kept.get(table.columns) ?? new Map<string, Promise<TableSummary>>();
      kept.set(table.columns, known);
      const taught = known.get(key) ?? teach(source, table, own, signal);
      known.set(key, taught);
      taught.catch(() => known.delete(key));
      if (known.size > mostKept) known.delete([...known.keys()][0]);
      const summary = await taught.catch(() => ({ ...table, columns: withNames(table.columns, own) }));
      return { ...summary, findValues: table.findValues, ...(timeColumn === undefined ? {} : { timeColumn }) };
    }),
  );
}

async function teach(
  source: SqlSource,
  table: TableSummary,
  fitted: readonly Fitted[],
  signal: AbortSignal,
): Promise<TableSummary> {
  const columns = withNames(table.columns, fitted);
  const entries = fitted.flatMap(({ entry }) => (entry.sql === undefined ? [] : [entry])).slice(0, mostSurveyed);
  // A survey of somebody's database for each question would cost it more than it is worth
  if (entries.length === 0 || source.sampled || source.dialect.builtIn !== 'duckdb' || !table.sample)
    return { ...table, columns };
  return { ...table, ...(await survey(source, { ...table, columns }, entries, signal)) };
}

/** Adds columns for the entries; where one of them fails, such as after a column's type has changed, without it. */
async function survey(
  source: SqlSource,
  table: TableSummary,
  entries: readonly GlossaryEntry[],
  signal: AbortSignal,
): Promise<Pick<TableSummary, 'columns' | 'sample'>> {
  try {
    return await addColumns(source, table, entries, signal);
  } catch {
    signal.throwIfAborted();
    if (entries.length === 1) return { columns: table.columns, sample: table.sample };
    const half = Math.ceil(entries.length / 2);
    const first = await survey(source, table, entries.slice(0, half), signal);
    return survey(source, { ...table, ...first }, entries.slice(half), signal);
  }
}

async function addColumns(
  source: SqlSource,
  table: TableSummary,
  entries: readonly GlossaryEntry[],
  signal: AbortSignal,
): Promise<Pick<TableSummary, 'columns' | 'sample'>> {
  const { columns } = table;
  const cellSql = entries.map(cellsOf);
  const from = source.dialect.quote(table.name);
  const rows = table.sample?.length ?? 0;
  const [sample, surveys] = await Promise.all([
    source.query(
      `SELECT ${cellSql.map((sql, at) => `(${sql}) AS t${at}`).join(', ')} FROM ${from} LIMIT ${rows}`,
      signal,
      rows,
    ),
    source.query(`SELECT ${cellSql.flatMap(surveyOf).join(', ')} FROM ${from}`, signal),
  ]);
  const [figures] = surveys.rows;
  const added = entries.map((entry, at): ColumnSummary => {
    const [distinct, nulls, min, max] = figures.slice(4 * at, 4 * at + 4);
    return {
      ...columnOf(entry),
      type: sample.columns[at].type,
      distinct: Number(distinct),
      nulls: Number(nulls),
      min,
      max,
      ...(sample.columns[at].type === 'boolean' ? { values: [true, false] } : {}),
    };
  });
  const cells = (row: readonly unknown[], at: number) => [...row, ...(sample.rows[at] ?? entries.map(() => null))];
  return { columns: [...columns, ...added], sample: table.sample?.map(cells) };
}

function withNames(columns: readonly ColumnSummary[], fitted: readonly Fitted[]): ColumnSummary[] {
  return columns.map((column) => {
    const names = fitted.filter((one) => one.column === column.name).map(({ entry }) => entry);
    if (names.length === 0) return column;
    const unit = names.find((one) => one.unit)?.unit;
    const synonyms = names.flatMap(({ term, synonyms = [] }) => [term, ...synonyms]);
    return { ...column, synonyms, ...(unit === undefined ? {} : { unit }) };
  });
}

/** SQL of what is in the sample's cells; of figures of groups what is summed up or averaged, or nothing. */
function cellsOf({ sql = '' }: GlossaryEntry): string {
  if (!isAggregate(sql)) return sql;
  return plainAggregate(sql)?.inner ?? 'CAST(NULL AS double)';
}

function surveyOf(sql: string): string[] {
  return [`count(DISTINCT (${sql}))`, `count(*) - count((${sql}))`, `min((${sql}))`, `max((${sql}))`];
}

function columnOf({
  term,
  sql = '',
  synonyms,
  unit,
}: GlossaryEntry): Pick<ColumnSummary, 'name'> & Partial<ColumnSummary> {
  const aggregate = plainAggregate(sql)?.aggregate;
  return {
    name: term,
    formula: sql,
    ...(isAggregate(sql) ? (aggregate ? { aggregate } : {}) : { isOfRow: true }),
    ...(synonyms ? { synonyms } : {}),
    ...(unit === undefined ? {} : { unit }),
  };
}
