import { setImmediate as turn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { isPostgres } from '../../../platform/db/engine.ts';
import { decodeJson, type Json } from '../../../platform/db/json.ts';
import type { MonitorLiveTable } from '../../../platform/db/schema/monitoring.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import type { Shape } from './shapes.ts';
import { addToTally, boundBins, type Tally, tallyOf } from './tally.ts';
import type { Figures, TruthRow } from './truth-row.ts';

/** Sums over the joined truths of one window. */
export type LiveSums = Omit<Selectable<MonitorLiveTable>, 'model_id' | 'tally'> & { tally?: Tally };
export type Sums = Omit<LiveSums, 'version' | 'window_start'>;
type Summed = Omit<Figures, 'codes' | 'shadow'> & Pick<TruthRow, 'truth'>;

export const names = [
  'truths',
  'bounded',
  'rights',
  'insides',
  'signed',
  'absolute',
  'squared',
  'fourth',
  'confidence',
  'uncertain',
  'looks',
] as const satisfies (keyof Sums)[];

export const noSums = (): Sums => ({
  truths: 0,
  bounded: 0,
  rights: 0,
  insides: 0,
  signed: 0,
  absolute: 0,
  squared: 0,
  fourth: 0,
  confidence: 0,
  uncertain: 0,
  looks: 0,
});

export function sumsOf({ is_right, is_inside, error, confidence, answered, truth }: Summed, shape?: Shape): Sums {
  const [size, sure] = [Math.abs(error ?? 0), confidence ?? 0];
  return {
    truths: 1,
    bounded: is_inside === null ? 0 : 1,
    rights: is_right ?? 0,
    insides: is_inside ?? 0,
    signed: error ?? 0,
    absolute: size,
    squared: size ** 2,
    fourth: size ** 4,
    confidence: sure,
    uncertain: sure * (1 - sure),
    looks: 0,
    ...(shape && { tally: tallyOf({ error, confidence, answered, raw: decodeJson(truth) }, shape) }),
  };
}

/** What is not known stays unknown. */
export const numberOf = (sum: number | null) => (sum === null ? Number.NaN : Number(sum));

/** Returns the sums of both. */
export function addSums<Kept extends Sums>(one: Kept, other: Sums): Kept {
  const sum = { ...one, tally: { ...one.tally } };
  addToSums(sum, other);
  boundBins(sum.tally);
  return sum;
}

function addToSums(kept: Sums, more: Sums): void {
  for (const name of names) kept[name] = numberOf(kept[name]) + numberOf(more[name]);
  kept.tally ??= {};
  if (more.tally) addToTally(kept.tally, more.tally);
}

/** Truths that are added up without a break, within some milliseconds. */
const addedAtOnce = 500;

export type Joined = Summed & Pick<TruthRow, 'version' | 'window_start'>;

/** Sums by window of the truths that a change touches, which is one look at each. */
export class SumsByWindow extends Map<string, LiveSums> {
  /** Begins sums of the window of a truth; those that wait have none. */
  begin({ version, window_start }: Pick<Joined, 'version' | 'window_start'>): void {
    if (version === null || window_start === null) return;
    const key = keyOf({ version, window_start });
    if (!this.has(key)) this.set(key, { version, window_start, ...noSums(), looks: 1 });
  }

  /** Adds truths to sums that have begun, in steps, because others wait meanwhile. */
  async addAll(rows: readonly Joined[], shapes: ReadonlyMap<number, Shape>): Promise<void> {
    for (let start = 0; start < rows.length; start += addedAtOnce) {
      if (start > 0) await turn();
      const grown = new Set(rows.slice(start, start + addedAtOnce).map((row) => this.#add(row, shapes)));
      for (const sums of grown) if (sums?.tally) boundBins(sums.tally);
    }
  }

  #add(row: Joined, shapes: ReadonlyMap<number, Shape>): LiveSums | undefined {
    const sums = this.get(keyOf(row));
    if (sums) addToSums(sums, sumsOf(row, shapes.get(sums.version)));
    return sums;
  }

  /** Versions whose errors are summed. */
  get versions(): number[] {
    return [...new Set([...this.values()].map(({ version }) => version))];
  }
}

export function keyOf({ version, window_start }: Pick<TruthRow, 'version' | 'window_start'>): string {
  return `${version} ${window_start}`;
}

/** Selects the sums of all windows, or of those of a version, or that began within a span. */
export async function selectLive(
  database: Database,
  modelId: string,
  { version, from = '', to }: { version?: number; from?: string | undefined; to?: string | undefined },
): Promise<LiveSums[]> {
  const rows = await database
    .selectFrom('monitor_live')
    .select(['version', 'window_start', ...names])
    .where('model_id', '=', modelId)
    .where('window_start', '>=', from)
    .$if(to !== undefined, (query) => query.where('window_start', '<', to!))
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .orderBy('window_start')
    .execute();
  return rows.map((row) => addSums({ ...row, ...noSums() }, row)).filter(({ truths }) => truths > 0);
}

/** Returns windows with the tallies that are stored, which are too large to be read of all. */
export async function withTallies(
  database: Database,
  model_id: string,
  windows: readonly LiveSums[],
): Promise<LiveSums[]> {
  if (windows.length === 0) return [];
  const rows = await database
    .selectFrom('monitor_live')
    .select(['version', 'window_start', 'tally'])
    .where('model_id', '=', model_id)
    .where('window_start', 'in', [...new Set(windows.map(({ window_start }) => window_start))])
    .where('version', 'in', [...new Set(windows.map(({ version }) => version))])
    .execute();
  const tallies = new Map(rows.map((row) => [keyOf(row), row.tally]));
  return windows.map(({ tally: _, ...window }) => {
    const tally = tallies.get(keyOf(window));
    return tally ? { ...window, tally: decodeJson<Tally>(tally) } : window;
  });
}

/** Selects the windows of a version, the last ones with their tallies. */
export async function selectLiveOf(
  database: Database,
  modelId: string,
  version: number,
  withTally: number,
): Promise<LiveSums[]> {
  const windows = await selectLive(database, modelId, { version });
  return [...windows.slice(0, -withTally), ...(await withTallies(database, modelId, windows.slice(-withTally)))];
}

/**
 * Two requests with truths of one row must not both count it, and no truth may miss an answer that comes meanwhile.
 * Returns the settings as they are until the transaction ends; null where the model is not watched any more.
 */
export async function holdTruths(transaction: Transaction, modelId: string): Promise<Json | null> {
  const model = await transaction
    .selectFrom('models')
    .select('monitor')
    .where('id', '=', modelId)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return model?.monitor ?? null;
}
