import { countOutputs, type Forest } from '../forest/forest.ts';
import type { Scorer } from '../kernel/kernel.ts';
import { findBin } from '../kernel/thresholds.ts';
import type { Arena } from '../state/arena.ts';
import { encodeCode } from './encode.ts';
import type { FeatureRows, LeafSets } from './leaf-sets.ts';
import type { ScoreRow } from './score-row.ts';

/** Number of rows of sets that the kernel intersects at once; the list is padded with row 0. */
const rowsAtOnce = 4;

function findRow(forest: Forest, { feature, firstRow, thresholds }: FeatureRows, value: number): number {
  if (!thresholds) return firstRow + encodeCode(forest, feature, value);
  return firstRow + (Number.isNaN(value) ? thresholds.length + 1 : findBin(thresholds, value));
}

/** Copies the rows of sets to where the kernel reads them, each padded to 16 bytes. */
function placeWords(arena: Arena, { words, rowCount, treeCount }: LeafSets): { address: number; rowBytes: number } {
  const rowWords = Math.ceil(treeCount / 4) * 4;
  const address = arena.allocate(rowCount * rowWords * 4);
  const placed = arena.integers(address, rowCount * rowWords).fill(0);
  for (let row = 0; row < rowCount; row++)
    placed.set(words.subarray(row * treeCount, (row + 1) * treeCount), row * rowWords);
  return { address, rowBytes: rowWords * 4 };
}

/**
 * Padding after the leaf values: in an untrusted forest a tree may have no leaf left, and the kernel then reads behind
 * the tree's values.
 */
const spareValues = 32;

function placeValues(arena: Arena, { leafValues }: LeafSets): number {
  const address = arena.allocate((leafValues.length + spareValues + 1) * 8);
  arena
    .doubles(address, leafValues.length + spareValues + 1)
    .fill(0)
    .set(leafValues);
  return address;
}

/** Prepares leaf sets for single rows. */
export function createLeafSetScorer(arena: Arena, scorer: Scorer, forest: Forest, sets: LeafSets): ScoreRow {
  const { featureRows, treeCount, leafSlots } = sets;
  const outputs = countOutputs(forest);
  const { address, rowBytes } = placeWords(arena, sets);
  const leafValues = placeValues(arena, sets);
  const listLength = Math.max(1, Math.ceil(featureRows.length / rowsAtOnce)) * rowsAtOnce;
  const list = arena.allocate(listLength * 4);
  const reached = arena.allocate(rowBytes + 16);
  const scores = arena.allocate(outputs * 8);
  const listView = arena.integers(list, listLength).fill(address);
  const scoreView = arena.doubles(scores, outputs);
  return (values, start, out, firstScore) => {
    for (let index = 0; index < featureRows.length; index++) {
      const row = findRow(forest, featureRows[index], values[start + featureRows[index].feature]);
      listView[index] = address + row * rowBytes;
    }
    for (let output = 0; output < outputs; output++) scoreView[output] = forest.initialScores[output];
    const listEnd = list + listLength * 4;
    scorer.scoreLeafSets(list, listEnd, treeCount, reached, leafValues, leafSlots * 8, outputs, scores);
    for (let output = 0; output < outputs; output++) out[firstScore + output] = scoreView[output];
  };
}
