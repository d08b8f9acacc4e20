/**
 * The path of features from the root to a node, with the weights of all subsets of them by size: the bookkeeping of
 * TreeSHAP (Lundberg, Erion and Lee 2018, algorithm 2). Entry 0 stands for "no feature". Several paths lie one behind
 * the other in shared arrays, one a level of the tree.
 */
export class FeaturePath {
  readonly features: Int32Array;
  /** Share of the training rows that flow down the path when the feature is unknown. */
  readonly unknownShares: Float64Array;
  /** 1 if the explained row flows down the path, otherwise 0. */
  readonly knownShares: Float64Array;
  readonly #weights: Float64Array;

  constructor(deepest: number) {
    const entries = ((deepest + 2) * (deepest + 3)) / 2;
    this.features = new Int32Array(entries);
    this.unknownShares = new Float64Array(entries);
    this.knownShares = new Float64Array(entries);
    this.#weights = new Float64Array(entries);
  }

  /** Copies a path of `length` entries. */
  copy(from: number, to: number, length: number): void {
    for (const entries of [this.features, this.unknownShares, this.knownShares, this.#weights]) {
      entries.copyWithin(to, from, from + length);
    }
  }

  /** Appends a feature as entry `length`. */
  extend(start: number, length: number, unknownShare: number, knownShare: number, feature: number): void {
    const weights = this.#weights;
    this.features[start + length] = feature;
    this.unknownShares[start + length] = unknownShare;
    this.knownShares[start + length] = knownShare;
    weights[start + length] = length === 0 ? 1 : 0;
    for (let size = length - 1; size >= 0; size--) {
      weights[start + size + 1] += (knownShare * weights[start + size] * (size + 1)) / (length + 1);
      weights[start + size] = (unknownShare * weights[start + size] * (length - size)) / (length + 1);
    }
  }

  /** Removes entry `place` as if it had never been added; `last` is the path's last entry. */
  unwind(start: number, last: number, place: number): void {
    const weights = this.#weights;
    const known = this.knownShares[start + place];
    const unknown = this.unknownShares[start + place];
    let next = weights[start + last];
    for (let size = last - 1; size >= 0; size--) {
      const weight = weights[start + size];
      if (known !== 0) {
        weights[start + size] = (next * (last + 1)) / ((size + 1) * known);
        next = weight - (weights[start + size] * unknown * (last - size)) / (last + 1);
      } else {
        weights[start + size] = (weight * (last + 1)) / (unknown * (last - size));
      }
    }
    for (const entries of [this.features, this.unknownShares, this.knownShares]) {
      entries.copyWithin(start + place, start + place + 1, start + last + 1);
    }
  }

  /** Returns the sum of the weights that the path would have without entry `place`. */
  sumWithout(start: number, last: number, place: number): number {
    const weights = this.#weights;
    const known = this.knownShares[start + place];
    const unknown = this.unknownShares[start + place];
    let next = weights[start + last];
    let sum = 0;
    for (let size = last - 1; size >= 0; size--) {
      if (known !== 0) {
        const weight = (next * (last + 1)) / ((size + 1) * known);
        sum += weight;
        next = weights[start + size] - (weight * unknown * (last - size)) / (last + 1);
      } else if (unknown !== 0) {
        sum += (weights[start + size] * (last + 1)) / (unknown * (last - size));
      }
    }
    return sum;
  }
}
