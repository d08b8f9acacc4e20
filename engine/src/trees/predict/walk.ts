import { countFeatures, countOutputs, type Forest } from '../forest/forest.ts';
import type { Scorer } from '../kernel/kernel.ts';
import type { Arena } from '../state/arena.ts';
import { encodeCode } from './encode.ts';
import type { ScoreRow } from './score-row.ts';

const nodeBytes = 16;
const missingRightFlag = 1;
const leafFlag = 2;
/** High half of doubles that hold a category bin in their low half; it may be that of any normal number. */
const categoryMark = 0x3ff00000;

/** Addresses of the forest for the kernel, see engine/kernel/walk.wat. */
interface Layout {
  nodes: number;
  values: number;
  /** 0 without categories. */
  sets: number;
  binMask: number;
  roots: number;
  /** Trees, padded to a multiple of four with trees that add 0. */
  treeCount: number;
}

function writeNodes(arena: Arena, forest: Forest): number {
  const { features, thresholds, firstChildren, missingLeft, categorySets } = forest;
  const count = features.length;
  // One more node: the leaf that pads the list of trees.
  const nodes = arena.allocate((count + 1) * nodeBytes);
  const doubles = arena.doubles(nodes, (count + 1) * 2);
  const words = arena.integers(nodes, (count + 1) * 4);
  const writeLeaf = (node: number) => {
    doubles[node * 2] = Number.POSITIVE_INFINITY;
    words[node * 4 + 2] = 0;
    words[node * 4 + 3] = (nodes + node * nodeBytes) | leafFlag;
  };
  for (let node = 0; node < count; node++) {
    const feature = features[node];
    if (feature < 0) {
      writeLeaf(node);
      continue;
    }
    const isNumber = categorySets[node] < 0;
    doubles[node * 2] = isNumber ? thresholds[node] : Number.POSITIVE_INFINITY;
    words[node * 4 + 2] = feature * 8;
    words[node * 4 + 3] =
      (nodes + firstChildren[node] * nodeBytes) | (isNumber && missingLeft[node] === 0 ? missingRightFlag : 0);
  }
  writeLeaf(count);
  return nodes;
}

/** Writes the complement of each category node's set, and one empty set for all other nodes. */
function writeSets(arena: Arena, forest: Forest): { sets: number; binMask: number } {
  const { categorySets, categoryWords, categoryBinCounts, features } = forest;
  const highestBin = Math.max(31, ...categoryBinCounts);
  const setBits = 2 ** Math.ceil(Math.log2(highestBin + 1));
  const splits = features.filter((_, node) => categorySets[node] >= 0).length;
  const sets = arena.allocate((features.length + 1) * 4);
  const empty = arena.allocate(((splits + 1) * setBits) / 8);
  const setWords = setBits / 32;
  const addresses = arena.integers(sets, features.length + 1).fill(empty);
  const words = arena.integers(empty, (splits + 1) * setWords).fill(0);
  let next = setWords;
  categorySets.forEach((set, node) => {
    if (set < 0) return;
    addresses[node] = empty + next * 4;
    for (let word = 0; word <= categoryBinCounts[features[node]] >>> 5; word++) {
      words[next + word] = ~categoryWords[set + word];
    }
    next += setWords;
  });
  return { sets, binMask: setBits - 1 };
}

function layOut(arena: Arena, forest: Forest): Layout {
  const { roots, values, features, categorySets } = forest;
  const nodes = writeNodes(arena, forest);
  const treeCount = Math.ceil(roots.length / 4) * 4;
  const rootList = arena.allocate(treeCount * 4);
  const rootView = arena.integers(rootList, treeCount).fill(nodes + features.length * nodeBytes);
  roots.forEach((root, tree) => {
    rootView[tree] = nodes + root * nodeBytes;
  });
  const valueList = arena.allocate((values.length + 1) * 8);
  const valueView = arena.doubles(valueList, values.length + 1);
  valueView.set(values);
  valueView[values.length] = 0;
  const hasCategories = forest.categoryWords.length > 0 && categorySets.some((set) => set >= 0);
  const { sets, binMask } = hasCategories ? writeSets(arena, forest) : { sets: 0, binMask: 0 };
  return { nodes, values: valueList, sets, binMask, roots: rootList, treeCount };
}

/** Prepares a forest of any size for single rows: walks four trees at a time. */
export function createWalk(arena: Arena, scorer: Scorer, forest: Forest): ScoreRow {
  const width = countFeatures(forest);
  const outputs = countOutputs(forest);
  const { nodes, values: leafValues, sets, binMask, roots, treeCount } = layOut(arena, forest);
  // An empty row has eight bytes too, because a leaf's step reads a value and ignores it.
  const row = arena.allocate(Math.max(1, width) * 8);
  const scores = arena.allocate(outputs * 8);
  const rowView = arena.doubles(row, width);
  const rowWords = arena.integers(row, width * 2);
  const scoreView = arena.doubles(scores, outputs);
  const categories = [...forest.categoryBinCounts.keys()].filter((feature) => forest.categoryBinCounts[feature] > 0);
  return (values, start, out, firstScore) => {
    for (let cell = 0; cell < width; cell++) rowView[cell] = values[start + cell];
    for (const feature of categories) {
      rowWords[feature * 2] = encodeCode(forest, feature, values[start + feature]);
      rowWords[feature * 2 + 1] = categoryMark;
    }
    for (let output = 0; output < outputs; output++) scoreView[output] = forest.initialScores[output];
    scorer.scoreRow(row, nodes, leafValues, sets, binMask, roots, treeCount, outputs, scores);
    for (let output = 0; output < outputs; output++) out[firstScore + output] = scoreView[output];
  };
}
