import type { TableAddress } from '../service.ts';
import {
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

/** Correlates columns of numbers (the first sixty unless some are named), the closest pairs first. */
export async function correlateColumns(
  ctx: LookContext,
  address: TableAddress,
  names: string | undefined,
  signal: AbortSignal,
): Promise<Correlation[]> {
  const table = await openTable(ctx, address, signal);
  const columns = columnsNamed(table.record, names).filter(isNumeric).slice(0, mostCorrelated);
  const pairs = columns.flatMap((one, place) => columns.slice(place + 1).map((other) => [one, other] as const));
  const found: Correlation[] = [];
  for (let first = 0; first < pairs.length; first += pairsAtOnce)
    found.push(...(await correlatePairs(table, pairs.slice(first, first + pairsAtOnce))));
  return found.sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation));
}

async function correlatePairs(
  table: LookedTable,
  pairs: readonly (readonly [LookedColumn, LookedColumn])[],
): Promise<Correlation[]> {
  const sql = pairs.map(([one, other]) => {
    const [a, b] = [quoted(one.name), quoted(other.name)];
    return `corr(${a}, ${b}), regr_count(${a}, ${b})`;
  });
  const [figures] = await table.ask(`SELECT ${sql.join(', ')} FROM looked`);
  return pairs.flatMap(([one, other], place) => {
    const [correlation, rows] = [figures[2 * place], Number(figures[2 * place + 1])];
    // Of a constant column there is none.
    return typeof correlation === 'number' ? [{ column: one.name, with: other.name, correlation, rows }] : [];
  });
}
