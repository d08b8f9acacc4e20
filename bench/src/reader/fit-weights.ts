import { featureNames } from '../../../server/src/questions/rank/features.ts';
import { weightCount } from '../../../server/src/questions/rank/grams.ts';
import { linearOf, type Weights } from '../../../server/src/questions/rank/weigh.ts';
import type { Collected } from './collect.ts';

const width = featureNames.length;

/** Log-linear weights under which the right candidates together are likeliest (AdaGrad on the marginal likelihood). */
export function fitWeights(all: readonly Collected[], epochs: number, random: () => number): Weights {
  const { means, scales } = scaleOf(all);
  const weights: Weights = {
    words: new Float32Array(weightCount),
    unit: 1,
    features: new Float64Array(width),
    means,
    scales,
  };
  const squares = { words: new Float32Array(weightCount), features: new Float64Array(width) };
  const order = all.map((_, at) => at);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other], order[at]];
    }
    let loss = 0;
    for (const at of order) loss += step(all[at], weights, squares);
    console.log(`  epoch ${epoch + 1}: ${(loss / all.length).toFixed(4)}`);
  }
  return weights;
}

function scaleOf(all: readonly Collected[]): Pick<Weights, 'means' | 'scales'> {
  const [sums, squares, counts] = [new Float64Array(width), new Float64Array(width), new Float64Array(width)];
  for (const { features } of all.slice(0, 2000))
    for (let at = 0; at < features.length; at += 1) {
      const value = features[at];
      if (Number.isNaN(value)) continue;
      sums[at % width] += value;
      squares[at % width] += value * value;
      counts[at % width] += 1;
    }
  const means = sums.map((sum, at) => sum / Math.max(1, counts[at]));
  return {
    means,
    scales: squares.map((square, at) => Math.sqrt(Math.max(1e-6, square / Math.max(1, counts[at]) - means[at] ** 2))),
  };
}

function scaled(features: Float32Array, at: number, { means, scales }: Weights): number {
  const value = (features[at] - means[at % width]) / scales[at % width];
  return Number.isNaN(value) ? 0 : Math.max(-4, Math.min(4, value));
}

const [rate, decay, start] = [0.1, 1e-5, 1];

function step(one: Collected, weights: Weights, squares: { words: Float32Array; features: Float64Array }): number {
  const { places, parts, features, right, weights: counts } = one;
  const ofParts = new Map<number, number>();
  const scoreOfPart = (part: number) => {
    const known = ofParts.get(part);
    if (known !== undefined) return known;
    let sum = 0;
    for (const place of places[part]) sum += weights.words[place];
    ofParts.set(part, sum);
    return sum;
  };
  const scores = parts.map((own, at) => {
    let sum = 0;
    for (const part of own) sum += scoreOfPart(part);
    return sum + linearOf(features, at * width, weights);
  });
  const top = Math.max(...scores);
  const mass = scores.map((score, at) => Math.exp(score - top) * counts[at]);
  const total = mass.reduce((sum, each) => sum + each, 0);
  const good = mass.reduce((sum, each, at) => sum + (right[at] ? each : 0), 0) + 1e-12;
  const gradient = mass.map((each, at) => (right[at] ? each / good : 0) - each / total);
  const ofPart = new Map<number, number>();
  for (const [at, own] of parts.entries()) {
    if (Math.abs(gradient[at]) < 1e-6) continue;
    for (const part of own) ofPart.set(part, (ofPart.get(part) ?? 0) + gradient[at]);
    for (let feature = 0; feature < width; feature += 1) {
      const slope = gradient[at] * scaled(features, at * width + feature, weights);
      squares.features[feature] += slope * slope;
      weights.features[feature] += (0.1 * slope) / Math.sqrt(1e-4 + squares.features[feature]);
    }
  }
  for (const [part, slope] of ofPart) {
    if (Math.abs(slope) < 1e-5) continue;
    for (const place of places[part]) {
      squares.words[place] += slope * slope;
      weights.words[place] += (rate * (slope - decay * weights.words[place])) / Math.sqrt(start + squares.words[place]);
    }
  }
  return -Math.log(good / total);
}
