import { giveBackMemory } from '../large-tables/give-back-memory.ts';
import type { LargeTable } from '../large-tables/large-table.ts';
import type { Pace } from '../large-tables/pace.ts';
import { growShare } from '../large-tables/pace.ts';
import { boostingCandidate } from '../learners/boosting/boosting-candidate.ts';
import type { Sample, Settled } from '../learners/contract.ts';
import { totalLoss } from '../metrics/loss.ts';
import { isBetter } from '../metrics/measure.ts';
import type { Contender } from '../search/race.ts';
import { scoreOf } from '../training/select.ts';
import type { Found } from '../training/selection.ts';
import { decidePaceOf } from './plan-growth.ts';
import { readAll } from './read-all.ts';

/** What the search and the growing found, and on how many rows each was. */
export interface Grown {
  found: Found;
  /** In the words of the plan that users read. */
  sampling: { table_rows: number; searched_rows: number; held_rows: number; grown_rows: number };
}

const name = 'gradient boosting on all rows';
const settings = { maxLeaves: 63, minRowsPerLeaf: 50, l2: 1 };
const patience = 30;
/** Of all that a training reports, where the reading and the growing end. */
const [searched, read, grown] = [0.3, 0.4, 0.75];

/**
 * Grows trees on all rows but those that the sample holds out, and lets them compete on these with what the sample alone
 * gave. What was found stays as it was when there is no time for that.
 */
export async function growOnAll(found: Found, large: LargeTable): Promise<Grown> {
  const { training } = found;
  const { samples, frame, monitor } = training;
  const deadline = monitor.momentOf(training.settings.budgetSeconds * growShare);
  const sampling = {
    table_rows: large.source.rowCount,
    searched_rows: frame.rowCount,
    held_rows: samples[0].held.length,
    grown_rows: 0,
  };
  const started = performance.now();
  giveBackMemory();
  const pace = decidePaceOf(training, large);
  const sample = pace && (await readAll(training, large, pace.rows, (share) => goOn(found, share, deadline)));
  if (!sample) return { found: { ...found, isCutShort: true }, sampling };
  giveBackMemory();
  const settled = await grow({ ...sample, deadline }, pace, found);
  const contender: Contender = {
    name,
    settled,
    tried: 1,
    loss: totalLoss(frame.labels, samples[0].held, settled.held[0]) / samples[0].held.length,
    seconds: (performance.now() - started) / 1000,
    isCutShort: performance.now() > deadline,
  };
  return { found: addContender(found, contender), sampling: { ...sampling, grown_rows: sample.train.length } };
}

async function goOn({ training, best }: Found, share: number, deadline: number): Promise<boolean> {
  await training.monitor.report('reading all rows', searched + (read - searched) * share, best);
  return performance.now() < deadline;
}

/** What was held out is so little that the trees are served as they are; nothing that is kept of them holds the bins. */
async function grow(sample: Sample, { rounds, learningRate }: Pace, { training }: Found): Promise<Settled> {
  const response = sample.labels.loss === 'absolute' ? 'median' : 'mean';
  const run = boostingCandidate(name, { ...settings, rounds, learningRate }, patience, response).start();
  const onRound = (round: number) =>
    training.monitor.tell('growing on all rows', read + ((grown - read) * (round + 1)) / rounds);
  await run.add({ ...sample, onRound });
  const settled = run.settle();
  const [part] = settled.parts;
  return { ...settled, refit: async () => part, refitSeconds: 0 };
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
