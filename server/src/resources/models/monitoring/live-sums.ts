import type { Selectable } from 'kysely';
import { isPostgres } from '../../../platform/db/engine.ts';
import type { MonitorLiveTable } from '../../../platform/db/schema/monitoring.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import type { Figures, TruthRow } from './truth-store.ts';

/** Sums over the joined truths of one window. */
export type LiveSums = Omit<Selectable<MonitorLiveTable>, 'model_id'>;
type Sums = Omit<LiveSums, 'version' | 'window_start'>;

const names = [
  'truths',
  'bounded',
  'rights',
  'insides',
  'absolute',
  'squared',
  'fourth',
  'confidence',
  'uncertain',
] as const satisfies (keyof Sums)[];

const none = (): Sums => ({
  truths: 0,
  bounded: 0,
  rights: 0,
  insides: 0,
  absolute: 0,
  squared: 0,
  fourth: 0,
  confidence: 0,
  uncertain: 0,
});

function sumsOf({ is_right, is_inside, error, confidence }: Figures): Sums {
  const [size, sure] = [Math.abs(error ?? 0), confidence ?? 0];
  return {
    truths: 1,
    bounded: is_inside === null ? 0 : 1,
    rights: is_right ?? 0,
    insides: is_inside ?? 0,
    absolute: size,
    squared: size ** 2,
    fourth: size ** 4,
    confidence: sure,
    uncertain: sure * (1 - sure),
  };
}

export function addSums<Kept extends Sums>(kept: Kept, more: Sums, sign = 1): Kept {
  const added = names.map((name) => [name, Number(kept[name]) + sign * Number(more[name])]);
  return { ...kept, ...Object.fromEntries(added) };
}

/** Truths that are written and the ones they replace, added up by window. */
export class LiveChange {
  readonly #byWindow = new Map<string, LiveSums>();

  add(row: TruthRow, sign: 1 | -1): void {
    if (row.window_start === null || row.version === null) return;
    const { version, window_start } = row;
    const key = `${version} ${window_start}`;
    const kept = this.#byWindow.get(key) ?? { version, window_start, ...none() };
    this.#byWindow.set(key, addSums(kept, sumsOf(row), sign));
  }

  async write(transaction: Transaction, modelId: string): Promise<void> {
    for (const sums of this.#byWindow.values())
      await transaction
        .insertInto('monitor_live')
        .values({ model_id: modelId, ...sums })
        .onConflict((conflict) =>
          conflict
            .columns(['model_id', 'version', 'window_start'])
            .doUpdateSet((row) =>
              Object.fromEntries(
                names.map((name) => [name, row(`monitor_live.${name}`, '+', row.ref(`excluded.${name}`))]),
              ),
            ),
        )
        .execute();
  }
}

/** Selects the sums of windows that began at this moment or later. */
export async function selectLive(database: Database, modelId: string, from: string): Promise<LiveSums[]> {
  const rows = await database
    .selectFrom('monitor_live')
    .selectAll()
    .where('model_id', '=', modelId)
    .where('window_start', '>=', from)
    .orderBy('window_start')
    .execute();
  return rows.map(({ model_id: _, ...row }) => addSums({ ...row, ...none() }, row)).filter(({ truths }) => truths > 0);
}

/** Two requests with truths of one row must not both count it, and no truth may miss an answer that comes meanwhile. */
export async function holdTruths(transaction: Transaction, modelId: string): Promise<void> {
  await transaction
    .selectFrom('models')
    .select('id')
    .where('id', '=', modelId)
    .$if(isPostgres(transaction), (query) => query.forUpdate())
    .execute();
}
