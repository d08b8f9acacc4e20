import { CellError, createNumericReader } from '@sibyl/engine/columns/cells.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { usualReading } from '@sibyl/engine/readings/reading.ts';
import type { Insertable } from 'kysely';
import { decodeJson } from '../../../platform/db/json.ts';
import type { MonitorAnswerTable, MonitorTruthTable } from '../../../platform/db/schema/monitoring.ts';
import type { Database } from '../../../platform/db/schema.ts';

const readNumber = createNumericReader(usualReading('number'));

/** Reads a true cell: a number, or the place of a class (-1 for one that training never saw); undefined when it is none. */
export function readTruth({ classes }: Pick<ModelDescription, 'classes'>, cell: unknown): number | undefined {
  if (cell === null || cell === undefined || cell === '') return undefined;
  if (classes) return classes.findIndex((label) => String(label).toLowerCase() === String(cell).trim().toLowerCase());
  const value = readNumber(cell);
  return value instanceof CellError || Number.isNaN(value) ? undefined : value;
}

/** An answer that was given: a number with bounds, or the place of a class. */
export interface GivenAnswer {
  value: number;
  confidence: number | null;
  lower: number | null;
  upper: number | null;
}

export type TruthRow = Insertable<MonitorTruthTable>;
type AnswerRow = Insertable<MonitorAnswerTable>;
type Figures = Pick<TruthRow, 'is_right' | 'is_inside' | 'error' | 'confidence'>;

/** Compares an answer with the truth: a number, or the place of a class (-1 for one that training never saw). */
export function compare({ classes }: Pick<ModelDescription, 'classes'>, answer: GivenAnswer, truth: number): Figures {
  const { value, confidence, lower, upper } = answer;
  if (classes) return { is_right: value === truth ? 1 : 0, is_inside: null, error: null, confidence };
  const inside = lower === null || upper === null ? null : truth >= lower && truth <= upper ? 1 : 0;
  return { is_right: null, is_inside: inside, error: truth - value, confidence };
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

/** Writes truths; one of a row that has a truth already takes its place. */
export async function putTruths(database: Database, rows: TruthRow[]): Promise<void> {
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
      })),
    )
    .execute();
}

/** Joins truths that waited for these answers. */
export async function joinWaiting(
  database: Database,
  answers: readonly AnswerRow[],
  description: ModelDescription,
): Promise<void> {
  const byId = new Map(answers.map((answer) => [answer.row_id, answer]));
  const waiting = await database
    .selectFrom('monitor_truths')
    .selectAll()
    .where('model_id', '=', answers[0].model_id)
    .where('row_id', 'in', [...byId.keys()])
    .where('window_start', 'is', null)
    .execute();
  const joined = waiting.flatMap((row) => {
    const { version, window_start, answer } = byId.get(row.row_id)!;
    const truth = readTruth(description, decodeJson(row.truth));
    if (truth === undefined) return [];
    return [{ ...row, version, window_start, ...compare(description, decodeJson<GivenAnswer>(answer), truth) }];
  });
  if (joined.length > 0) await putTruths(database, joined);
}

/** Live figures of one window. */
export interface LiveFigures {
  version: number;
  window_start: string;
  truths: number;
  right: number | null;
  inside: number | null;
  bounded: number;
  absolute: number | null;
  squared: number | null;
  fourth: number | null;
  confidence: number | null;
  uncertain: number | null;
}

/** Sums the joined truths of each window. */
export async function sumTruths(database: Database, modelId: string, from: string): Promise<LiveFigures[]> {
  const rows = await database
    .selectFrom('monitor_truths')
    .select(['version', 'window_start'])
    .select(({ fn, eb, ref }) => {
      const square = eb(ref('error'), '*', ref('error'));
      const doubt = eb(ref('confidence'), '*', eb(eb.val(1), '-', ref('confidence')));
      return [
        fn.countAll<number | string>().as('truths'),
        fn.sum<number | string>('is_right').as('right'),
        fn.sum<number | string>('is_inside').as('inside'),
        fn.count<number | string>('is_inside').as('bounded'),
        fn.sum<number>(fn('abs', ['error'])).as('absolute'),
        fn.sum<number>(square).as('squared'),
        fn.sum<number>(eb(square, '*', square)).as('fourth'),
        fn.sum<number>('confidence').as('confidence'),
        fn.sum<number>(doubt).as('uncertain'),
      ];
    })
    .where('model_id', '=', modelId)
    .where('window_start', '>=', from)
    .groupBy(['version', 'window_start'])
    .execute();
  const number = (value: unknown) => (value === null ? null : Number(value));
  return rows.map((row) => ({
    version: row.version!,
    window_start: row.window_start!,
    truths: Number(row.truths),
    right: number(row.right),
    inside: number(row.inside),
    bounded: Number(row.bounded),
    absolute: number(row.absolute),
    squared: number(row.squared),
    fourth: number(row.fourth),
    confidence: number(row.confidence),
    uncertain: number(row.uncertain),
  }));
}

export async function countWaiting(database: Database, modelId: string): Promise<number> {
  const { count } = await database
    .selectFrom('monitor_truths')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('model_id', '=', modelId)
    .where('window_start', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
