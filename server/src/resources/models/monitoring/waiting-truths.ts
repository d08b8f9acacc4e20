import { sql } from 'kysely';
import { decodeJson, type Json } from '../../../platform/db/json.ts';
import { listed } from '../../../platform/db/listed.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import { selectShapes } from './shapes.ts';
import type { WindowKey, WindowRow } from './store.ts';
import { keyInWindow, rowIdOf } from './truth-key.ts';
import type { TruthRow } from './truth-row.ts';
import { compare, deleteTruths, type GivenAnswer, putTruths } from './truth-store.ts';

type Window = WindowKey & Pick<WindowRow, 'window_end'>;

/** Joins truths that waited for answers of a window, which are given by the IDs of their rows. Returns their number. */
export async function joinWaiting(
  transaction: Transaction,
  window: Window,
  answers: ReadonlyMap<string, Json>,
): Promise<number> {
  const { model_id, version, window_start } = window;
  const waiting = await takeWaiting(transaction, window, [...answers.keys()]);
  if (waiting.length === 0) return 0;
  const shape = (await selectShapes(transaction, model_id, [version])).get(version);
  const joined = new Map<string, TruthRow>();
  for (const row of waiting) {
    const rowId = rowIdOf(row.row_id);
    const figures = compare(decodeJson<GivenAnswer>(answers.get(rowId)!), decodeJson(row.truth), shape);
    const row_id = keyInWindow(rowId, window_start);
    if (figures) joined.set(row_id, { ...row, row_id, version, window_start, ...figures });
  }
  await putTruths(transaction, model_id, [...joined.values()]);
  return joined.size;
}

/** Takes the truths out that wait for any answer to these rows, or for one of this window; the last ones come last. */
async function takeWaiting(transaction: Transaction, window: Window, rowIds: string[]): Promise<TruthRow[]> {
  const { model_id, window_start, window_end } = window;
  const { rows } = await sql<TruthRow>`
    with answered(value) as (${listed(
      transaction,
      rowIds.map((id) => [id]),
    )})
    select waiting.* from answered cross join monitor_truths as waiting
    where waiting.model_id = ${model_id} and waiting.window_start is null
      and waiting.row_id >= (answered.value ->> 0) and waiting.row_id < (answered.value ->> 0) || '~~'
      and (waiting.row_id = (answered.value ->> 0)
        or (substr(waiting.row_id, 24, 24) < ${window_end} and substr(waiting.row_id, 49, 24) >= ${window_start}))
    order by waiting.created_at
  `.execute(transaction);
  await deleteTruths(
    transaction,
    model_id,
    rows.map(({ row_id }) => row_id),
  );
  return rows;
}

/** Most truths of a model that wait for the answer to their row. */
export const mostWaiting = 100_000;

/** Counts the truths of a model without a known answer, as far as `most`. */
export async function countWaiting(database: Database, modelId: string, most: number): Promise<number> {
  const waiting = database
    .selectFrom('monitor_truths')
    .select('model_id')
    .where('model_id', '=', modelId)
    .where('window_start', 'is', null)
    .limit(most);
  const { count } = await database
    .selectFrom(waiting.as('waiting'))
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
