import { countFeatures, countOutputs, type Forest } from '../forest/forest.ts';
import type { Scorer } from '../kernel/kernel.ts';
import { createScorer } from '../kernel/wasm.ts';
import { Arena } from '../state/arena.ts';
import { buildLeafSets, type FeatureRows, type LeafSets } from './leaf-sets.ts';
import { createLeafSetScorer } from './score-leaf-sets.ts';
import type { ScoreRow, ScoreRows } from './score-row.ts';
import { createTiles } from './tile.ts';
import { tileRows } from './tile-program.ts';
import { createWalk } from './walk.ts';

/** A forest ready to score rows. It holds buffers, so it must not be re-entered. */
export interface CompiledForest {
  /**
   * Raw scores of `count` rows. `values` is row-major, count x features: numbers with NaN for missing, categories as
   * their code, with NaN or -1 (and any unseen code) for missing. Writes count x outputs to `out`.
   */
  scoreRows(values: Float64Array, count: number, out: Float64Array): void;
}

/** Nanoseconds, fitted to forests of 8 to 31 leaves, 300 to 1,000 trees and 5 to 50 features; only their ratios matter. */
const tileCosts = { node: 2, feature: 200 };
const walkCosts = { tree: 16 };
/** Lists of features with few values are shared by rows, or stay in the cache. */
const setCosts = { tree: 0.8, manyValues: 0.4, fewValues: 0.1 };
const fewValues = 16;

/**
 * Returns the number of rows from which on a tile, which visits every node of every tree, is quicker than rows by sets or
 * walks.
 */
function decideTileRows(forest: Forest, sets: LeafSets | undefined): number {
  const tile = tileCosts.node * forest.features.length + tileCosts.feature * countFeatures(forest);
  return tile / Math.max(1, forest.roots.length * (sets ? costOfSets(sets) : walkCosts.tree));
}

function costOfSets({ featureRows }: LeafSets): number {
  const isMany = ({ thresholds }: FeatureRows) => (thresholds?.length ?? 0) >= fewValues;
  return featureRows.reduce(
    (sum, rows) => sum + (isMany(rows) ? setCosts.manyValues : setCosts.fewValues),
    setCosts.tree,
  );
}

interface RowScorers {
  scoreRow: ScoreRow;
  scoreRows: ScoreRows | undefined;
  fewestTileRows: number;
}

function prepareRows(arena: Arena, scorer: Scorer, forest: Forest): RowScorers {
  const sets = buildLeafSets(forest);
  const { scoreRow, scoreRows } = sets
    ? createLeafSetScorer(arena, scorer, forest, sets)
    : { scoreRow: createWalk(arena, scorer, forest), scoreRows: undefined };
  return { scoreRow, scoreRows, fewestTileRows: decideTileRows(forest, sets) };
}

/**
 * Prepares a forest for scoring: single rows by leaf sets or walks, batches in tiles of 32 rows, whichever is quicker.
 * All ways give the same bits. Each is prepared with its first use, which takes as long as to load the forest.
 */
export function compileForest(forest: Forest): CompiledForest {
  const width = countFeatures(forest);
  const outputs = countOutputs(forest);
  const arena = new Arena();
  const scorer = createScorer(arena.memory);
  let rows: RowScorers | undefined;
  let tiles: { score: ScoreRows | undefined } | undefined;
  return {
    scoreRows(values, count, out) {
      rows ??= prepareRows(arena, scorer, forest);
      const { scoreRow, scoreRows, fewestTileRows } = rows;
      if (count >= fewestTileRows && fewestTileRows <= tileRows)
        tiles ??= { score: createTiles(arena, scorer, forest) };
      const scoreTile = tiles?.score;
      let row = 0;
      for (; scoreTile !== undefined && count - row >= fewestTileRows; row += tileRows) {
        scoreTile(values, row, Math.min(tileRows, count - row), out);
      }
      if (scoreRows) scoreRows(values, row, count - row, out);
      else for (; row < count; row++) scoreRow(values, row * width, out, row * outputs);
    },
  };
}
