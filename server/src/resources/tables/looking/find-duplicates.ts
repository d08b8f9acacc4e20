import type { JsonValue } from '../../../platform/data/types.ts';
import type { TableAddress } from '../service.ts';
import { columnsNamed, type LookContext, openTable, quoted } from './ask-table.ts';

export interface Duplicates {
  rows: number;
  /** Sets of equal rows, and the rows beyond the first of each. */
  sets: number;
  duplicate_rows: number;
  /** The largest sets, with the cells of the compared columns. */
  examples: { copies: number; row: Record<string, JsonValue> }[];
}

const mostExamples = 20;

/** Finds rows that are equal in the named columns, or in all. */
export async function findDuplicates(
  ctx: LookContext,
  address: TableAddress,
  names: string | undefined,
  signal: AbortSignal,
): Promise<Duplicates> {
  const table = await openTable(ctx, address, signal);
  const columns = columnsNamed(table.record, names);
  const keys = columns.map(({ name }) => quoted(name)).join(', ');
  const sets = `SELECT ${keys}, count(*) AS "\u0001copies" FROM looked GROUP BY ${keys} HAVING count(*) > 1`;
  const copies = '"\u0001copies"';
  const [[count, sum]] = await table.ask(`SELECT count(*), coalesce(sum(${copies} - 1), 0) FROM (${sets})`);
  const largest =
    Number(count) === 0
      ? []
      : await table.ask(
          `SELECT ${copies}, ${keys} FROM (${sets}) ORDER BY ${copies} DESC, ${keys} LIMIT ${mostExamples}`,
        );
  return {
    rows: table.record.row_count,
    sets: Number(count),
    duplicate_rows: Number(sum),
    examples: largest.map(([number, ...cells]) => ({
      copies: Number(number),
      row: Object.fromEntries(columns.map(({ name }, place) => [name, cells[place]])),
    })),
  };
}
