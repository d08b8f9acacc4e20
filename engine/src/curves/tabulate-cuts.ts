import type { Cuts } from '../description.ts';
import { keepCuts } from './keep-cuts.ts';

/**
 * Cuts the rows of each class whose probability of the second class is at least a threshold, for up to 200
 * thresholds. `truth` has the places of the classes, `probabilities` two columns.
 */
export function tabulateCuts(truth: Float64Array, probabilities: Float64Array): Cuts {
  const counts = countAll(truth, probabilities);
  const kept = keepCuts(counts);
  return {
    thresholds: kept.map((cut) => counts.thresholds[cut]),
    truePositives: kept.map((cut) => counts.truePositives[cut]),
    falsePositives: kept.map((cut) => counts.falsePositives[cut]),
  };
}

/** Cuts at each probability that occurs, the highest first. */
function countAll(truth: Float64Array, probabilities: Float64Array): Cuts {
  const scores = truth.map((_, row) => probabilities[2 * row + 1]);
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
