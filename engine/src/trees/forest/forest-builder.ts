import type { BinnedFeature } from '../state/binned-features.ts';
import { countSetWords, type Forest } from './forest.ts';

/** A node for the builder; children are numbered within its tree. */
export interface TreeNode {
  /** -1 for a leaf. */
  feature: number;
  threshold: number;
  missingLeft: boolean;
  /** Category splits: 1 for each bin that goes left. */
  leftBins?: Uint8Array | undefined;
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

/** Collects trees, field by field, and turns them into a `Forest`. */
export class ForestBuilder {
  readonly #codings: readonly CategoryCoding[];
  readonly #roots: number[] = [];
  readonly #features: number[] = [];
  readonly #thresholds: number[] = [];
  readonly #firstChildren: number[] = [];
  readonly #missingLeft: number[] = [];
  readonly #sets: number[] = [];
  readonly #values: number[] = [];
  readonly #covers: number[] = [];
  readonly #gains: number[] = [];
  readonly #words: number[] = [];

  constructor(codings: readonly CategoryCoding[]) {
    this.#codings = codings;
  }

  /** Appends a tree whose first node is its root and whose children follow their parents. */
  addTree(nodes: readonly TreeNode[]): void {
    const root = this.#features.length;
    this.#roots.push(root);
    for (const node of nodes) {
      this.#features.push(node.feature);
      this.#thresholds.push(node.threshold);
      this.#firstChildren.push(node.feature < 0 ? 0 : root + node.firstChild);
      this.#missingLeft.push(node.missingLeft ? 1 : 0);
      this.#sets.push(node.leftBins === undefined ? -1 : this.#addSet(node.feature, node.leftBins));
      this.#values.push(node.value);
      this.#covers.push(node.cover);
      this.#gains.push(node.gain);
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
    const codeOffsets = new Int32Array(this.#codings.length + 1);
    for (const [index, { bins }] of this.#codings.entries()) codeOffsets[index + 1] = codeOffsets[index] + bins.length;
    const codeBins = new Uint16Array(codeOffsets[this.#codings.length]);
    for (const [index, { bins }] of this.#codings.entries()) codeBins.set(bins, codeOffsets[index]);
    return {
      initialScores: Float64Array.from(initialScores),
      roots: Int32Array.from(this.#roots),
      features: Int32Array.from(this.#features),
      thresholds: Float64Array.from(this.#thresholds),
      firstChildren: Int32Array.from(this.#firstChildren),
      missingLeft: Uint8Array.from(this.#missingLeft),
      categorySets: Int32Array.from(this.#sets),
      categoryWords: Uint32Array.from(this.#words),
      categoryBinCounts: Int32Array.from(this.#codings, (coding) => coding.binCount),
      codeOffsets,
      codeBins,
      values: Float64Array.from(this.#values),
      covers: Float64Array.from(this.#covers),
      gains: Float64Array.from(this.#gains),
    };
  }
}
