import type { ModelDescription } from '@sibyl/engine/model.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { selectVersion } from '../store.ts';

type Described = Pick<ModelDescription, 'residuals'>;
type Bars = NonNullable<ModelDescription['residuals']>['histogram'];

/** Returns the rank of an error among those of held-out training rows, from -0.5 to 0.5; 0 is their median. */
export type Ranker = (error: number) => number;

/** Undefined where there are no such errors, or all are the same. */
export function rankerOf({ residuals }: Described): Ranker | undefined {
  const bars = residuals?.histogram ?? [];
  if (bars.length < 2) return undefined;
  const below = sharesBelow(bars);
  const low = bars[0].from;
  const width = (bars[bars.length - 1].to - low) / bars.length;
  return (error) => {
    const place = (error - low) / width;
    if (place <= 0) return -0.5;
    if (place >= bars.length) return 0.5;
    const bar = Math.floor(place);
    return below[bar] + (place - bar) * (below[bar + 1] - below[bar]) - 0.5;
  };
}

function sharesBelow(bars: Bars): number[] {
  const all = bars.reduce((sum, { count }) => sum + count, 0);
  const below = [0];
  for (const { count } of bars) below.push(below[below.length - 1] + count / all);
  return below;
}

const halvings = 40;

/** Returns by how much all errors of held-out training rows must be larger, so that their mean rank is this one. */
export function shiftOf(rank: number, { residuals }: Described): number {
  const bars = residuals?.histogram ?? [];
  const rankOf = rankerOf({ residuals });
  if (!rankOf) return 0;
  const all = bars.reduce((sum, { count }) => sum + count, 0);
  const meanRank = (shift: number) =>
    bars.reduce((sum, { from, to, count }) => sum + (count / all) * rankOf((from + to) / 2 + shift), 0);
  const still = meanRank(0); // bars are coarse, so that it is not quite 0
  const most = bars[bars.length - 1].to - bars[0].from;
  let [least, greatest] = [-most, most];
  for (let halving = 0; halving < halvings; halving += 1) {
    const middle = (least + greatest) / 2;
    if (meanRank(middle) - still < rank) least = middle;
    else greatest = middle;
  }
  return (least + greatest) / 2;
}

const mostKnown = 200;
/** By model and version, whose held-out errors never change: a description takes milliseconds to decode. */
const knownRankers = new Map<string, Ranker | undefined>();

/** Returns the rankers of versions; none for a version of classes, or one that is gone. */
export async function selectRankers(
  database: Database,
  modelId: string,
  versions: readonly number[],
): Promise<Map<number, Ranker>> {
  const rankers = new Map<number, Ranker>();
  for (const version of versions) {
    const ranker = await selectRanker(database, modelId, version);
    if (ranker) rankers.set(version, ranker);
  }
  return rankers;
}

async function selectRanker(database: Database, modelId: string, version: number): Promise<Ranker | undefined> {
  const key = `${modelId} ${version}`;
  if (knownRankers.has(key)) return knownRankers.get(key);
  const row = await selectVersion(database, modelId, version);
  if (!row?.description) return undefined;
  const ranker = rankerOf(decodeJson<ModelDescription>(row.description));
  if (knownRankers.size >= mostKnown) knownRankers.clear();
  knownRankers.set(key, ranker);
  return ranker;
}
