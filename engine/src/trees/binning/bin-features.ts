import type { Kernel } from '../kernel/kernel.ts';
import { chooseThresholds } from '../kernel/thresholds.ts';
import { createWasmKernel } from '../kernel/wasm.ts';
import { Arena } from '../state/arena.ts';
import type {
  BinnedFeature,
  BinnedFeatures,
  FeatureBlock,
  FeatureList,
  TreeFeature,
} from '../state/binned-features.ts';
import { deservesThreads, readyWorkers } from '../threads/pool.ts';
import { spreadColumns, writeColumn } from './write-bins.ts';

const blockWidth = 32;
/** The kernel reads four bins at a time, so it may touch three bytes behind a block. */
const readAhead = 4;

function binCategories(
  codes: Int32Array,
  categoryCount: number,
  maxBins: number,
): { binCount: number; bins: Uint8Array } {
  const counts = new Float64Array(categoryCount);
  for (let row = 0; row < codes.length; row++) if (codes[row] >= 0) counts[codes[row]]++;
  const seen = [...counts.keys()].filter((code) => counts[code] > 0).sort((a, b) => counts[b] - counts[a] || a - b);
  const binCount = Math.min(seen.length, maxBins);
  // What is not among these rows is rare, too.
  const bins = new Uint8Array(categoryCount).fill(seen.length > maxBins ? maxBins - 1 : binCount);
  // The most frequent categories have a bin each; when there are too many, the rare ones share the last.
  for (const [rank, code] of seen.entries()) bins[code] = Math.min(rank, maxBins - 1);
  return { binCount, bins };
}

/** Cuts one feature into at most `maxBins` bins by the values given. */
export function planBins(feature: TreeFeature, maxBins: number): BinnedFeature {
  if (feature.kind === 'category') {
    return { name: feature.name, kind: 'category', ...binCategories(feature.codes, feature.categoryCount, maxBins) };
  }
  const thresholds = chooseThresholds(feature.values, maxBins);
  return { name: feature.name, kind: 'number', binCount: thresholds.length + 1, thresholds };
}

export function layOutBlocks(arena: Arena, featureCount: number, rowCount: number): FeatureBlock[] {
  const blocks: FeatureBlock[] = [];
  for (let firstFeature = 0; firstFeature < featureCount; firstFeature += blockWidth) {
    const width = Math.min(blockWidth, featureCount - firstFeature);
    blocks.push({ firstFeature, width, address: arena.allocate(rowCount * width + readAhead) });
  }
  return blocks;
}

function checkFeature(feature: TreeFeature, rowCount: number): void {
  const cells = feature.kind === 'number' ? feature.values : feature.codes;
  if (cells.length !== rowCount) {
    throw new RangeError(`Feature "${feature.name}" has ${cells.length} rows; it must have ${rowCount}.`);
  }
  if (feature.kind === 'category' && !areCodes(feature.codes, feature.categoryCount)) {
    throw new RangeError(`Feature "${feature.name}" has a code outside -1..${feature.categoryCount - 1}.`);
  }
}

function areCodes(codes: Int32Array, categoryCount: number): boolean {
  for (let row = 0; row < codes.length; row++) if (codes[row] < -1 || codes[row] >= categoryCount) return false;
  return true;
}

export interface BinOptions {
  /** 2 to 255, the default. */
  maxBins?: number;
  /** Number of threads of later trainings, which start up meanwhile. Default 1. */
  threads?: number;
  /** Creates the kernel; the default is the fastest. */
  createKernel?: (memory: WebAssembly.Memory) => Kernel;
}

/** Cuts every feature into at most `maxBins` bins, and one for missing values. Throws a RangeError for a bad shape. */
export function binFeatures(
  features: FeatureList,
  rowCount: number,
  { maxBins = 255, threads = 1, createKernel = createWasmKernel }: BinOptions = {},
): BinnedFeatures {
  if (!(maxBins >= 2 && maxBins <= 255)) throw new RangeError(`maxBins must be 2 to 255, got ${maxBins}.`);
  if (deservesThreads(rowCount, features.length)) readyWorkers(threads - 1);
  const arena = new Arena();
  const blocks = layOutBlocks(arena, features.length, rowCount);
  const columns = arena.allocate(rowCount * features.length);
  const kernel = createKernel(arena.memory);
  const plans: BinnedFeature[] = [];
  for (const feature of features) {
    checkFeature(feature, rowCount);
    const plan = planBins(feature, maxBins);
    writeColumn(arena, kernel, feature, plan, columns + plans.length * rowCount);
    plans.push(plan);
  }
  const binned = { rowCount, features: plans, arena, blocks, columns };
  spreadColumns(binned, kernel);
  return binned;
}
