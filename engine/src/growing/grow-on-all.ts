import { giveBackMemory } from '../large-tables/give-back-memory.ts';
import type { LargeTable } from '../large-tables/large-table.ts';
import type { Pace } from '../large-tables/pace.ts';
import { growShare } from '../large-tables/pace.ts';
import { boostingCandidate } from '../learners/boosting/boosting-candidate.ts';
import type { CvResult, Split } from '../learners/contract.ts';
import { totalLoss } from '../metrics/loss.ts';
import { isBetter } from '../metrics/measure.ts';
import type { Contender } from '../search/race.ts';
import { scoreOf } from '../training/select.ts';
import type { Found } from '../training/selection.ts';
import { decidePaceOf } from './plan-growth.ts';
import { readAll } from './read-all.ts';

/** The result of the search and of the growing, with the number of rows of each. */
export interface Grown {
  found: Found;
  /** Shown to users in the plan. */
  sampling: { table_rows: number; searched_rows: number; held_rows: number; grown_rows: number };
}

const name = 'gradient boosting on all rows';
const settings = { maxLeaves: 63, minRowsPerLeaf: 50, l2: 1 };
const patience = 30;
/** Reported progress at the end of the search, of reading and of growing. */
const [searched, read, grown] = [0.3, 0.4, 0.75];

/**
 * Grows trees on all rows except the sample's validation rows, and adds them to the contenders found on the sample.
 * Nothing changes when time is too short.
 */
export async function growOnAll(found: Found, large: LargeTable): Promise<Grown> {
  const { training } = found;
  const { splits, frame, monitor } = training;
  const deadline = monitor.momentOf(training.settings.budgetSeconds * growShare);
  const sampling = {
    table_rows: large.source.rowCount,
    searched_rows: frame.rowCount,
    held_rows: splits[0].validation.length,
    grown_rows: 0,
  };
  const started = performance.now();
  giveBackMemory();
  const pace = decidePaceOf(training, large);
  const split = pace && (await readAll(training, large, pace.rows, (share) => goOn(found, share, deadline)));
  if (!split) return { found: { ...found, isCutShort: true }, sampling };
  giveBackMemory();
  const result = await grow({ ...split, deadline }, pace, found);
  const contender: Contender = {
    name,
    result,
    tried: 1,
    loss: totalLoss(frame.labels, splits[0].validation, result.predictions[0]) / splits[0].validation.length,
    seconds: (performance.now() - started) / 1000,
    isCutShort: performance.now() > deadline,
  };
  return { found: addContender(found, contender), sampling: { ...sampling, grown_rows: split.train.length } };
}

async function goOn({ training, best }: Found, share: number, deadline: number): Promise<boolean> {
  await training.monitor.report('reading all rows', searched + (read - searched) * share, best);
  return performance.now() < deadline;
}

/**
 * Grows the trees. Few rows are held out, so the trees are served without a refit; the fitted model does not keep the
 * bins.
 */
async function grow(split: Split, { rounds, learningRate }: Pace, { training }: Found): Promise<CvResult> {
  const response = split.labels.loss === 'absolute' ? 'median' : 'mean';
  const run = boostingCandidate(name, { ...settings, rounds, learningRate }, patience, response).start();
  const onRound = (round: number) =>
    training.monitor.tell('growing on all rows', read + ((grown - read) * (round + 1)) / rounds);
  await run.add({ ...split, onRound });
  const result = run.result();
  const [model] = result.models;
  return { ...result, refit: async () => model, refitSeconds: 0 };
}

function addContender({ training, contenders, best, isCutShort }: Found, contender: Contender): Found {
  const score = scoreOf(training, contender);
  const isBest = best === undefined || isBetter(training.settings.metric, score, best);
  return {
    training,
    contenders: [...contenders, contender],
    best: isBest ? score : best,
    isCutShort: isCutShort || contender.isCutShort,
  };
}
