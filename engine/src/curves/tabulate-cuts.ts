import type { Cuts } from '../description.ts';
import { keepCuts } from './keep-cuts.ts';

/**
 * Cuts the rows of each class whose probability of the second class is at least a threshold, for up to 200
 * thresholds, and for the one that is named. `truth` has the places of the classes, `scores` the probability of the
 * second one.
 */
export function tabulateCuts(truth: Float64Array, scores: Float64Array, named?: number): Cuts {
  const counts = countAll(truth, scores);
  const exact = named === undefined ? -1 : counts.thresholds.findLastIndex((one) => one >= named);
  const kept = [...new Set([...keepCuts(counts), ...(exact < 0 ? [] : [exact])])].sort((a, b) => a - b);
  return {
    thresholds: kept.map((cut) => counts.thresholds[cut]),
    truePositives: kept.map((cut) => counts.truePositives[cut]),
    falsePositives: kept.map((cut) => counts.falsePositives[cut]),
  };
}

/** Cuts at each probability that occurs, the highest first. */
function countAll(truth: Float64Array, scores: Float64Array): Cuts {
  const order = Uint32Array.from(truth.keys()).sort((a, b) => scores[b] - scores[a]);
  const thresholds: number[] = [];
  const truePositives: number[] = [];
  const falsePositives: number[] = [];
  let positives = 0;
  for (let place = 0; place < order.length; place++) {
    positives += truth[order[place]];
    if (place + 1 < order.length && scores[order[place + 1]] === scores[order[place]]) continue;
    thresholds.push(scores[order[place]]);
    truePositives.push(positives);
    falsePositives.push(place + 1 - positives);
  }
  return { thresholds, truePositives, falsePositives };
}
