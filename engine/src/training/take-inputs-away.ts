import { scoreBlend } from '../composites/blend.ts';
import type { Frame } from '../encoding/frame.ts';
import { explainAlone } from '../explanations/explain-alone.ts';
import type { Importance } from '../explanations/importance.ts';
import { createCompleter } from '../incomplete-rows/completions.ts';
import { measureSimilarity } from '../incomplete-rows/similarity.ts';
import { type IncompleteRows, takeAway } from '../incomplete-rows/take-away.ts';
import { findUsualGaps, type UsualGaps } from '../incomplete-rows/unknown-inputs.ts';
import { outputCount, type Split } from '../learners/contract.ts';
import { chooseReferenceRows } from '../reference-rows/choose-reference-rows.ts';
import { orderRows } from '../reference-rows/order-rows.ts';
import { microsecondsOfBlend } from './answer-cost.ts';
import type { Training } from './prepare.ts';
import { chosen, type Selection } from './selection.ts';

/** Most microseconds for the completions of one row in an answer, and of all rows in training. */
const [mostPerRow, mostInTraining] = [300, 3_000_000];
const [fewestDonors, mostDonors] = [8, 24];
/**
 * How much more the nearest donor counts than the farthest, as a logarithm. For classes all count alike: probabilities
 * of a few donors are too sure.
 */
const nearnessOfNumbers = 4;
const [fewestTaken, mostTaken] = [2000, 20_000];
const mostCopies = 8;

/** Validation rows with inputs removed, predicted by blends that saw neither them nor their donors' targets. */
export interface TakenRows {
  taken: IncompleteRows[];
  gaps: UsualGaps;
  donorCount: number;
  nearness: number;
  inputWeights: Float64Array;
}

export async function takeInputsAway(
  training: Training,
  selection: Selection,
  importances: readonly Importance[],
  deadline: number,
): Promise<TakenRows> {
  const { frame, splits, settings, monitor } = training;
  const { fields, labels, rowCount } = frame;
  const used = splits.slice(0, settings.folds);
  const members = chosen(selection);
  const { donorCount, copies, share } = planTaking(training, selection, used);
  const isMissing = (input: number, row: number) => lacks(frame, input, row);
  const gaps = findUsualGaps(fields, rowCount, isMissing);
  const order = orderRows(fields, labels.values, settings.seed);
  const nearness = labels.classCount > 0 ? 0 : nearnessOfNumbers;
  const outputs = outputCount(labels);
  const scratch = new Float64Array(donorCount * outputs);
  const alone = explainAlone(fields, labels, settings.seed);
  const inputWeights = Float64Array.from(importances, ({ share: own }, input) => Math.max(0, own, alone[input]));
  const taken: IncompleteRows[] = [];
  for (const [splitIndex, split] of used.entries()) {
    const reference = chooseReferenceRows(split.encoded, keepOnly(order, split.train));
    const blend = members.map(([{ result }, weight]) => ({ model: result.models[splitIndex], weight }));
    const complete = createCompleter({
      reference,
      similarity: measureSimilarity(split.encoded.features, reference, inputWeights),
      donorCount,
      nearness,
      outputs,
      score: (cells, count, out) => scoreBlend(blend, cells, count, out, scratch, outputs),
    });
    const rows = keepOnly(order, split.validation).slice(0, Math.ceil(share * split.validation.length));
    const now = performance.now();
    const end = now + (deadline - now) / (used.length - splitIndex);
    const goesOn = async () => {
      await monitor.pause();
      return performance.now() < end;
    };
    const answered = {
      split: splitIndex,
      encoded: split.encoded,
      rows,
      copies,
      complete,
      seed: settings.seed + splitIndex,
    };
    taken.push(await takeAway(answered, { inputCount: fields.length, gaps, isMissing, outputs, goesOn }));
  }
  return { taken, gaps, donorCount, nearness, inputWeights };
}

/** Plans how many rows and completions are used. The plan depends on sizes only, because clocks vary. */
function planTaking(training: Training, selection: Selection, splits: readonly Split[]) {
  const cost = Math.max(1, microsecondsOfBlend(selection, training));
  const rowCount = splits.reduce((sum, split) => sum + split.validation.length, 0);
  const donorCount = Math.max(fewestDonors, Math.min(mostDonors, Math.round(mostPerRow / cost)));
  const wanted = Math.max(fewestTaken, Math.min(mostTaken, Math.round(mostInTraining / cost / donorCount)));
  const copies = Math.max(1, Math.min(mostCopies, Math.round(wanted / rowCount)));
  return { donorCount, copies, share: Math.min(1, wanted / copies / rowCount) };
}

function lacks({ fields }: Frame, input: number, row: number): boolean {
  const field = fields[input];
  return field.type === 'numeric' ? Number.isNaN(field.values[row]) : field.codes[row] < 0;
}

/** Returns the wanted rows in their order. */
function keepOnly(order: Int32Array, wanted: Int32Array): Int32Array {
  const isWanted = new Uint8Array(order.length);
  for (const row of wanted) isWanted[row] = 1;
  return order.filter((row) => isWanted[row] === 1);
}
