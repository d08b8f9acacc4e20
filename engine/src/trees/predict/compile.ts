import { Arena } from '../arena.ts';
import { countFeatures, countOutputs, type Forest } from '../forest.ts';
import { createScorer } from '../kernel/wasm.ts';
import { buildLeafSets } from './leaf-sets.ts';
import { createLeafSetScorer } from './score-leaf-sets.ts';
import { createTiles } from './tile.ts';
import { tileRows } from './tile-program.ts';
import { createWalk } from './walk.ts';

/** A forest ready to score rows; holds buffers, so it must not be entered twice at once. */
export interface CompiledForest {
  /**
   * Raw scores of `count` rows. `values` is row-major, count x features: numbers with NaN for missing, categories as
   * their code, with NaN or -1 (and any unseen code) for missing. Writes count x outputs to `out`.
   */
  scoreRows(values: Float64Array, count: number, out: Float64Array): void;
}

/** Below this a tile costs more than its rows one by one. */
const fewestTileRows = 8;

/**
 * Prepares a forest for scoring: rows alone by leaf sets (or walks, where those do not pay), batches in tiles of 32 rows.
 * All ways give the same bits.
 */
export function compileForest(forest: Forest): CompiledForest {
  const width = countFeatures(forest);
  const outputs = countOutputs(forest);
  const arena = new Arena();
  const scorer = createScorer(arena.memory);
  const sets = buildLeafSets(forest);
  const scoreRow =
    sets === undefined ? createWalk(arena, scorer, forest) : createLeafSetScorer(arena, scorer, forest, sets);
  const scoreTile = createTiles(arena, scorer, forest);
  return {
    scoreRows(values, count, out) {
      let row = 0;
      for (; scoreTile !== undefined && count - row >= fewestTileRows; row += tileRows) {
        scoreTile(values, row, Math.min(tileRows, count - row), out);
      }
      for (; row < count; row++) scoreRow(values, row * width, out, row * outputs);
    },
  };
}
