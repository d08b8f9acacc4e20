import type { BinnedFeature } from './features.ts';
import { countSetWords, type Forest } from './forest.ts';

/** A node as handed to the builder, its children counted within its own tree. */
export interface TreeNode {
  /** -1 for a leaf. */
  feature: number;
  threshold: number;
  missingLeft: boolean;
  /** Category splits: 1 for each bin that goes left. */
  leftBins?: Uint8Array;
  firstChild: number;
  value: number;
  cover: number;
  gain: number;
}

/** How the codes of one feature map to bins; `binCount` 0 and no codes for numbers. */
export interface CategoryCoding {
  binCount: number;
  bins: ArrayLike<number>;
}

export function codingOf(feature: BinnedFeature): CategoryCoding {
  return feature.kind === 'category' ? feature : { binCount: 0, bins: [] };
}

/** Collects trees and turns them into a `Forest`. */
export class ForestBuilder {
  readonly #codings: readonly CategoryCoding[];
  readonly #roots: number[] = [];
  readonly #nodes: TreeNode[] = [];
  readonly #sets: number[] = [];
  readonly #words: number[] = [];

  constructor(codings: readonly CategoryCoding[]) {
    this.#codings = codings;
  }

  /** Appends a tree whose first node is its root and whose children follow their parents. */
  addTree(nodes: readonly TreeNode[]): void {
    const root = this.#nodes.length;
    this.#roots.push(root);
    for (const node of nodes) {
      this.#nodes.push({ ...node, firstChild: node.feature < 0 ? 0 : root + node.firstChild });
      this.#sets.push(node.leftBins === undefined ? -1 : this.#addSet(node.feature, node.leftBins));
    }
  }

  #addSet(feature: number, leftBins: Uint8Array): number {
    const start = this.#words.length;
    const { binCount } = this.#codings[feature];
    for (let word = countSetWords(binCount); word > 0; word--) this.#words.push(0);
    for (let bin = 0; bin <= binCount; bin++) this.#words[start + (bin >>> 5)] |= leftBins[bin] << (bin & 31);
    return start;
  }

  build(initialScores: ArrayLike<number>): Forest {
    const nodes = this.#nodes;
    const codeOffsets = new Int32Array(this.#codings.length + 1);
    for (const [index, { bins }] of this.#codings.entries()) codeOffsets[index + 1] = codeOffsets[index] + bins.length;
    const codeBins = new Uint16Array(codeOffsets[this.#codings.length]);
    for (const [index, { bins }] of this.#codings.entries()) codeBins.set(bins, codeOffsets[index]);
    return {
      initialScores: Float64Array.from(initialScores),
      roots: Int32Array.from(this.#roots),
      features: Int32Array.from(nodes, (node) => node.feature),
      thresholds: Float64Array.from(nodes, (node) => node.threshold),
      firstChildren: Int32Array.from(nodes, (node) => node.firstChild),
      missingLeft: Uint8Array.from(nodes, (node) => (node.missingLeft ? 1 : 0)),
      categorySets: Int32Array.from(this.#sets),
      categoryWords: Uint32Array.from(this.#words),
      categoryBinCounts: Int32Array.from(this.#codings, (coding) => coding.binCount),
      codeOffsets,
      codeBins,
      values: Float64Array.from(nodes, (node) => node.value),
      covers: Float64Array.from(nodes, (node) => node.cover),
      gains: Float64Array.from(nodes, (node) => node.gain),
    };
  }
}
