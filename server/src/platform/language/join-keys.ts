import type { ColumnSummary, TableSummary } from './grounding.ts';

/** A column whose values identify rows of another table. */
export interface JoinKey {
  table: TableSummary;
  column: ColumnSummary;
  /** The table in which each value identifies one row. */
  target: TableSummary;
  key: ColumnSummary;
}

/** Finds columns that identify rows of another table, judged by names, types and unique values there. */
export function findJoinKeys(tables: readonly TableSummary[]): JoinKey[] {
  return tables.flatMap((target) =>
    target.columns
      .filter((key) => isUnique(target, key))
      .flatMap((key) => tables.flatMap((table) => keysTo(table, target, key))),
  );
}

function keysTo(table: TableSummary, target: TableSummary, key: ColumnSummary): JoinKey[] {
  if (table === target) return [];
  return table.columns
    .filter((column) => sameType(column, key) && namesKey(column.name, target.name, key.name) && overlaps(column, key))
    .map((column) => ({ table, column, target, key }));
}

/** Distinct values of large tables are counted within some per cent. */
function isUnique({ row_count }: TableSummary, { distinct, nulls = 0, type }: ColumnSummary): boolean {
  const canBeKey = type === 'integer' || type === 'text' || type === 'number';
  return canBeKey && nulls === 0 && distinct !== null && row_count > 1 && distinct >= row_count * 0.9;
}

function sameType(one: ColumnSummary, other: ColumnSummary): boolean {
  const kindOf = ({ type }: ColumnSummary) => (type === 'integer' ? 'number' : type);
  return kindOf(one) === kindOf(other);
}

/** `city_id` for `id` of `cities`, or the same name in both; `id` in both means two different things. */
function namesKey(column: string, table: string, key: string): boolean {
  const [own, its, noun] = [plain(column), plain(key), plain(table)];
  const nouns = [noun, noun.replace(/ies$/, 'y'), noun.replace(/e?s$/, ''), noun.replace(/s$/, '')];
  if (own === its) return !/^(?:id|key|code|no|nr|number|name|index|rownames)$/.test(its);
  return nouns.some((one) => own === `${one}${its}` || (/^(?:id|key|code)$/.test(its) && own === one));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Columns with disjoint ranges share no value; unknown ranges may. */
function overlaps(one: ColumnSummary, other: ColumnSummary): boolean {
  const [low, high, least, most] = [one.min, one.max, other.min, other.max];
  if (typeof low === 'number' && typeof high === 'number' && typeof least === 'number' && typeof most === 'number')
    return low <= most && high >= least;
  if (typeof low === 'string' && typeof high === 'string' && typeof least === 'string' && typeof most === 'string')
    return low <= most && high >= least;
  return true;
}
