import { scoreBlend } from '../composites/blend.ts';
import type { Frame } from '../encoding/frame.ts';
import { explainAlone } from '../explanations/explain-alone.ts';
import type { Importance } from '../explanations/importance.ts';
import { createCompleter } from '../incomplete-rows/completions.ts';
import { measureSimilarity } from '../incomplete-rows/similarity.ts';
import { type IncompleteRows, takeAway } from '../incomplete-rows/take-away.ts';
import { findUsualGaps, type UsualGaps } from '../incomplete-rows/unknown-inputs.ts';
import { outputCount, type Sample } from '../learners/contract.ts';
import { chooseReferenceRows } from '../reference-rows/choose-reference-rows.ts';
import { orderRows } from '../reference-rows/order-rows.ts';
import type { Training } from './prepare.ts';
import { chosen, type Selection } from './selection.ts';

/** Microseconds that the completions of one row may take in an answer, and of all in training. */
const [mostPerRow, mostInTraining] = [300, 3_000_000];
const [fewestDonors, mostDonors] = [8, 24];
const [fewestTaken, mostTaken] = [2000, 20_000];
const mostCopies = 8;

/** Held-out rows with inputs taken away, answered by the blends that saw neither them nor their donors' targets. */
export interface TakenRows {
  parts: IncompleteRows[];
  gaps: UsualGaps;
  donorCount: number;
  inputWeights: Float64Array;
}

export async function takeFromHeld(
  training: Training,
  selection: Selection,
  importances: readonly Importance[],
  deadline: number,
): Promise<TakenRows> {
  const { frame, samples, settings, monitor } = training;
  const { fields, labels, rowCount } = frame;
  const used = samples.slice(0, settings.folds);
  const members = chosen(selection);
  const { donorCount, copies, share } = planTaking(selection, used);
  const isMissing = (input: number, row: number) => lacks(frame, input, row);
  const gaps = findUsualGaps(fields, rowCount, isMissing);
  const order = orderRows(fields, labels.values, settings.seed);
  const outputs = outputCount(labels);
  const scratch = new Float64Array(donorCount * outputs);
  const alone = explainAlone(fields, labels, settings.seed);
  const inputWeights = Float64Array.from(importances, ({ share: own }, input) => Math.max(0, own, alone[input]));
  const parts: IncompleteRows[] = [];
  for (const [split, sample] of used.entries()) {
    const reference = chooseReferenceRows(sample.encoded, keepOnly(order, sample.train));
    const blend = members.map(([{ settled }, weight]) => ({ part: settled.parts[split], weight }));
    const complete = createCompleter({
      reference,
      similarity: measureSimilarity(sample.encoded.features, reference, inputWeights),
      donorCount,
      outputs,
      score: (cells, count, out) => scoreBlend(blend, cells, count, out, scratch, outputs),
    });
    const rows = keepOnly(order, sample.held).slice(0, Math.ceil(share * sample.held.length));
    const now = performance.now();
    const end = now + (deadline - now) / (used.length - split);
    const goesOn = async () => {
      await monitor.pause();
      return performance.now() < end;
    };
    const held = { split, encoded: sample.encoded, rows, copies, complete, seed: settings.seed + split };
    parts.push(await takeAway(held, { inputCount: fields.length, gaps, isMissing, outputs, goesOn }));
  }
  return { parts, gaps, donorCount, inputWeights };
}

/** By sizes alone, since clocks vary. */
function planTaking(selection: Selection, samples: readonly Sample[]) {
  const cost = Math.max(
    1,
    chosen(selection).reduce((sum, [{ settled }]) => sum + settled.cost, 0),
  );
  const held = samples.reduce((sum, sample) => sum + sample.held.length, 0);
  const donorCount = Math.max(fewestDonors, Math.min(mostDonors, Math.round(mostPerRow / cost)));
  const wanted = Math.max(fewestTaken, Math.min(mostTaken, Math.round(mostInTraining / cost / donorCount)));
  const copies = Math.max(1, Math.min(mostCopies, Math.round(wanted / held)));
  return { donorCount, copies, share: Math.min(1, wanted / copies / held) };
}

function lacks({ fields }: Frame, input: number, row: number): boolean {
  const field = fields[input];
  return field.type === 'numeric' ? Number.isNaN(field.values[row]) : field.codes[row] < 0;
}

/** Those of the ordered rows that are wanted, in their order. */
function keepOnly(order: Int32Array, wanted: Int32Array): Int32Array {
  const isWanted = new Uint8Array(order.length);
  for (const row of wanted) isWanted[row] = 1;
  return order.filter((row) => isWanted[row] === 1);
}
