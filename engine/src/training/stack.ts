import { widen } from '../composites/stacked.ts';
import { boostingCandidate } from '../learners/boosting/boosting-candidate.ts';
import type { CandidateRun, CvResult, Split } from '../learners/contract.ts';
import { outputCount } from '../learners/contract.ts';
import { joinPredictions, validationRows } from '../learners/make-splits.ts';
import { compareLosses, totalLoss } from '../metrics/loss.ts';
import { microsecondsForModels, microsecondsOf, microsecondsOfBlend } from './answer-cost.ts';
import type { Training } from './prepare.ts';
import type { Selection, Stack } from './selection.ts';
export const stackName = 'stacked trees';
/** Weight of the layer in the mix with the blend, which is safer than the layer alone. */
const share = 0.5;
/** The layer must lower the loss by this share at least, and by more than a standard error. */
const leastGain = 0.003;
/** Number of rows above which the layer costs more time than it is worth. */
const mostRows = 60_000;
/** A layer that does not help is given up after this many splits. */
const trialSplits = 2;

/**
 * Stacking (Wolpert 1992): small trees over the columns and the blend's out-of-fold predictions, which they may only
 * follow. Each of these predictions learned from all rows but its own fold's, so among rows alike it is the lower the
 * higher the truth of its fold was: trees that read it downwards would know truths that they are judged by. Undefined
 * unless it beats the blend on the validation rows.
 */
export async function tryStack(training: Training, selection: Selection): Promise<Stack | undefined> {
  const { predictions } = selection;
  const { frame, splits, rows, settings, deadlines } = training;
  const outputs = outputCount(frame.labels);
  const isWhole = settings.repeats === 1 && rows.length === frame.rowCount;
  if (!isWhole || frame.rowCount > mostRows || performance.now() > deadlines.search) return undefined;
  const predicted = new Float64Array(predictions.length);
  for (const [index, row] of rows.entries())
    predicted.set(predictions.subarray(index * outputs, (index + 1) * outputs), row * outputs);
  const widened = splits.map((split) => ({
    ...split,
    encoded: widen(split.encoded, predicted, outputs),
    deadline: deadlines.search,
  }));
  const microsecondsLeft = microsecondsForModels(training) - microsecondsOfBlend(selection, training);
  const run = planLayer(frame.rowCount, frame.labels.classCount, microsecondsLeft).start();
  if (!(await helps(run, widened, predictions))) return undefined;
  const result = run.result();
  if (microsecondsOf(result, training) > microsecondsLeft) return undefined;
  return {
    settled: result,
    share,
    async serve(split) {
      const [bagged] = result.bag?.() ?? [];
      return bagged ?? result.refit({ ...split, encoded: widen(split.encoded, predicted, outputs) });
    },
  };
}

function planLayer(rowCount: number, classCount: number, answerMicroseconds: number) {
  const minRowsPerLeaf = Math.max(10, Math.min(100, Math.round(rowCount / 100)));
  const rounds = Math.max(30, Math.round(200 / Math.max(classCount - 1, 1)));
  return boostingCandidate(
    stackName,
    {
      rounds,
      learningRate: 0.05,
      maxLeaves: 8,
      minRowsPerLeaf,
      l2: 5,
      featureFraction: 0.8,
      followsBefore: 0,
      answerMicroseconds,
    },
    20,
  );
}

async function helps(run: CandidateRun, splits: readonly Split[], predictions: Float64Array): Promise<boolean> {
  for (const [splitIndex, split] of splits.entries()) {
    await run.add(split);
    if (performance.now() > split.deadline) return false;
    const isTold = splitIndex + 1 === trialSplits || splitIndex + 1 === splits.length;
    if (
      isTold &&
      !isBetter(run.result(), splits.slice(0, splitIndex + 1), predictions, splitIndex + 1 === splits.length)
    )
      return false;
  }
  return true;
}

/**
 * Returns whether blend and layer together lose less on the validation rows of the splits; with `surely`,
 * significantly.
 */
function isBetter(result: CvResult, splits: readonly Split[], blend: Float64Array, surely: boolean): boolean {
  const { labels } = splits[0];
  const rows = validationRows(splits);
  const own = blend.subarray(0, rows.length * outputCount(labels));
  const { excess, error } = compareLosses(labels, rows, mixWith(own, result), own);
  return surely ? excess < -error && excess < -leastGain * totalLoss(labels, rows, own) : excess < 0;
}

/** Returns the mix of blend and layer for the validation rows. */
export function mixWith(blend: Float64Array, { predictions }: CvResult): Float64Array {
  return joinPredictions(predictions).map((value, index) => share * value + (1 - share) * blend[index]);
}
