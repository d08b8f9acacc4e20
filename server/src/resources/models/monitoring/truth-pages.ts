import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../../../platform/db/schema.ts';
import type { WindowKey } from './store.ts';
import type { TruthRow } from './truth-row.ts';

/** Truths that are read without a break, within some milliseconds. */
const atOnce = 2000;

/** Selects columns of all truths of a window in steps, because others wait meanwhile. */
export async function* pagesOfTruths<Column extends keyof TruthRow>(
  database: Database,
  { model_id, window_start }: Pick<WindowKey, 'model_id' | 'window_start'>,
  columns: readonly Column[],
): AsyncGenerator<Pick<TruthRow, Column>[]> {
  let last = '';
  for (;;) {
    const page = await database
      .selectFrom('monitor_truths')
      .select(['row_id', ...columns])
      .where('model_id', '=', model_id)
      .where('window_start', '=', window_start)
      .where('row_id', '>', last)
      .orderBy('row_id')
      .limit(atOnce)
      .execute();
    yield page as unknown as Pick<TruthRow, Column>[];
    if (page.length < atOnce) return;
    last = (page.at(-1) as Pick<TruthRow, 'row_id'>).row_id;
    await turn();
  }
}
