import { createMulberry32 } from '../../random.ts';
import { averageTrees, type Forest, truncateForest } from '../forest/forest.ts';
import { codingOf, ForestBuilder } from '../forest/forest-builder.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { createWasmKernel } from '../kernel/wasm.ts';
import { createLoss } from '../losses/create.ts';
import type { BinnedFeatures } from '../state/binned-features.ts';
import { checkObjective, countOutputsOf, type Objective } from '../state/objective.ts';
import { resolveSettings, type TreeSettings } from '../state/settings.ts';
import { deservesThreads } from '../threads/pool.ts';
import { createHistogramPool } from '../workspace/histogram-pool.ts';
import { createWorkspace } from '../workspace/workspace.ts';
import { addTree, type Boosting } from './add-tree.ts';

export interface BoostHooks {
  /** Called after every round (counted from 0) with the mean validation loss, NaN without validation rows. */
  onRound?: (round: number, validationLoss: number) => 'stop' | undefined;
  /** The learning rate of each round; the default is that of the settings for all. */
  rateOf?: (round: number) => number;
  /** Creates the kernel; the default is the fastest. */
  createKernel?: (memory: WebAssembly.Memory) => Kernel;
}

export interface BoostResult {
  forest: Forest;
  /** Number of rounds in the forest: with early stopping up to the best validation loss, otherwise all. */
  bestRound: number;
  /** Mean validation loss after each round; empty without validation rows. */
  validationLosses: number[];
}

/** In a forest, scores are means over trees: rescales them for one more tree, which is then added at 1 / trees. */
function shrinkScores({ workspace, settings, validationRows }: Boosting, initialScores: number[], round: number): void {
  if (settings.mode === 'boost') return;
  const { scoreView, binned } = workspace;
  for (const [output, initial] of initialScores.entries()) {
    for (const row of validationRows) {
      const at = output * binned.rowCount + row;
      scoreView[at] = initial + ((scoreView[at] - initial) * round) / (round + 1);
    }
  }
}

function runRounds(
  boosting: Boosting,
  initialScores: number[],
  hooks: BoostHooks,
): { bestRound: number; validationLosses: number[] } {
  const { settings, loss, trainRows, validationRows } = boosting;
  const validationLosses: number[] = [];
  let best = { loss: Number.POSITIVE_INFINITY, rounds: 0 };
  for (let round = 0; round < settings.rounds; round++) {
    loss.beginRound?.(trainRows);
    shrinkScores(boosting, initialScores, round);
    const rate = hooks.rateOf?.(round) ?? settings.learningRate;
    for (let output = 0; output < loss.outputs; output++) addTree({ ...boosting, rate }, output, round);
    const validationLoss = validationRows.length > 0 ? loss.measure(validationRows) : Number.NaN;
    if (validationRows.length > 0) validationLosses.push(validationLoss);
    if (settings.earlyStoppingRounds === 0 || validationRows.length === 0) best = { loss: 0, rounds: round + 1 };
    else if (validationLoss < best.loss) best = { loss: validationLoss, rounds: round + 1 };
    const isStale = round + 1 - best.rounds >= settings.earlyStoppingRounds && settings.earlyStoppingRounds > 0;
    if (hooks.onRound?.(round, validationLoss) === 'stop' || isStale) break;
  }
  return { bestRound: best.rounds, validationLosses };
}

/**
 * Trains gradient-boosted trees, or a forest of independent ones, on rows of a binned table. Synchronous. The same
 * input and seed give the same forest byte for byte. Throws a RangeError that names invalid input.
 */
export function trainForest(
  binned: BinnedFeatures,
  objective: Objective,
  given: Partial<TreeSettings> = {},
  hooks: BoostHooks = {},
): BoostResult {
  checkObjective(objective, binned.rowCount);
  const settings = resolveSettings(given, binned.features);
  const mark = binned.arena.mark();
  const kernel = (hooks.createKernel ?? createWasmKernel)(binned.arena.memory);
  const isLarge = deservesThreads(objective.trainRows.length, binned.features.length);
  const workspace = createWorkspace(binned, objective, kernel, {
    outputs: countOutputsOf(objective),
    maxLeaves: settings.maxLeaves,
    threads: isLarge ? settings.threads : 1,
  });
  try {
    const { trainRows, validationRows = new Int32Array(0) } = objective;
    const loss = createLoss(workspace, objective);
    const initialScores = loss.chooseStart(trainRows);
    for (const [output, score] of initialScores.entries()) {
      workspace.scoreView.fill(score, output * binned.rowCount, (output + 1) * binned.rowCount);
    }
    const pool = createHistogramPool(binned, Math.min(settings.maxLeaves, Math.ceil(trainRows.length / 2) + 2));
    const builder = new ForestBuilder(binned.features.map(codingOf));
    const random = createMulberry32(settings.seed);
    const boosting = { workspace, settings, loss, trainRows, validationRows, pool, random, builder };
    const { bestRound, validationLosses } = runRounds(boosting, initialScores, hooks);
    const forest = truncateForest(builder.build(initialScores), bestRound);
    return { forest: settings.mode === 'boost' ? forest : averageTrees(forest), bestRound, validationLosses };
  } finally {
    workspace.team.close();
    binned.arena.release(mark);
  }
}
