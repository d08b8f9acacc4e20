import { countFeatures, countOutputs, type Forest } from '../forest/forest.ts';
import { type Scorer, thresholdSlots } from '../kernel/kernel.ts';
import type { Arena } from '../state/arena.ts';
import { encodeCode } from './encode.ts';
import type { ScoreRows } from './score-row.ts';
import { collectThresholds, fitsTiles, tileRows, writeProgram } from './tile-program.ts';

/** Pads each feature's thresholds to the table that the kernel searches; returns the first table's address. */
function writeTables(arena: Arena, thresholds: readonly Float64Array[]): number {
  const tables = arena.allocate(thresholds.length * thresholdSlots * 8);
  const view = arena.doubles(tables, thresholds.length * thresholdSlots).fill(Number.POSITIVE_INFINITY);
  for (const [feature, some] of thresholds.entries()) view.set(some, feature * thresholdSlots);
  return tables;
}

/** Prepares a function that fills a tile with ranks and bins of rows, without columns that no split reads. */
function createFiller(
  arena: Arena,
  scorer: Scorer,
  forest: Forest,
  thresholds: readonly Float64Array[],
  tile: number,
): (values: Float64Array, first: number, count: number) => void {
  const width = countFeatures(forest);
  const tables = writeTables(arena, thresholds);
  const rows = arena.allocate(width * tileRows * 8);
  const rowView = arena.doubles(rows, width * tileRows);
  const tileView = arena.bytes(tile, width * tileRows);
  const used = [...new Set(forest.features)].filter((feature) => feature >= 0);
  const numbers = used.filter((feature) => forest.categoryBinCounts[feature] === 0);
  const categories = used.filter((feature) => forest.categoryBinCounts[feature] > 0);
  return (values, first, count) => {
    rowView.set(values.subarray(first * width, (first + count) * width));
    for (const feature of numbers) {
      const table = tables + feature * thresholdSlots * 8;
      scorer.rankTile(rows + feature * 8, width * 8, table, tile + feature * tileRows);
    }
    for (const feature of categories) {
      for (let row = 0; row < count; row++) {
        tileView[feature * tileRows + row] = encodeCode(forest, feature, rowView[row * width + feature]);
      }
    }
  };
}

/** Prepares a forest for up to 32 rows at a time; undefined if it does not fit (see `fitsTiles`). */
export function createTiles(arena: Arena, scorer: Scorer, forest: Forest): ScoreRows | undefined {
  const thresholds = collectThresholds(forest);
  if (!fitsTiles(forest, thresholds)) return undefined;
  const outputs = countOutputs(forest);
  const { program, programEnd, present } = writeProgram(arena, forest, thresholds);
  const tile = arena.allocate(countFeatures(forest) * tileRows);
  const scores = arena.allocate(outputs * tileRows * 8);
  const scoreView = arena.doubles(scores, outputs * tileRows);
  const fillTile = createFiller(arena, scorer, forest, thresholds, tile);
  return (given, first, count, out) => {
    fillTile(given, first, count);
    for (let row = 0; row < tileRows; row++) {
      for (let output = 0; output < outputs; output++) scoreView[row * outputs + output] = forest.initialScores[output];
    }
    scorer.scoreTile(program, programEnd, tile, outputs, scores, present);
    out.set(count === tileRows ? scoreView : scoreView.subarray(0, count * outputs), first * outputs);
  };
}
