import type { ModelDescription } from '@sibyl/engine/model.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import { holdTruths } from './live-sums.ts';
import type { StoredShadow } from './shadow/stored-shadow.ts';
import type { StoredPick, WindowKey } from './store.ts';
import { type GivenAnswer, joinWaiting } from './truth-store.ts';

/** Answers that one statement writes; databases limit its parameters. */
const atOnce = 500;

function named([version, value, confidence, lower, upper]: StoredShadow): GivenAnswer['shadow'] {
  return { version, value, confidence, lower, upper };
}

/** Keeps the answers to rows that have an ID, and joins them with truths that came before. */
export async function keepAnswers(
  transaction: Transaction,
  { model_id, version, window_start }: WindowKey,
  picks: readonly StoredPick[],
  { classes }: Pick<ModelDescription, 'classes'>,
): Promise<void> {
  const given = new Map<string, GivenAnswer>();
  for (const [, value, confidence, lower, upper, codes, rowId, , shadow] of picks) {
    const answered = classes ? String(classes[value]) : value;
    if (rowId !== null)
      given.set(rowId, { value: answered, confidence, lower, upper, codes, ...(shadow && { shadow: named(shadow) }) });
  }
  const rows = Array.from(given, ([row_id, answer]) => ({
    model_id,
    row_id,
    version,
    window_start,
    answer: encodeJson(answer),
  }));
  if (rows.length > 0) await holdTruths(transaction, model_id);
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce);
    await transaction
      .insertInto('monitor_answers')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['model_id', 'row_id']).doUpdateSet((row) => ({
          version: row.ref('excluded.version'),
          window_start: row.ref('excluded.window_start'),
          answer: row.ref('excluded.answer'),
        })),
      )
      .execute();
    await joinWaiting(transaction, some);
  }
}
