import { countFeatures, countOutputs, type Forest } from '../forest/forest.ts';
import type { Scorer } from '../kernel/kernel.ts';
import type { Arena } from '../state/arena.ts';
import { encodeCode } from './encode.ts';
import { createNodeWriter } from './node-writer.ts';
import type { ScoreRow } from './score-row.ts';
import { findLeaf } from './walk-in-place.ts';

/** High half of doubles that hold a category bin in their low half; it may be that of any normal number. */
const categoryMark = 0x3ff00000;
/** Nodes that a row writes for the kernel: a millisecond or two. */
const usualNodesPerRow = 100_000;

/**
 * Prepares a forest of any size for single rows: the kernel walks four trees at a time. Its nodes are written for it as
 * rows come, so that no row waits for all of a large forest; other trees are walked where they lie.
 */
export function createWalk(arena: Arena, scorer: Scorer, forest: Forest, nodesPerRow = usualNodesPerRow): ScoreRow {
  const width = countFeatures(forest);
  const outputs = countOutputs(forest);
  const writer = createNodeWriter(arena, forest);
  const { nodes, values: leafValues, sets, binMask, roots } = writer;
  // An empty row has eight bytes too, because a leaf's step reads a value and ignores it.
  const row = arena.allocate(Math.max(1, width) * 8);
  const scores = arena.allocate(outputs * 8);
  const rowView = arena.doubles(row, width);
  const rowWords = arena.integers(row, width * 2);
  const scoreView = arena.doubles(scores, outputs);
  const categories = [...forest.categoryBinCounts.keys()].filter((feature) => forest.categoryBinCounts[feature] > 0);
  return (values, start, out, firstScore) => {
    const written = writer.writeMore(nodesPerRow);
    for (let cell = 0; cell < width; cell++) rowView[cell] = values[start + cell];
    for (const feature of categories) {
      rowWords[feature * 2] = encodeCode(forest, feature, values[start + feature]);
      rowWords[feature * 2 + 1] = categoryMark;
    }
    for (let output = 0; output < outputs; output++) scoreView[output] = forest.initialScores[output];
    scorer.scoreRow(row, nodes, leafValues, sets, binMask, roots, written.places, outputs, scores);
    for (let output = 0; output < outputs; output++) out[firstScore + output] = scoreView[output];
    for (let tree = written.trees; tree < forest.roots.length; tree++)
      out[firstScore + (tree % outputs)] += forest.values[findLeaf(forest, forest.roots[tree], rowView, rowWords)];
  };
}
