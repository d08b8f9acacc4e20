import type { TreeSettings } from '../state/settings.ts';
import type { NodeSums } from '../workspace/node-sums.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The range that a leaf's value must keep to because of monotone constraints above it, in scaled units. */
export interface ValueBounds {
  lower: number;
  upper: number;
}

export interface Split {
  feature: number;
  /** Sum over both sides of gradient^2 / (hessian + l2), in scaled units. */
  score: number;
  left: NodeSums;
  missingLeft: boolean;
  /** Number features: bins up to this one go left; -1 for categories. */
  bin: number;
  /** Category features: 1 for each bin that goes left. */
  leftBins: Uint8Array | undefined;
}

/** Context of all split searches of a tree. Regularisation is in scaled units, like the sums. */
export interface SplitSearch {
  readonly workspace: Workspace;
  readonly settings: TreeSettings;
  /** The whole memory. */
  readonly words: Int32Array;
  readonly gradientScale: number;
  readonly hessianScale: number;
  readonly l2: number;
  readonly minHessian: number;
  /** The monotone constraints of the tree's output, by feature. */
  readonly directions: Int8Array | undefined;
  readonly random: () => number;
}

/** One node and one of its features. */
export interface SplitTask {
  readonly search: SplitSearch;
  /** Address of the feature's histogram. */
  readonly histogram: number;
  readonly feature: number;
  readonly node: NodeSums;
  readonly bounds: ValueBounds;
  /** The score that a split must exceed. */
  readonly bestScore: number;
}

/** Starts the split searches of one tree of an output, once the memory has its final size. */
export function createSearch(
  workspace: Workspace,
  settings: TreeSettings,
  output: number,
  scales: { gradientScale: number; hessianScale: number },
  random: () => number,
): SplitSearch {
  return {
    workspace,
    settings,
    words: new Int32Array(workspace.binned.arena.memory.buffer),
    ...scales,
    l2: settings.l2 * scales.hessianScale,
    // It is at least one unit, to avoid division by zero for a side without hessian.
    minHessian: Math.max(1, settings.minHessian * scales.hessianScale),
    directions: settings.monotone?.[output],
    random,
  };
}

/** Returns the value of a leaf in scaled units. */
export function solveValue({ gradient, hessian }: NodeSums, l2: number, { lower, upper }: ValueBounds): number {
  const value = -gradient / (hessian + l2);
  return Math.min(Math.max(value, lower), upper);
}

/** Returns twice the decrease of the loss if these rows get their best value. */
export function scoreSums({ gradient, hessian }: NodeSums, l2: number): number {
  return (gradient * gradient) / (hessian + l2);
}

/** Returns twice the decrease of the loss if these rows get `value`. */
export function scoreValue({ gradient, hessian }: NodeSums, l2: number, value: number): number {
  return -(2 * gradient * value + (hessian + l2) * value * value);
}

export function subtractSums(all: NodeSums, part: NodeSums): NodeSums {
  return {
    gradient: all.gradient - part.gradient,
    hessian: all.hessian - part.hessian,
    count: all.count - part.count,
  };
}

/** Returns whether a side of a split has enough rows and hessian to be a leaf. */
export function isLargeEnough(side: NodeSums, { settings, minHessian }: SplitSearch): boolean {
  return side.count >= settings.minRowsPerLeaf && side.hessian >= minHessian;
}
