import { encodeJson } from '../../../platform/db/json.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import { type Joined, keyOf, type LiveSums, names, SumsByWindow, selectLive, withTallies } from './live-sums.ts';
import { type Shape, selectShapes } from './shapes.ts';
import { canTake, takeFrom } from './take-back.ts';
import { addToTally, boundBins, dropEmptyBins } from './tally.ts';
import { pagesOfTruths } from './truth-pages.ts';
import type { TruthRow } from './truth-row.ts';

/**
 * Truths that are written, added up by window. Those whose place is taken are subtracted where they are a small part of
 * their window; else it is added up anew, because what a large number swallowed does not come back by subtraction.
 */
export class LiveChange {
  readonly #rows: Joined[] = [];
  readonly #formers: Joined[] = [];
  readonly #added = new SumsByWindow();
  readonly #taken = new SumsByWindow();
  readonly #anew = new SumsByWindow();

  replace(formers: readonly TruthRow[], row: TruthRow): void {
    if (formers.length === 1 && isSame(formers[0], row)) return;
    for (const former of formers) {
      this.#taken.begin(former);
      this.#formers.push(former);
    }
    this.#added.begin(row);
    this.#rows.push(row);
  }

  /** Writes the sums, after the truths. */
  async write(transaction: Transaction, modelId: string): Promise<void> {
    const versions = [...new Set([...this.#added.versions, ...this.#taken.versions])];
    const shapes = await selectShapes(transaction, modelId, versions);
    await this.#added.addAll(this.#rows, shapes);
    await this.#taken.addAll(this.#formers, shapes);
    for (const taken of this.#taken.values()) await this.#takeBack(transaction, modelId, taken);
    if (this.#anew.size > 0) await this.#addUpAnew(transaction, modelId, shapes);
    const added = [...this.#added].filter(([key]) => !this.#anew.has(key)).map(([, sums]) => sums);
    const stored = new Map((await withTallies(transaction, modelId, added)).map((sums) => [keyOf(sums), sums.tally]));
    for (const sums of added) {
      const tally = stored.get(keyOf(sums)) ?? {};
      addToTally(tally, sums.tally ?? {});
      dropEmptyBins(tally);
      boundBins(tally);
      await putSums(transaction, modelId, { ...sums, tally }, 'added');
    }
    for (const sums of this.#anew.values()) await putSums(transaction, modelId, sums, 'whole');
  }

  /** A window of a day may have a million truths: to read all of them for one would hold up whoever writes meanwhile. */
  async #takeBack(transaction: Transaction, modelId: string, taken: LiveSums): Promise<void> {
    const { version, window_start } = taken;
    const later = await selectLive(transaction, modelId, { version, from: window_start });
    const [stored] = await withTallies(
      transaction,
      modelId,
      later.filter((one) => one.window_start === window_start),
    );
    if (!stored || !canTake(stored, taken)) return this.#anew.begin(taken);
    this.#added.begin(taken);
    takeFrom(this.#added.get(keyOf(taken))!, taken);
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
