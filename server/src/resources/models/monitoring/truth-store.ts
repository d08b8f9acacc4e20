import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { Insertable } from 'kysely';
import { isAmong } from '../../../platform/db/among.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import type { MonitorAnswerTable } from '../../../platform/db/schema/monitoring.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import { LiveChange } from './live-change.ts';
import type { ShadowAnswer } from './shadow/messages.ts';
import { type Shape, selectShapes } from './shapes.ts';
import { mostMagnitude, readTrueNumber } from './true-number.ts';
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

type AnswerRow = Insertable<MonitorAnswerTable>;

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

export async function selectAnswers(
  database: Database,
  modelId: string,
  rowIds: readonly string[],
): Promise<Map<string, Pick<AnswerRow, 'version' | 'window_start' | 'answer'>>> {
  const rows = await database
    .selectFrom('monitor_answers')
    .select(['row_id', 'version', 'window_start', 'answer'])
    .where('model_id', '=', modelId)
    .where('row_id', 'in', rowIds)
    .execute();
  return new Map(rows.map((row) => [row.row_id, row]));
}

/** Rows that one statement reads or writes; databases limit its parameters. */
const atOnce = 500;

/**
 * Writes truths of a model and their sums, after `holdTruths`; one of a row that has a truth already takes its place.
 */
export async function putTruths(transaction: Transaction, modelId: string, rows: readonly TruthRow[]): Promise<void> {
  const change = new LiveChange();
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce);
    const formers = new Map((await selectTruths(transaction, modelId, some)).map((former) => [former.row_id, former]));
    for (const row of some) change.replace(formers.get(row.row_id), row);
    await writeTruths(transaction, some);
  }
  await change.write(transaction, modelId);
}

function selectTruths(database: Database, modelId: string, rows: readonly TruthRow[]): Promise<TruthRow[]> {
  const ids = rows.map(({ row_id }) => row_id);
  return database
    .selectFrom('monitor_truths')
    .selectAll()
    .where('model_id', '=', modelId)
    .where('row_id', 'in', ids)
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
      })),
    )
    .execute();
}

/** Joins truths that waited for these answers. Returns their number. */
export async function joinWaiting(transaction: Transaction, answers: readonly AnswerRow[]): Promise<number> {
  const byId = new Map(answers.map((answer) => [answer.row_id, answer]));
  const waiting = await transaction
    .selectFrom('monitor_truths')
    .selectAll()
    .where('model_id', '=', answers[0].model_id)
    .where(isAmong(transaction, 'row_id', [...byId.keys()]))
    .where('window_start', 'is', null)
    .execute();
  const shapes = await selectShapes(
    transaction,
    answers[0].model_id,
    answers.map((answer) => answer.version),
  );
  const joined = waiting.flatMap((row) => {
    const { version, window_start, answer } = byId.get(row.row_id)!;
    const figures = compare(decodeJson<GivenAnswer>(answer), decodeJson(row.truth), shapes.get(version));
    return figures ? [{ ...row, version, window_start, ...figures }] : [];
  });
  if (joined.length > 0) await putTruths(transaction, answers[0].model_id, joined);
  return joined.length;
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
