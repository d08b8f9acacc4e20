import { type Encoded, encodeFor, type Frame } from '../encoding/frame.ts';
import { boostingCandidate } from '../learners/boosting/boosting-candidate.ts';
import { rowLoss } from '../metrics/loss.ts';
import { measure } from '../metrics/measure.ts';
import type { MetricName } from '../metrics/metrics.ts';
import { createRandom, shuffle } from '../random.ts';

/** Rows to predict, and those that may be learned from in the hard case. */
export interface ProbeBlock {
  asked: Int32Array;
  known: Int32Array;
}

/** The loss of the same small trees on the same rows, with and without related rows to learn from. */
export interface Probed {
  /** Growth of the loss in the hard case, as a share of the easy one. */
  excess: number;
  /** The same growth in standard errors; each cluster counts as one piece of evidence. */
  sureness: number;
  /** The metric with related rows (`easy`), and without (`hard`). */
  easy: number;
  hard: number;
  /** Mean loss of each cluster in the hard case. */
  losses: Map<number, number>;
}

export interface ProbeRequest {
  frame: Frame;
  blocks: readonly ProbeBlock[];
  /** Cluster of each row; the rows of a cluster count as one piece of evidence. */
  cluster: Int32Array;
  /** Stretch of time of each row; rows of one stretch are compared with each other. */
  stretch: Int32Array | null;
  /** Group of equal rows: rows that repeat a predicted row are not learned from. */
  twins: Int32Array;
  metric: MetricName;
  figure: MetricName;
  seed: number;
  /** Moment (milliseconds of the clock) after which no further block is predicted. */
  deadline: number;
  pause(): Promise<void>;
}

const settings = { rounds: 80, learningRate: 0.1, maxLeaves: 12, minRowsPerLeaf: 5, l2: 1 };
/** Most rows in one fit. */
const mostKnown = 6000;

/**
 * Predicts the same rows twice, by trees that are grown on equally many rows: once drawn from all other rows, once only
 * from those that the blocks allow. The difference is what random folds would hide.
 */
export async function probe(request: ProbeRequest): Promise<Probed> {
  const { frame, cluster, stretch, twins, metric, figure } = request;
  const { labels } = frame;
  const random = createRandom(request.seed + 31);
  const done: ProbeBlock[] = [];
  const [easy, hard]: Float64Array[][] = [[], []];
  for (const block of request.blocks) {
    const { asked, known } = block;
    if (done.length > 0 && performance.now() > request.deadline) break;
    done.push(block);
    const isAsked = new Set(Array.from(asked, (row) => twins[row]));
    const count = Math.min(mostKnown, known.length);
    const others = Int32Array.from(labels.values.keys()).filter((row) => !isAsked.has(twins[row]));
    easy.push(await answer(request, drawSome(others, count, random), asked));
    hard.push(await answer(request, drawSome(known, count, random), asked));
  }
  const rows = Int32Array.from(done.flatMap(({ asked }) => [...asked]));
  const [knowing, wondering] = [joinAll(easy), joinAll(hard)];
  const sums = new Map<number, number>();
  const hardLosses = new Map<number, { sum: number; rows: number }>();
  let [base, excess] = [0, 0];
  for (const [index, row] of rows.entries()) {
    const own = rowLoss(labels, row, knowing, index);
    const loss = rowLoss(labels, row, wondering, index);
    const more = loss - own;
    const known = hardLosses.get(cluster[row]) ?? { sum: 0, rows: 0 };
    hardLosses.set(cluster[row], { sum: known.sum + loss, rows: known.rows + 1 });
    base += own;
    excess += more;
    sums.set(cluster[row], (sums.get(cluster[row]) ?? 0) + more);
  }
  const mean = excess / Math.max(1, sums.size);
  const squares = [...sums.values()].reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const figureOf = (predicted: Float64Array) => measure(labels, rows, predicted, metric, stretch)[figure] ?? Number.NaN;
  return {
    excess: base > 0 ? excess / base : 0,
    sureness: squares > 0 ? excess / Math.sqrt(squares) : 0,
    easy: figureOf(knowing),
    hard: figureOf(wondering),
    losses: new Map([...hardLosses].map(([place, { sum, rows: count }]) => [place, sum / count])),
  };
}

async function answer(
  { frame, seed, pause }: ProbeRequest,
  train: Int32Array,
  asked: Int32Array,
): Promise<Float64Array> {
  const encoded: Encoded = encodeFor(frame, train, seed);
  const run = boostingCandidate('probe', settings, 0).start();
  const deadline = Number.POSITIVE_INFINITY;
  await run.add({ encoded, labels: frame.labels, train, validation: asked, seed, deadline, pause });
  return run.result().predictions[0];
}

function drawSome(rows: Int32Array, count: number, random: () => number): Int32Array {
  return shuffle(rows.slice(), random).slice(0, count).sort();
}

function joinAll(lists: readonly Float64Array[]): Float64Array {
  return Float64Array.from(lists.flatMap((list) => [...list]));
}
