import type { ModelDescription } from '@sibyl/engine/model.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import type { ModelServices } from '../context.ts';
import { selectModelById } from '../store.ts';
import { keepAnswers } from './answers.ts';
import { holdTruths } from './live-sums.ts';
import { lookAtTruths } from './look-at-truths.ts';
import { type MonitorSettings, mostPicks, readSettings } from './settings.ts';
import { type Sketch, sketchPicks } from './sketch.ts';
import {
  decodePicks,
  deleteParts,
  type PartRow,
  putWindow,
  type StoredPicks,
  selectParts,
  selectWindow,
  type WindowRow,
} from './store.ts';
import { at } from './stored-pick.ts';
import { keepSample } from './stored-picks.ts';
import { selectSubject } from './subject.ts';

/** Parts that are folded within one transaction. */
const partsAtOnce = 4;

type FoldContext = Pick<ModelServices, 'database' | 'events'>;

/**
 * Adds what nodes wrote to the windows of a model: each part once, because it is deleted in the transaction that adds
 * it.
 */
export async function foldParts(ctx: FoldContext, modelId: string): Promise<void> {
  for (;;) {
    const parts = await selectParts(ctx.database, modelId, partsAtOnce);
    if (parts.length === 0) return;
    const fold = async (transaction: Transaction) => {
      const monitor = await holdTruths(transaction, modelId);
      const left = await deleteParts(
        transaction,
        parts.map(({ id }) => id),
      );
      if (left !== parts.length) throw new FoldedElsewhere();
      // What was forgotten at the same moment must not come back.
      if (monitor === null) return;
      const model = await selectModelById(transaction, modelId);
      for (const group of byWindow(parts)) {
        const added = await addToWindow(transaction, group, readSettings(monitor));
        if (added && added.joined > 0 && group[0].version === model?.active_version)
          await lookAtTruths(ctx, transaction, modelId, { version: group[0].version, ...added });
      }
    };
    await transact(ctx.database, fold).catch((error) => {
      if (!(error instanceof FoldedElsewhere)) throw error;
    });
  }
}

/** Another node was faster; what it left is found in the next round. */
class FoldedElsewhere extends Error {}

function byWindow(parts: PartRow[]): PartRow[][] {
  return [...Map.groupBy(parts, (part) => `${part.version} ${part.window_start}`).values()];
}

/** What adding parts brought: truths that waited for their rows. */
interface Added {
  joined: number;
  description: ModelDescription;
}

async function addToWindow(
  transaction: Transaction,
  parts: PartRow[],
  settings: MonitorSettings,
): Promise<Added | undefined> {
  const [{ model_id, version, window_start, window_end }] = parts;
  const key = { model_id, version, window_start };
  const subject = await selectSubject(transaction, key);
  if (!subject) return undefined;
  const window = await selectWindow(transaction, key);
  const added = parts.map(({ picks }) => decodePicks(picks));
  const merged = mergePicks([...(window?.picks ? [decodePicks(window.picks)] : []), ...added], mostPicks(settings));
  const sketch: Sketch = sketchPicks(merged.picks, subject.reference, subject.description);
  const rows = parts.reduce((sum, part) => sum + Number(part.rows), Number(window?.rows ?? 0));
  const row: WindowRow = {
    ...key,
    window_end,
    rows,
    picks: encodeJson({ ...merged, picks: keepSample(merged.picks, settings) }),
    sketch: encodeJson(sketch),
    verdict: null,
  };
  // A window that is known by its sketch alone takes no more rows: their number counts.
  if (window && window.picks === null) await putWindow(transaction, { ...window, rows });
  else await putWindow(transaction, { ...row, verdict: window?.verdict ?? null });
  const joined = await keepAnswers(
    transaction,
    { ...key, window_end },
    added.flatMap(({ picks }) => picks),
    subject.description,
  );
  return { joined, description: subject.description };
}

/** Of all rows that were drawn, keeps those with the smallest keys: a uniform sample, whoever drew them and when. */
export function mergePicks(drawn: readonly StoredPicks[], most: number): StoredPicks {
  const below = Math.min(...drawn.map((one) => one.below));
  const picks = drawn
    .flatMap((one) => one.picks)
    .filter((pick) => pick[at.key] < below)
    .sort((a, b) => a[at.key] - b[at.key]);
  if (picks.length <= most) return { below, picks };
  return { below: picks[most][at.key], picks: picks.slice(0, most) };
}
