import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSafetensors, writeSafetensors } from '@sibyl/engine/model-file/safetensors.ts';
import type { Forest } from '@sibyl/engine/trees/forest/forest.ts';
import { compileForest } from '@sibyl/engine/trees/predict/compile.ts';
import { weightCount } from './grams.ts';
import { namesOfTrust } from './trust-features.ts';
import { allNames, type Weights } from './weigh.ts';

/** What was learned of ranking readings; made by `bench -- reader`. */
export interface RankingModel {
  weights: Weights;
  /** Trees over `allNames`, whose sums are logarithms of odds. */
  forest: Forest;
  /** Weights of what decides how likely the best reading is right: see `rank.ts`. */
  calibration: readonly number[];
  /** Trees over `namesOfTrust`: whether the best reading is right. */
  trust: Forest;
}

type ScoreRows = ReturnType<typeof compileForest>['scoreRows'];

/** A model ready to score. */
export interface LoadedModel extends Omit<RankingModel, 'forest' | 'trust'> {
  scoreRows: ScoreRows;
  scoreTrust: ScoreRows;
}

/** What of the trees is kept; the rest is empty, because all features are numbers. */
const kept = ['roots', 'features', 'thresholds', 'firstChildren', 'missingLeft', 'values'] as const;

export function writeModel({ weights, forest, calibration, trust }: RankingModel): Uint8Array {
  let most = 1e-9;
  for (const one of weights.words) most = Math.max(most, Math.abs(one));
  const unit = most / 127;
  const words = Uint8Array.from(weights.words as Float32Array, (one) => Math.round(one / unit) + 128);
  const tensors = new Map<string, Float64Array | Int32Array | Uint8Array>([
    ['words', words],
    ['weights', weights.features],
    ['means', weights.means],
    ['scales', weights.scales],
    ...tensorsOf(forest, ''),
    ...tensorsOf(trust, 'trust.'),
  ]);
  return writeSafetensors(JSON.stringify({ unit, calibration, features: allNames, trusted: namesOfTrust }), tensors);
}

function tensorsOf(forest: Forest, prefix: string): [string, Float64Array | Int32Array | Uint8Array][] {
  return [
    [`${prefix}initialScores`, forest.initialScores],
    ...kept.map((name) => [`${prefix}${name}`, forest[name]] as [string, Float64Array | Int32Array | Uint8Array]),
  ];
}

let loaded: LoadedModel | undefined;

/** Reads the model that is shipped, with the first question. */
export function loadShippedModel(): LoadedModel {
  if (loaded) return loaded;
  loaded = readModel(readFileSync(join(import.meta.dirname, 'ranking.safetensors')));
  loaded.scoreRows(new Float64Array(allNames.length), 1, new Float64Array(1)); // prepares the trees
  return loaded;
}

/** The engine's own, in JavaScript, takes 0.1 s. */
function sha256(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

export function readModel(bytes: Uint8Array): LoadedModel {
  const { text, tensors } = readSafetensors(bytes, sha256);
  const { unit, calibration, features, trusted } = JSON.parse(text) as {
    unit: number;
    calibration: number[];
    features: string[];
    trusted: string[];
  };
  if (features.join() !== allNames.join() || trusted.join() !== namesOfTrust.join())
    throw new Error('the model that ranks readings is of other features: train it again');
  const coded = tensors.get('words') as Uint8Array;
  const words = new Int8Array(weightCount);
  for (let at = 0; at < coded.length; at += 1) words[at] = coded[at] - 128; // an iterator takes ten times as long
  const doubles = (name: string) => tensors.get(name) as Float64Array;
  return {
    weights: { words, unit, features: doubles('weights'), means: doubles('means'), scales: doubles('scales') },
    calibration,
    scoreRows: compileForest(forestOf(tensors, '', allNames.length)).scoreRows,
    scoreTrust: compileForest(forestOf(tensors, 'trust.', namesOfTrust.length)).scoreRows,
  };
}

function forestOf(tensors: ReadonlyMap<string, unknown>, prefix: string, width: number): Forest {
  const own = Object.fromEntries(kept.map((name) => [name, tensors.get(`${prefix}${name}`)])) as Pick<
    Forest,
    (typeof kept)[number]
  >;
  const nodes = own.features.length;
  return {
    ...own,
    initialScores: tensors.get(`${prefix}initialScores`) as Float64Array,
    categorySets: new Int32Array(nodes).fill(-1),
    categoryWords: new Uint32Array(0),
    categoryBinCounts: new Int32Array(width),
    codeOffsets: new Int32Array(width + 1),
    codeBins: new Uint16Array(0),
    covers: new Float64Array(nodes),
    gains: new Float64Array(nodes),
  };
}
