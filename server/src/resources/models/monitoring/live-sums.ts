import { setImmediate as turn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { isPostgres } from '../../../platform/db/engine.ts';
import { decodeJson, encodeJson, type Json } from '../../../platform/db/json.ts';
import type { MonitorLiveTable } from '../../../platform/db/schema/monitoring.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import { type Shape, selectShapes } from './shapes.ts';
import { addToTally, boundBins, type Tally, tallyOf } from './tally.ts';
import { pagesOfTruths } from './truth-pages.ts';
import type { Figures, TruthRow } from './truth-row.ts';

/** Sums over the joined truths of one window. */
export type LiveSums = Omit<Selectable<MonitorLiveTable>, 'model_id' | 'tally'> & { tally?: Tally };
type Sums = Omit<LiveSums, 'version' | 'window_start'>;
type Summed = Omit<Figures, 'codes' | 'shadow'> & Pick<TruthRow, 'truth'>;

const names = [
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
const numberOf = (sum: number | null) => (sum === null ? Number.NaN : Number(sum));

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

type Joined = Summed & Pick<TruthRow, 'version' | 'window_start'>;

/** Sums by window of the truths that a change touches, which is one look at each. */
class SumsByWindow extends Map<string, LiveSums> {
  /** Begins sums of the window of a truth; those that wait have none. */
  begin({ version, window_start }: Joined): void {
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

/**
 * Truths that are written, added up by window. Windows in which one took the place of another are added up anew: what
 * a large number swallowed does not come back by subtraction.
 */
export class LiveChange {
  readonly #rows: Joined[] = [];
  readonly #added = new SumsByWindow();
  readonly #anew = new SumsByWindow();

  replace(former: TruthRow | undefined, row: TruthRow): void {
    if (former && isSame(former, row)) return;
    if (former) this.#anew.begin(former);
    this.#added.begin(row);
    this.#rows.push(row);
  }

  /** Writes the sums, after the truths. */
  async write(transaction: Transaction, modelId: string): Promise<void> {
    const versions = [...new Set([...this.#added.versions, ...this.#anew.versions])];
    const shapes = await selectShapes(transaction, modelId, versions);
    await this.#added.addAll(this.#rows, shapes);
    if (this.#anew.size > 0) await this.#addUpAnew(transaction, modelId, shapes);
    const added = [...this.#added].filter(([key]) => !this.#anew.has(key)).map(([, sums]) => sums);
    const former = new Map((await withTallies(transaction, modelId, added)).map((sums) => [keyOf(sums), sums.tally]));
    for (const sums of added) {
      const tally = former.get(keyOf(sums)) ?? {};
      addToTally(tally, sums.tally ?? {});
      boundBins(tally);
      await putSums(transaction, modelId, { ...sums, tally }, 'added');
    }
    for (const sums of this.#anew.values()) await putSums(transaction, modelId, sums, 'whole');
  }

  async #addUpAnew(transaction: Transaction, model_id: string, shapes: ReadonlyMap<number, Shape>): Promise<void> {
    const starts = new Set([...this.#anew.values()].map(({ window_start }) => window_start));
    for (const window_start of starts)
      for await (const rows of pagesOfTruths(transaction, { model_id, window_start }, summed))
        await this.#anew.addAll(rows, shapes);
  }
}

const summed = [
  'version',
  'window_start',
  'is_right',
  'is_inside',
  'error',
  'confidence',
  'answered',
  'truth',
] as const;

function isSame(former: TruthRow, row: TruthRow): boolean {
  return summed.every((column) => former[column] === row[column]);
}

async function putSums(
  transaction: Transaction,
  modelId: string,
  sums: LiveSums,
  are: 'added' | 'whole',
): Promise<void> {
  await transaction
    .insertInto('monitor_live')
    .values({ model_id: modelId, ...sums, tally: encodeJson(sums.tally ?? {}) })
    .onConflict((conflict) =>
      conflict.columns(['model_id', 'version', 'window_start']).doUpdateSet((row) => ({
        tally: row.ref('excluded.tally'),
        ...Object.fromEntries(
          names.map((name) => [
            name,
            are === 'whole' && name !== 'looks'
              ? row.ref(`excluded.${name}`)
              : row(`monitor_live.${name}`, '+', row.ref(`excluded.${name}`)),
          ]),
        ),
      })),
    )
    .execute();
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
