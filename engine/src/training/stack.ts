import { widen } from '../composites/stacked.ts';
import { boostingCandidate } from '../learners/boosting/boosting-candidate.ts';
import type { Run, Sample, Settled } from '../learners/contract.ts';
import { outputCount } from '../learners/contract.ts';
import { heldPredictions, heldRows } from '../learners/make-splits.ts';
import { compareLosses, totalLoss } from '../metrics/loss.ts';
import type { Training } from './prepare.ts';
import type { Selection, Stack } from './selection.ts';
export const stackName = 'stacked trees';
/** Half and half is safer than the layer alone. */
const share = 0.5;
/** The layer must lower the loss by this share at least, and by more than a standard error. */
const leastGain = 0.003;
/** Beyond this the layer costs more time than it has been seen to be worth. */
const mostRows = 60_000;
/** After so many splits a layer that does not help is given up. */
const trialSplits = 2;

/**
 * Stacking (Wolpert 1992): small trees over the columns and the blend's out-of-fold predictions. Undefined unless it beats the
 * blend on the held rows.
 */
export async function tryStack(training: Training, { predictions }: Selection): Promise<Stack | undefined> {
  const { frame, samples, rows, settings, deadlines } = training;
  const outputs = outputCount(frame.labels);
  const isWhole = settings.repeats === 1 && rows.length === frame.rowCount;
  if (!isWhole || frame.rowCount > mostRows || performance.now() > deadlines.search) return undefined;
  const said = new Float64Array(predictions.length);
  for (const [index, row] of rows.entries())
    said.set(predictions.subarray(index * outputs, (index + 1) * outputs), row * outputs);
  const widened = samples.map((sample) => ({
    ...sample,
    encoded: widen(sample.encoded, said, outputs),
    deadline: deadlines.search,
  }));
  const run = planLayer(frame.rowCount, frame.labels.classCount).start();
  if (!(await helps(run, widened, predictions))) return undefined;
  const settled = run.settle();
  return {
    settled,
    share,
    async serve(sample) {
      const [bagged] = settled.bag?.() ?? [];
      return bagged ?? settled.refit({ ...sample, encoded: widen(sample.encoded, said, outputs) });
    },
  };
}

function planLayer(rowCount: number, classCount: number) {
  const minRowsPerLeaf = Math.max(10, Math.min(100, Math.round(rowCount / 100)));
  const rounds = Math.max(30, Math.round(200 / Math.max(classCount - 1, 1)));
  return boostingCandidate(
    stackName,
    { rounds, learningRate: 0.05, maxLeaves: 8, minRowsPerLeaf, l2: 5, featureFraction: 0.8 },
    20,
  );
}

async function helps(run: Run, samples: readonly Sample[], predictions: Float64Array): Promise<boolean> {
  for (const [split, sample] of samples.entries()) {
    await run.add(sample);
    if (performance.now() > sample.deadline) return false;
    const isTold = split + 1 === trialSplits || split + 1 === samples.length;
    if (isTold && !isBetter(run.settle(), samples.slice(0, split + 1), predictions, split + 1 === samples.length))
      return false;
  }
  return true;
}

/** Whether the mix of blend and layer loses less on the held rows of the samples; `surely`: beyond what chance explains. */
function isBetter(settled: Settled, samples: readonly Sample[], blend: Float64Array, surely: boolean): boolean {
  const { labels } = samples[0];
  const rows = heldRows(samples);
  const own = blend.subarray(0, rows.length * outputCount(labels));
  const { excess, error } = compareLosses(labels, rows, mixWith(own, settled), own);
  return surely ? excess < -error && excess < -leastGain * totalLoss(labels, rows, own) : excess < 0;
}

/** What blend and layer say together of the held rows. */
export function mixWith(blend: Float64Array, { held }: Settled): Float64Array {
  return heldPredictions(held).map((value, index) => share * value + (1 - share) * blend[index]);
}
