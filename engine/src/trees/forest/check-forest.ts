import { countFeatures, countOutputs, countSetWords, type Forest } from './forest.ts';

/** Thrown for an inconsistent forest. `message` names the field and the place. */
export class ForestError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ForestError';
  }
}

function demand(condition: boolean, message: string): void {
  if (!condition) throw new ForestError(message);
}

function checkLengths(forest: Forest): void {
  const nodes = forest.features.length;
  const perNode = ['thresholds', 'firstChildren', 'missingLeft', 'categorySets', 'values', 'covers', 'gains'] as const;
  for (const name of perNode) {
    demand(forest[name].length === nodes, `${name} has ${forest[name].length} entries for ${nodes} nodes.`);
  }
  demand(countOutputs(forest) > 0, 'initialScores is empty.');
  demand(forest.initialScores.every(Number.isFinite), 'initialScores has a number that is not finite.');
  demand(forest.roots.length % countOutputs(forest) === 0, 'The number of trees is not a multiple of the outputs.');
}

function checkCodes({ codeOffsets, codeBins, categoryBinCounts }: Forest): void {
  const features = categoryBinCounts.length;
  demand(
    codeOffsets.length === features + 1,
    `codeOffsets has ${codeOffsets.length} entries for ${features} features.`,
  );
  demand(codeOffsets[0] === 0 && codeOffsets[features] === codeBins.length, 'codeOffsets does not span codeBins.');
  categoryBinCounts.forEach((binCount, feature) => {
    demand(binCount >= 0 && binCount <= 65_535, `Feature ${feature} has ${binCount} category bins.`);
    demand(codeOffsets[feature] <= codeOffsets[feature + 1], `codeOffsets falls at feature ${feature}.`);
    for (let code = codeOffsets[feature]; code < codeOffsets[feature + 1]; code++) {
      demand(codeBins[code] <= binCount, `Feature ${feature} maps a code to bin ${codeBins[code]} of ${binCount}.`);
    }
  });
}

/**
 * `end` is the first node of the next tree: children outside their own tree would be reached twice. A forest has
 * hundreds of thousands of nodes, so messages are written only for faults.
 */
function checkNode(forest: Forest, node: number, end: number): void {
  const feature = forest.features[node];
  const { values, covers, gains } = forest;
  if (!(Number.isFinite(values[node]) && Number.isFinite(covers[node]) && Number.isFinite(gains[node])))
    throw new ForestError(`Node ${node} has a number that is not finite.`);
  if (Number.isNaN(forest.thresholds[node])) throw new ForestError(`Node ${node} has no threshold.`);
  if (forest.missingLeft[node] > 1 || forest.categorySets[node] < -1 || feature < -1)
    throw new ForestError(`Node ${node} has a mark that does not exist.`);
  if (feature < 0) return;
  if (feature >= countFeatures(forest))
    throw new ForestError(`Node ${node} splits on feature ${feature} of ${countFeatures(forest)}.`);
  const child = forest.firstChildren[node];
  if (child <= node || child + 1 >= end)
    throw new ForestError(`Node ${node} has children at ${child}, not between it and ${end}.`);
  const binCount = forest.categoryBinCounts[feature];
  const set = forest.categorySets[node];
  if (set >= 0 !== binCount > 0) throw new ForestError(`Node ${node} splits feature ${feature} as the wrong kind.`);
  const words = set < 0 ? 0 : countSetWords(binCount);
  if (set + words > forest.categoryWords.length)
    throw new ForestError(`Node ${node} has its categories outside categoryWords.`);
}

/**
 * Checks that every node but the root has exactly one parent: a node reached twice could make a huge tree out of few
 * nodes.
 */
function checkShape({ features, firstChildren }: Forest, root: number, end: number): void {
  const isChild = new Uint8Array(end - root);
  for (let node = root; node < end; node++) {
    if (features[node] < 0) continue;
    const left = firstChildren[node];
    if (isChild[left - root] === 1 || isChild[left + 1 - root] === 1)
      throw new ForestError(`Node ${isChild[left - root] === 1 ? left : left + 1} is the child of two nodes.`);
    isChild[left - root] = 1;
    isChild[left + 1 - root] = 1;
  }
  const stray = isChild.indexOf(0, 1);
  demand(stray < 0, `Node ${root + stray} is not the child of a node.`);
}

/**
 * Tells within nanoseconds a node that a tree has no fault: what `checkNode` and `checkShape` demand, without messages.
 * `parents` is marked with the nodes that have one.
 */
function isSound(forest: Forest, root: number, end: number, parents: Uint8Array): boolean {
  const { features, thresholds, firstChildren, missingLeft, categorySets, values, covers, gains } = forest;
  const { categoryBinCounts } = forest;
  const wordCount = forest.categoryWords.length;
  let zeros = 0; // NaN as soon as a number is not finite
  let children = 0;
  for (let node = root; node < end; node++) {
    zeros += values[node] * 0 + covers[node] * 0 + gains[node] * 0;
    const feature = features[node];
    const set = categorySets[node];
    if (Number.isNaN(thresholds[node]) || missingLeft[node] > 1 || set < -1 || feature < -1) return false;
    if (feature < 0) continue;
    const child = firstChildren[node];
    if (feature >= categoryBinCounts.length || child <= node || child + 1 >= end) return false;
    const binCount = categoryBinCounts[feature];
    if (set >= 0 !== binCount > 0 || (set >= 0 && set + countSetWords(binCount) > wordCount)) return false;
    if (parents[child] + parents[child + 1] > 0) return false;
    parents[child] = 1;
    parents[child + 1] = 1;
    children += 2;
  }
  return zeros === 0 && children === end - root - 1;
}

/**
 * Checks an untrusted forest: lengths agree, indices are in range, and children come strictly after their parents, so
 * that every walk ends in a leaf. Throws a `ForestError`.
 */
export function checkForest(forest: Forest): void {
  checkLengths(forest);
  checkCodes(forest);
  const { roots, features } = forest;
  const parents = new Uint8Array(features.length);
  for (const [tree, root] of roots.entries()) {
    const end = tree + 1 < roots.length ? roots[tree + 1] : features.length;
    demand(root >= 0 && root < end && end <= features.length, `Tree ${tree} starts at node ${root}, not below ${end}.`);
    if (isSound(forest, root, end, parents)) continue;
    for (let node = root; node < end; node++) checkNode(forest, node, end);
    checkShape(forest, root, end);
  }
}
