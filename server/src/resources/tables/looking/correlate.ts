import type { TableAddress } from '../service.ts';
import {
  columnNamed,
  columnsNamed,
  isNumeric,
  type LookContext,
  type LookedColumn,
  type LookedTable,
  openTable,
  quoted,
} from './ask-table.ts';

export interface Correlation {
  column: string;
  with: string;
  /** Pearson's coefficient over the rows where both are known. */
  correlation: number;
  rows: number;
}

/** Most columns of numbers whose pairs are computed. */
export const mostCorrelated = 60;
const pairsAtOnce = 300;

/**
 * Correlates columns of numbers, the closest pairs first: the named ones or all, but no more than sixty, which are the
 * closest to the target where one is given, and else the first.
 */
export async function correlateColumns(
  ctx: LookContext,
  address: TableAddress,
  { columns: names, target }: { columns?: string | undefined; target?: string | undefined },
  signal: AbortSignal,
): Promise<Correlation[]> {
  const table = await openTable(ctx, address, signal);
  const numbers = columnsNamed(table.record, names).filter(isNumeric);
  const aimed = target === undefined ? undefined : columnNamed(table.record, target);
  const columns = aimed && isNumeric(aimed) ? await closestTo(table, aimed, numbers) : numbers.slice(0, mostCorrelated);
  const pairs = columns.flatMap((one, place) => columns.slice(place + 1).map((other) => [one, other] as const));
  return correlatePairs(table, pairs);
}

/** Most columns of which the closest to a target are looked for. */
const mostAimed = 2000;

async function closestTo(
  table: LookedTable,
  aimed: LookedColumn,
  numbers: readonly LookedColumn[],
): Promise<LookedColumn[]> {
  const others = numbers.filter(({ name }) => name !== aimed.name).slice(0, mostAimed);
  if (others.length < mostCorrelated) return [aimed, ...others];
  const closest = await correlatePairs(
    table,
    others.map((other) => [aimed, other] as const),
  );
  const names = new Set(closest.slice(0, mostCorrelated - 1).map((one) => one.with));
  return [aimed, ...others.filter(({ name }) => names.has(name))];
}

type Pair = readonly [LookedColumn, LookedColumn];

/** Returns the closest pairs first; of a constant column there is none. */
async function correlatePairs(table: LookedTable, pairs: readonly Pair[]): Promise<Correlation[]> {
  const found: Correlation[] = [];
  for (let first = 0; first < pairs.length; first += pairsAtOnce)
    found.push(...(await correlateSome(table, pairs.slice(first, first + pairsAtOnce))));
  return found.sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation));
}

async function correlateSome(table: LookedTable, pairs: readonly Pair[]): Promise<Correlation[]> {
  const sql = pairs.map(([one, other]) => {
    const [a, b] = [quoted(one.name), quoted(other.name)];
    return `corr(${a}, ${b}), regr_count(${a}, ${b})`;
  });
  const [figures] = await table.ask(`SELECT ${sql.join(', ')} FROM looked`);
  return pairs.flatMap(([one, other], place) => {
    const [correlation, rows] = [figures[2 * place], Number(figures[2 * place + 1])];
    return typeof correlation === 'number' ? [{ column: one.name, with: other.name, correlation, rows }] : [];
  });
}
