import { sql } from 'kysely';
import type { Json } from '../../../platform/db/json.ts';
import { listed } from '../../../platform/db/listed.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Truth } from './read-truths.ts';
import { keyInWindow } from './truth-key.ts';

/** An answer as it is stored; the end of its window is null where that is not kept. */
interface StoredAnswer {
  version: number;
  window_start: string;
  window_end: string | null;
  answer: Json;
}

type Wanted = Pick<Truth, 'rowId' | 'key' | 'span'>;

/** Later than any window. */
const always = '9999-12-31T23:59:59.999Z';

/**
 * Selects the answers that truths belong to, by the keys of the truths: the newest one of their ID, or the newest one
 * of a window that their span touches.
 */
export async function selectAnswers(
  database: Database,
  modelId: string,
  wanted: readonly Wanted[],
): Promise<Map<string, StoredAnswer>> {
  const spans = new Map(wanted.map(({ key, span }) => [key, span]));
  const answers = new Map<string, StoredAnswer>();
  for (const { key, ...row } of await selectNewest(database, modelId, wanted)) {
    const { from = '', to = always } = spans.get(key) ?? {};
    const isMeant = row.window_start <= to && (row.window_end ?? row.window_start) > from;
    if (isMeant && row.window_start >= (answers.get(key)?.window_start ?? '')) answers.set(key, row);
  }
  return answers;
}

/**
 * Selects the newest answer before the end of each span, by a look into an index for each, and the one that the release
 * before kept of the ID.
 */
async function selectNewest(
  database: Database,
  modelId: string,
  wanted: readonly Wanted[],
): Promise<(StoredAnswer & { key: string })[]> {
  const rows = wanted.map(({ rowId, key, span }) => [rowId, keyInWindow(rowId, span?.to ?? always), key]);
  const found = await sql<StoredAnswer & { key: string }>`
    with wanted(value) as (${listed(database, rows)})
    select wanted.value ->> 2 as key, given.version, given.window_start, given.answer, held.window_end
    from wanted cross join monitor_answers as given
    left join monitor_windows as held
      on held.model_id = given.model_id and held.version = given.version and held.window_start = given.window_start
    where given.model_id = ${modelId} and given.row_id in (wanted.value ->> 0, (
      select max(row_id) from monitor_answers
      where model_id = ${modelId} and row_id > (wanted.value ->> 0) and row_id <= (wanted.value ->> 1)
    ))
  `.execute(database);
  return found.rows;
}
