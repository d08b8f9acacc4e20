import type { ColumnSummary, TableSummary } from './grounding.ts';

/** A column whose values identify rows of another table. */
export interface JoinKey {
  table: TableSummary;
  column: ColumnSummary;
  /** The table in which each value identifies one row. */
  target: TableSummary;
  key: ColumnSummary;
}

interface Place {
  table: TableSummary;
  column: ColumnSummary;
  /** Its place among the columns of all tables. */
  at: number;
}

/**
 * Finds columns that identify rows of another table, judged by names, types and unique values there; the first ones, up
 * to `most`. Columns are looked up by name: to try each with each took seconds for some hundred tables.
 */
export function findJoinKeys(tables: readonly TableSummary[], most = Number.POSITIVE_INFINITY): JoinKey[] {
  const places = tables.flatMap((table) => table.columns.map((column) => ({ table, column })));
  const byName = Map.groupBy(
    places.map((place, at): Place => ({ ...place, at })),
    ({ column }) => plain(column.name),
  );
  const found: JoinKey[] = [];
  for (const target of tables)
    for (const key of target.columns) {
      if (!isUnique(target, key)) continue;
      const named = namesOfKey(target.name, key.name).flatMap((name) => byName.get(name) ?? []);
      for (const { table, column } of named.sort((one, other) => one.at - other.at)) {
        if (table === target || !sameType(column, key) || !overlaps(column, key)) continue;
        found.push({ table, column, target, key });
        if (found.length === most) return found;
      }
    }
  return found;
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
function namesOfKey(table: string, key: string): string[] {
  const [its, noun] = [plain(key), plain(table)];
  const nouns = [noun, noun.replace(/ies$/, 'y'), noun.replace(/e?s$/, ''), noun.replace(/s$/, '')];
  const isSame = !/^(?:id|key|code|no|nr|number|name|index|rownames)$/.test(its);
  const isPlain = /^(?:id|key|code)$/.test(its);
  const names = new Set([...(isSame ? [its] : []), ...nouns.map((one) => `${one}${its}`), ...(isPlain ? nouns : [])]);
  if (!isSame) names.delete(its);
  return [...names];
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
