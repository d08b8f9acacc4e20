import type { JsonValue } from '../../../platform/data/types.ts';
import type { TableAddress } from '../service.ts';
import {
  columnsNamed,
  inTurns,
  isNumeric,
  type LookContext,
  type LookedColumn,
  type LookedTable,
  openTable,
  quoted,
} from './ask-table.ts';

/** What is in one column. Moments are RFC 3339; `mean`, `standard_deviation` and the histogram are of numbers only. */
export interface LookedProfile {
  column: string;
  type: LookedColumn['type'];
  rows: number;
  missing: number;
  distinct: number;
  min: JsonValue;
  q25: JsonValue;
  median: JsonValue;
  q75: JsonValue;
  max: JsonValue;
  mean: number | null;
  standard_deviation: number | null;
  top: { value: JsonValue; count: number }[];
  histogram: { from: number; to: number; count: number }[];
}

/** Most columns that are looked at together. */
export const mostProfiled = 100;
const mostTop = 10;
const bars = 20;
const mostCharacters = 200;

/** Profiles the named columns of a table, or its first hundred. */
export async function profileColumns(
  ctx: LookContext,
  address: TableAddress,
  names: string | undefined,
  signal: AbortSignal,
): Promise<LookedProfile[]> {
  const table = await openTable(ctx, address, signal);
  const columns = columnsNamed(table.record, names).slice(0, mostProfiled);
  const profiles: LookedProfile[] = [];
  for (const some of inTurns(columns, table.record.row_count)) profiles.push(...(await profileSome(table, some)));
  return profiles;
}

async function profileSome(table: LookedTable, columns: readonly LookedColumn[]): Promise<LookedProfile[]> {
  const [figures] = await table.askOf(columns, `SELECT ${columns.map(figuresSql).join(', ')} FROM taken`);
  const together = (parts: readonly string[]) => parts.map((sql) => `(${sql})`).join(' UNION ALL ');
  const counted = await table.askOf(columns, together(columns.map(topSql)));
  const ranged = columns.flatMap((column, place) => histogramSql(column, place) ?? []);
  const binned = ranged.length === 0 ? [] : await table.askOf(columns, together(ranged));
  return columns.map((column, place): LookedProfile => {
    const [distinct, q25, median, q75, mean, deviation] = figures.slice(6 * place, 6 * place + 6);
    const { name, type, nulls: missing, min, max } = column;
    return {
      column: name,
      type,
      rows: table.record.row_count,
      missing,
      distinct: Number(distinct),
      min: (min ?? null) as JsonValue,
      q25,
      median,
      q75,
      max: (max ?? null) as JsonValue,
      mean: mean as number | null,
      standard_deviation: deviation as number | null,
      top: counted
        .filter(([at]) => at === place)
        .map(([, value, count]) => ({ value: readTop(column, value), count: Number(count) })),
      histogram: barsOf(
        column,
        binned.filter(([at]) => at === place),
      ),
    };
  });
}

/** Distinct values, quartiles, mean and standard deviation; NULL for what the type does not have. */
function figuresSql(column: LookedColumn): string {
  const name = quoted(column.name);
  const isOrdered = isNumeric(column) || column.type === 'date' || column.type === 'datetime';
  const quartile = isNumeric(column) ? 'quantile_cont' : 'quantile_disc';
  const quartiles = [0.25, 0.5, 0.75].map((share) => (isOrdered ? `${quartile}(${name}, ${share})` : 'NULL'));
  const moments = isNumeric(column) ? [`avg(${name})`, `stddev_samp(${name})`] : ['NULL', 'NULL'];
  return [`count(DISTINCT ${name})`, ...quartiles, ...moments].join(', ');
}

function topSql({ name }: LookedColumn, place: number): string {
  const value = `left(CAST(${quoted(name)} AS VARCHAR), ${mostCharacters})`;
  return `SELECT ${place} AS place, ${value} AS value, count(*) AS count FROM taken WHERE ${quoted(name)} IS NOT NULL GROUP BY ALL ORDER BY count DESC, value LIMIT ${mostTop}`;
}

function readTop({ type }: LookedColumn, text: JsonValue): JsonValue {
  if (type === 'number' || type === 'integer') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

function widthOf({ min, max }: LookedColumn): number {
  return (Number(max) - Number(min)) / bars;
}

/** Undefined for columns without a range of numbers. */
function histogramSql(column: LookedColumn, place: number): string | undefined {
  const [name, width] = [quoted(column.name), widthOf(column)];
  if (!isNumeric(column) || !(width > 0) || !Number.isFinite(width)) return undefined;
  const bar = `CAST(least(${bars - 1}, floor((${name} - (${Number(column.min)})) / ${width})) AS INTEGER)`;
  return `SELECT ${place} AS place, ${bar} AS bar, count(*) AS count FROM taken WHERE isfinite(${name}) GROUP BY ALL`;
}

function barsOf(column: LookedColumn, binned: readonly JsonValue[][]): LookedProfile['histogram'] {
  if (binned.length === 0) return [];
  const [start, width] = [Number(column.min), widthOf(column)];
  const counts = new Map(binned.map(([, bar, count]) => [Number(bar), Number(count)]));
  return Array.from({ length: bars }, (_, bar) => ({
    from: start + bar * width,
    to: bar === bars - 1 ? Number(column.max) : start + (bar + 1) * width,
    count: counts.get(bar) ?? 0,
  }));
}
