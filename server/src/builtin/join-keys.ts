import type { ColumnSummary, TableSummary } from './grounding.ts';

/** A column whose values identify rows of another table. */
export interface JoinKey {
  table: TableSummary;
  column: ColumnSummary;
  /** The table in which each value identifies one row. */
  target: TableSummary;
  key: ColumnSummary;
  /** Whether its name alone would not tell: its values do. */
  isWeak?: boolean;
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
  const placed = places.map((place, at): Place => ({ ...place, at }));
  const byName = Map.groupBy(placed, ({ column }) => plain(column.name));
  const byEnd = groupByEnds(placed);
  const found: JoinKey[] = [];
  for (const target of tables)
    for (const key of target.columns) {
      if (!isUnique(target, key)) continue;
      const names = namesOfKey(target.name, key.name);
      const named = names.flatMap((name) => byName.get(name) ?? []);
      const ending = [...names, ...nounsOfKey(target.name, key.name)].flatMap((name) => [
        ...(byEnd.get(name) ?? []),
        ...(byName.get(name) ?? []),
      ]);
      for (const { table, column, at } of [...new Set([...named, ...ending])].sort(byPlace)) {
        if (table === target || !sameType(column, key) || !overlaps(column, key)) continue;
        const isWeak = !named.some((one) => one.at === at);
        if (isWeak && !isWithin({ table, column }, { table: target, column: key })) continue;
        found.push({ table, column, target, key, ...(isWeak ? { isWeak } : {}) });
        if (found.length === most) return found;
      }
    }
  return found;
}

function byPlace(one: Place, other: Place): number {
  return one.at - other.at;
}

const mostWords = 6;

/** Columns by the last words of their names: `billing_address_id` by `addressid` and `id`. */
function groupByEnds(places: readonly Place[]): Map<string, Place[]> {
  const groups = new Map<string, Place[]>();
  for (const place of places) {
    const words = place.column.name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+/gu) ?? [];
    for (const from of words.keys().drop(1).take(mostWords)) {
      const end = plain(words.slice(from).join(''));
      const known = groups.get(end);
      if (known) known.push(place);
      else groups.set(end, [place]);
    }
  }
  return groups;
}

/** `country` for `country_id` or `uid` of `countries`. */
function nounsOfKey(table: string, key: string): string[] {
  const nouns = nounsOf(plain(table));
  return /(?:id|code|key|no|number)$/.test(plain(key)) || nouns.includes(plain(key)) ? nouns : [];
}

/** Whether all known values are such of the key. */
function isWithin(own: Omit<Place, 'at'>, key: Omit<Place, 'at'>): boolean {
  const values = valuesOf(own);
  if (values.length === 0) return false;
  if ((key.table.sample?.length ?? 0) >= key.table.row_count) {
    const all = new Set(valuesOf(key));
    return values.every((value) => all.has(value));
  }
  const { min, max } = key.column;
  if (typeof min !== 'number' || typeof max !== 'number' || key.column.type !== 'integer') return false;
  return values.every((value) => typeof value === 'number' && value >= min && value <= max);
}

function valuesOf({ table, column }: Omit<Place, 'at'>): unknown[] {
  const at = table.columns.indexOf(column);
  return (table.sample ?? []).flatMap((row) => (row[at] === null ? [] : [row[at]]));
}

/** Distinct values of large tables are counted within some per cent. */
function isUnique({ row_count, sample }: TableSummary, { distinct, nulls = 0, type }: ColumnSummary): boolean {
  const canBeKey = type === 'integer' || type === 'text' || type === 'number';
  const least = (sample?.length ?? 0) >= row_count ? row_count : row_count * 0.9;
  return canBeKey && nulls === 0 && distinct !== null && row_count > 1 && distinct >= least;
}

function sameType(one: ColumnSummary, other: ColumnSummary): boolean {
  const kindOf = ({ type }: ColumnSummary) => (type === 'integer' ? 'number' : type);
  return kindOf(one) === kindOf(other);
}

/** `city_id` for `id` of `cities`, or the same name in both; `id` in both means two different things. */
function namesOfKey(table: string, key: string): string[] {
  const [its, noun] = [plain(key), plain(table)];
  const nouns = nounsOf(noun);
  const isSame = !/^(?:id|key|code|no|nr|number|name|index|rownames)$/.test(its);
  const isPlain = /^(?:id|key|code)$/.test(its);
  const names = new Set([...(isSame ? [its] : []), ...nouns.map((one) => `${one}${its}`), ...(isPlain ? nouns : [])]);
  if (!isSame) names.delete(its);
  return [...names];
}

function nounsOf(table: string): string[] {
  return [table, table.replace(/ies$/, 'y'), table.replace(/e?s$/, ''), table.replace(/s$/, '')];
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
