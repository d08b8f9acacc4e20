import type { ModelDescription } from '@sibyl/engine/model.ts';
import { sql } from 'kysely';
import { isPostgres } from '../../../platform/db/engine.ts';
import { encodeJson, type Json } from '../../../platform/db/json.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import { holdTruths } from './live-sums.ts';
import type { StoredShadow } from './shadow/stored-shadow.ts';
import type { WindowKey, WindowRow } from './store.ts';
import { at, type StoredPick } from './stored-pick.ts';
import { keyInWindow } from './truth-key.ts';
import type { GivenAnswer } from './truth-store.ts';
import { joinWaiting } from './waiting-truths.ts';

function named([version, value, confidence, lower, upper]: StoredShadow): GivenAnswer['shadow'] {
  return { version, value, confidence, lower, upper };
}

/** Keeps the answers to rows that have an ID, and joins them with truths that came before. Returns how many it joined. */
export async function keepAnswers(
  transaction: Transaction,
  window: WindowKey & Pick<WindowRow, 'window_end'>,
  picks: readonly StoredPick[],
  { classes }: Pick<ModelDescription, 'classes'>,
): Promise<number> {
  const given = new Map<string, Json>();
  for (const pick of picks) {
    const [rowId, shadow] = [pick[at.rowId], pick[at.shadow]];
    if (rowId === null) continue;
    const [, value, confidence, lower, upper, codes] = pick;
    const answered = classes ? String(classes[value]) : value;
    const answer = { value: answered, confidence, lower, upper, codes, ...(shadow && { shadow: named(shadow) }) };
    given.set(rowId, encodeJson(answer satisfies GivenAnswer));
  }
  if (given.size === 0) return 0;
  await holdTruths(transaction, window.model_id);
  await putAnswers(transaction, window, given);
  return joinWaiting(transaction, window, given);
}

/**
 * Writes the last answers of a window by the IDs of their rows, in one statement: a parameter for each would be
 * thousands of objects.
 */
async function putAnswers(transaction: Transaction, key: WindowKey, given: ReadonlyMap<string, Json>): Promise<void> {
  const { model_id, version, window_start } = key;
  const text = `{${Array.from(given, ([rowId, answer]) => `${encodeJson(keyInWindow(rowId, window_start))}:${answer}`).join()}}`;
  const each = isPostgres(transaction) ? sql`json_each_text(${text}::json)` : sql`json_each(${text})`;
  await sql`
    insert into monitor_answers (model_id, row_id, version, window_start, answer)
    select cast(${model_id} as text), key, cast(${version} as integer), cast(${window_start} as text), value from ${each}
    where true
    on conflict (model_id, row_id) do update
    set version = excluded.version, window_start = excluded.window_start, answer = excluded.answer
  `.execute(transaction);
}
