import type { Selectable } from 'kysely';
import { decodeJson, encodeJson, type Json } from '../../../platform/db/json.ts';
import type { MonitoringSchema } from '../../../platform/db/schema/monitoring.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Reference } from './reference.ts';
import type { StoredPick } from './stored-pick.ts';

/** All drawn rows of a window with a key below `below`. */
export interface StoredPicks {
  below: number;
  picks: StoredPick[];
}

export type PartRow = Selectable<MonitoringSchema['monitor_parts']>;
export type WindowRow = Selectable<MonitoringSchema['monitor_windows']>;
export type WindowKey = Pick<WindowRow, 'model_id' | 'version' | 'window_start'>;

export async function selectReference(
  database: Database,
  modelId: string,
  version: number,
): Promise<Reference | undefined> {
  const row = await database
    .selectFrom('monitor_references')
    .select('reference')
    .where('model_id', '=', modelId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row && decodeJson<Reference>(row.reference);
}

export async function putReference(
  database: Database,
  { model_id, version }: Pick<WindowKey, 'model_id' | 'version'>,
  reference: Reference,
): Promise<void> {
  await database
    .insertInto('monitor_references')
    .values({ model_id, version, reference: encodeJson(reference) })
    .onConflict((conflict) =>
      conflict.columns(['model_id', 'version']).doUpdateSet((row) => ({ reference: row.ref('excluded.reference') })),
    )
    .execute();
}

export async function deleteReference(
  database: Database,
  { model_id, version }: Pick<WindowKey, 'model_id' | 'version'>,
): Promise<void> {
  await database
    .deleteFrom('monitor_references')
    .where('model_id', '=', model_id)
    .where('version', '=', version)
    .execute();
}

export async function insertPart(database: Database, part: PartRow): Promise<void> {
  await database.insertInto('monitor_parts').values(part).execute();
}

/** Selects the oldest parts of a model. */
export function selectParts(database: Database, modelId: string, most: number): Promise<PartRow[]> {
  return database
    .selectFrom('monitor_parts')
    .selectAll()
    .where('model_id', '=', modelId)
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Deletes parts. Returns how many there were still. */
export async function deleteParts(database: Database, ids: string[]): Promise<number> {
  const { numDeletedRows } = await database.deleteFrom('monitor_parts').where('id', 'in', ids).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Selects the models that have parts, or windows that ended and were not judged. */
export async function selectModelsToFold(database: Database, now: string): Promise<string[]> {
  const parts = await database.selectFrom('monitor_parts').select('model_id').distinct().execute();
  const ended = await database
    .selectFrom('monitor_windows')
    .select('model_id')
    .distinct()
    .where('verdict', 'is', null)
    .where('window_end', '<=', now)
    .execute();
  return [...new Set([...parts, ...ended].map(({ model_id }) => model_id))];
}

export function selectWindow(database: Database, key: WindowKey): Promise<WindowRow | undefined> {
  return database
    .selectFrom('monitor_windows')
    .selectAll()
    .where('model_id', '=', key.model_id)
    .where('version', '=', key.version)
    .where('window_start', '=', key.window_start)
    .executeTakeFirst();
}

/** Writes a window; a verdict that was given meanwhile stays. */
export async function putWindow(database: Database, row: WindowRow): Promise<void> {
  const { model_id: _, version: __, window_start: ___, verdict: ____, ...change } = row;
  await database
    .insertInto('monitor_windows')
    .values(row)
    .onConflict((conflict) => conflict.columns(['model_id', 'version', 'window_start']).doUpdateSet(change))
    .execute();
}

export async function setVerdict(database: Database, key: WindowKey, verdict: Json): Promise<void> {
  await database
    .updateTable('monitor_windows')
    .set({ verdict })
    .where('model_id', '=', key.model_id)
    .where('version', '=', key.version)
    .where('window_start', '=', key.window_start)
    .execute();
}

export async function deleteWindow(database: Database, key: WindowKey): Promise<void> {
  await database
    .deleteFrom('monitor_windows')
    .where('model_id', '=', key.model_id)
    .where('version', '=', key.version)
    .where('window_start', '=', key.window_start)
    .execute();
}

interface Span {
  from?: string | undefined;
  to?: string | undefined;
}

/** Selects the windows of a model in order, without their drawn rows. */
export function selectWindows(
  database: Database,
  modelId: string,
  { from, to }: Span,
  most: number,
): Promise<Omit<WindowRow, 'picks'>[]> {
  return database
    .selectFrom('monitor_windows')
    .select(['model_id', 'version', 'window_start', 'window_end', 'rows', 'sketch', 'verdict'])
    .where('model_id', '=', modelId)
    .$if(from !== undefined, (query) => query.where('window_end', '>', from ?? ''))
    .$if(to !== undefined, (query) => query.where('window_start', '<', to ?? ''))
    .orderBy('window_start', 'desc')
    .limit(most)
    .execute()
    .then((rows) => rows.reverse());
}

/** Selects the windows whose drawn rows are kept, the newest first. */
export function selectWindowsWithRows(database: Database, modelId: string, { from, to }: Span): Promise<WindowKey[]> {
  return database
    .selectFrom('monitor_windows')
    .select(['model_id', 'version', 'window_start'])
    .where('model_id', '=', modelId)
    .where('picks', 'is not', null)
    .$if(from !== undefined, (query) => query.where('window_end', '>', from ?? ''))
    .$if(to !== undefined, (query) => query.where('window_start', '<', to ?? ''))
    .orderBy('window_start', 'desc')
    .orderBy('version', 'desc')
    .execute();
}

/** Selects windows that ended before `now` and were not judged, the oldest first. */
export function selectUnjudged(database: Database, modelId: string, now: string): Promise<WindowRow[]> {
  return database
    .selectFrom('monitor_windows')
    .selectAll()
    .where('model_id', '=', modelId)
    .where('verdict', 'is', null)
    .where('window_end', '<=', now)
    .orderBy('window_start')
    .limit(50)
    .execute();
}

/** Selects the sketches and verdicts of the windows of a version right before one. */
export async function selectSketchesBefore(
  database: Database,
  { model_id, version, window_start }: WindowKey,
  most: number,
): Promise<Pick<WindowRow, 'window_start' | 'sketch' | 'verdict'>[]> {
  return database
    .selectFrom('monitor_windows')
    .select(['window_start', 'sketch', 'verdict'])
    .where('model_id', '=', model_id)
    .where('version', '=', version)
    .where('window_start', '<', window_start)
    .orderBy('window_start', 'desc')
    .limit(most)
    .execute();
}

/** Selects the verdicts on the last windows of a version, the oldest first. */
export async function selectVerdicts(
  database: Database,
  { model_id, version }: Pick<WindowKey, 'model_id' | 'version'>,
  most: number,
): Promise<Pick<WindowRow, 'window_start' | 'verdict'>[]> {
  const rows = await database
    .selectFrom('monitor_windows')
    .select(['window_start', 'verdict'])
    .where('model_id', '=', model_id)
    .where('version', '=', version)
    .where('verdict', 'is not', null)
    .orderBy('window_start', 'desc')
    .limit(most)
    .execute();
  return rows.reverse();
}

export async function countJudged(database: Database, modelId: string, version: number): Promise<number> {
  const { count } = await database
    .selectFrom('monitor_windows')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('model_id', '=', modelId)
    .where('version', '=', version)
    .where('verdict', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Keeps the drawn rows of the last `most` windows only. */
export async function dropOldPicks(database: Database, modelId: string, most: number): Promise<void> {
  const old = await database
    .selectFrom('monitor_windows')
    .select('window_start')
    .where('model_id', '=', modelId)
    .where('picks', 'is not', null)
    .orderBy('window_start', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  if (!old) return;
  await database
    .updateTable('monitor_windows')
    .set({ picks: null })
    .where('model_id', '=', modelId)
    .where('window_start', '<=', old.window_start)
    .where('verdict', 'is not', null)
    .execute();
}

/** Deletes what was kept of windows that began before. */
export async function deleteWindowsBefore(database: Database, before: string): Promise<void> {
  for (const table of ['monitor_windows', 'monitor_answers', 'monitor_truths', 'monitor_live'] as const)
    await database.deleteFrom(table).where('window_start', '<', before).execute();
  await database
    .deleteFrom('monitor_truths')
    .where('window_start', 'is', null)
    .where('created_at', '<', before)
    .execute();
}

export function decodePicks(text: Json | null): StoredPicks {
  return text === null ? { below: 1, picks: [] } : decodeJson<StoredPicks>(text);
}

/** Deletes all that was kept of a model's questions, answers and truths. */
export async function forgetMonitoring(database: Database, modelId: string): Promise<void> {
  const tables = ['monitor_parts', 'monitor_windows', 'monitor_answers', 'monitor_truths', 'monitor_live'] as const;
  for (const table of tables) await database.deleteFrom(table).where('model_id', '=', modelId).execute();
}

/** IDs that one statement names; databases limit its parameters. */
const idsAtOnce = 500;

/** Returns which of these models are there, the trash included. */
export async function livingOf(database: Database, ids: readonly string[]): Promise<Set<string>> {
  const living = new Set<string>();
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const some = ids.slice(start, start + idsAtOnce);
    const rows = await database.selectFrom('models').select('id').where('id', 'in', some).execute();
    for (const { id } of rows) living.add(id);
  }
  return living;
}
