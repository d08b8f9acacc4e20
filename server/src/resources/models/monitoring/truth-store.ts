import type { ModelDescription } from '@sibyl/engine/model.ts';
import { isAmong } from '../../../platform/db/among.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import { LiveChange } from './live-change.ts';
import type { ShadowAnswer } from './shadow/messages.ts';
import type { Shape } from './shapes.ts';
import { mostMagnitude, readTrueNumber } from './true-number.ts';
import { rowIdOf } from './truth-key.ts';
import type { Figures, TruthRow } from './truth-row.ts';

/** Returns whether a cell can be a truth: a number, or a class, which training may never have seen. */
export function isTruth({ classes }: Pick<ModelDescription, 'classes'>, cell: unknown): boolean {
  if (cell === undefined || cell === '' || typeof cell === 'object') return false;
  return classes ? true : readTrueNumber(cell) !== undefined;
}

/** An answer that was given: a number with bounds, or a class as text. Its place is another one in other versions. */
export interface GivenAnswer {
  value: number | string;
  confidence: number | null;
  lower: number | null;
  upper: number | null;
  /** The bin of each column of the row, a byte each, as base64; absent where the row was not seen. */
  codes?: string;
  /** What a challenger would have answered. */
  shadow?: ShadowAnswer & { version: number };
}

/**
 * Compares an answer with the truth. Undefined where they are so far apart that the sums of errors would overflow, or
 * one is a number and the other is none.
 */
export function compare(
  answer: GivenAnswer,
  cell: unknown,
  shape?: Pick<Shape, 'classes' | 'readClass'>,
): Figures | undefined {
  const { confidence, codes = null, shadow } = answer;
  const measured = measure(answer, cell, shape);
  if (!measured) return undefined;
  const other = shadow && measure(shadow, cell, shape);
  const compared = other ? encodeJson({ version: shadow.version, ...other } satisfies ShadowFigures) : null;
  const answered = typeof answer.value === 'string' ? answer.value : null;
  return { ...measured, confidence, answered, codes, shadow: compared };
}

type Measured = Pick<Figures, 'is_right' | 'is_inside' | 'error'>;

/** How the answer of a challenger compares with the truth. */
export type ShadowFigures = Measured & { version: number };

function measure(
  { value, lower, upper }: ShadowAnswer,
  cell: unknown,
  shape?: Pick<Shape, 'classes' | 'readClass'>,
): Measured | undefined {
  if (typeof value === 'string')
    return { is_right: isSameClass(value, cell, shape) ? 1 : 0, is_inside: null, error: null };
  const truth = readTrueNumber(cell);
  if (truth === undefined || !(Math.abs(truth - value) <= 2 * mostMagnitude)) return undefined;
  const inside = lower === null || upper === null ? null : truth >= lower && truth <= upper ? 1 : 0;
  return { is_right: null, is_inside: inside, error: truth - value };
}

/** A challenger may spell a class otherwise than the version of the shape, or answer with one that it does not know. */
function isSameClass(answer: string, cell: unknown, shape?: Pick<Shape, 'classes' | 'readClass'>): boolean {
  const read = shape?.readClass(cell);
  if (read !== undefined) return shape?.classes?.[read] === answer || shape?.readClass(answer) === read;
  return answer.toLowerCase() === String(cell).trim().toLowerCase();
}

/** Rows that one statement reads or writes; databases limit its parameters. */
const atOnce = 500;

/**
 * Writes truths of a model and their sums, after `holdTruths`; one whose key has a truth already takes its place, and
 * that of one under the ID alone which waited, or which a release before joined in the same window.
 */
export async function putTruths(transaction: Transaction, modelId: string, rows: readonly TruthRow[]): Promise<void> {
  const change = new LiveChange();
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce);
    const truths = await selectTruths(transaction, modelId, some);
    const others: string[] = [];
    for (const row of some) {
      const formers = formersOf(row, truths);
      change.replace(formers, row);
      for (const { row_id } of formers) if (row_id !== row.row_id) others.push(row_id);
    }
    await deleteTruths(transaction, modelId, others);
    await writeTruths(transaction, some);
  }
  await change.write(transaction, modelId);
}

/** Selects the truths that are there under the keys of these, or under their IDs alone. */
async function selectTruths(
  transaction: Transaction,
  modelId: string,
  rows: readonly TruthRow[],
): Promise<Map<string, TruthRow>> {
  const keys = new Set(rows.flatMap(({ row_id }) => [row_id, rowIdOf(row_id)]));
  const found = await transaction
    .selectFrom('monitor_truths')
    .selectAll()
    .where('model_id', '=', modelId)
    .where(isAmong(transaction, 'row_id', [...keys]))
    .execute();
  return new Map(found.map((truth) => [truth.row_id, truth]));
}

/** Those of the truths that are there whose place another one takes. */
function formersOf({ row_id, window_start }: TruthRow, truths: ReadonlyMap<string, TruthRow>): TruthRow[] {
  const [own, alone] = [truths.get(row_id), truths.get(rowIdOf(row_id))];
  const gives = alone !== own && (alone?.window_start === null || alone?.window_start === window_start);
  return [own, gives ? alone : undefined].filter((truth) => truth !== undefined);
}

/** Deletes the truths of these keys. */
export async function deleteTruths(transaction: Transaction, modelId: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await transaction
    .deleteFrom('monitor_truths')
    .where('model_id', '=', modelId)
    .where(isAmong(transaction, 'row_id', keys))
    .execute();
}

async function writeTruths(database: Database, rows: readonly TruthRow[]): Promise<void> {
  await database
    .insertInto('monitor_truths')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['model_id', 'row_id']).doUpdateSet((row) => ({
        truth: row.ref('excluded.truth'),
        version: row.ref('excluded.version'),
        window_start: row.ref('excluded.window_start'),
        is_right: row.ref('excluded.is_right'),
        is_inside: row.ref('excluded.is_inside'),
        error: row.ref('excluded.error'),
        confidence: row.ref('excluded.confidence'),
        answered: row.ref('excluded.answered'),
        codes: row.ref('excluded.codes'),
        shadow: row.ref('excluded.shadow'),
        created_at: row.ref('excluded.created_at'),
      })),
    )
    .execute();
}
