import { once } from '../../once.ts';
import { countFeatures, countOutputs, type Forest } from '../forest/forest.ts';
import type { Scorer } from '../kernel/kernel.ts';
import { createScorer } from '../kernel/wasm.ts';
import { Arena } from '../state/arena.ts';
import { buildLeafSets, hasSmallTrees, type LeafSetPlan, planLeafSets } from './leaf-sets.ts';
import { fewestTileRowsOf, rowCostOf } from './row-cost.ts';
import { createLeafSetScorer } from './score-leaf-sets.ts';
import type { ScoreRow, ScoreRows } from './score-row.ts';
import { createTiles } from './tile.ts';
import { tileRows } from './tile-program.ts';
import { createWalk } from './walk.ts';
import { walkInPlace } from './walk-in-place.ts';

/** A forest ready to score rows. It holds buffers, so it must not be re-entered. */
export interface CompiledForest {
  /** The approximate nanoseconds to score a row. */
  readonly cost: number;
  /**
   * Raw scores of `count` rows. `values` is row-major, count x features: numbers with NaN for missing, categories as
   * their code, with NaN or -1 (and any unseen code) for missing. Writes count x outputs to `out`.
   */
  scoreRows(values: Float64Array, count: number, out: Float64Array): void;
}

type ScoreBatch = CompiledForest['scoreRows'];

/**
 * Rows that are scored where the trees lie. To prepare a forest takes as long as some hundred of these, and a model that
 * is asked in turn with many others is dropped from memory before.
 */
const fewRows = 32;

/**
 * Scores the first rows of a forest as it lies, then prepares it: single rows by leaf sets or walks, batches in tiles of
 * 32 rows, whichever is quicker. All ways give the same bits.
 */
export function compileForest(forest: Forest): CompiledForest {
  const width = countFeatures(forest);
  const outputs = countOutputs(forest);
  const plan = once(() => planLeafSets(forest));
  const prepared = once(() => prepareForest(forest, plan()));
  const walk = once(() => walkInPlace(forest));
  let left = hasSmallTrees(forest) ? fewRows : 0;
  return {
    get cost() {
      return rowCostOf(forest, plan());
    },
    scoreRows(values, count, out) {
      left = count > left ? 0 : left - count;
      if (left === 0) return prepared()(values, count, out);
      for (let row = 0; row < count; row++) walk()(values, row * width, out, row * outputs);
    },
  };
}

function prepareForest(forest: Forest, plan: LeafSetPlan | undefined): ScoreBatch {
  const width = countFeatures(forest);
  const outputs = countOutputs(forest);
  const arena = new Arena();
  const scorer = createScorer(arena.memory);
  const { scoreRow, scoreRows, fewestTileRows } = prepareRows(arena, scorer, forest, plan);
  const tiles = once(() => createTiles(arena, scorer, forest));
  return (values, count, out) => {
    const scoreTile = count >= fewestTileRows && fewestTileRows <= tileRows ? tiles() : undefined;
    let row = 0;
    for (; scoreTile !== undefined && count - row >= fewestTileRows; row += tileRows) {
      scoreTile(values, row, Math.min(tileRows, count - row), out);
    }
    if (scoreRows) scoreRows(values, row, count - row, out);
    else for (; row < count; row++) scoreRow(values, row * width, out, row * outputs);
  };
}

interface RowScorers {
  scoreRow: ScoreRow;
  scoreRows: ScoreRows | undefined;
  fewestTileRows: number;
}

function prepareRows(arena: Arena, scorer: Scorer, forest: Forest, plan: LeafSetPlan | undefined): RowScorers {
  const { scoreRow, scoreRows } = plan
    ? createLeafSetScorer(arena, scorer, forest, buildLeafSets(forest, plan))
    : { scoreRow: createWalk(arena, scorer, forest), scoreRows: undefined };
  return { scoreRow, scoreRows, fewestTileRows: fewestTileRowsOf(forest, plan) };
}
