/**
 * The inner loops of training, on one shared memory. Addresses are in bytes; rows are int32 row numbers.
 *
 * A *cell* is 16 bytes: an int64 gradient and an int64 that holds `hessian << countBits | count`, both summable.
 * A row has a cell of its own; a histogram has a cell a bin. All sums are of integers, so they are exact: any order of
 * adding, any split over threads and subtraction of siblings give the same bits.
 * Tests hold WASM (`wasm.ts`) to plain JavaScript, bit for bit.
 */
export interface Kernel {
  /**
   * Writes the bin of each double to `column` (a byte each): how many of the 255 thresholds (doubles, padded with
   * Infinity) lie below it, or `missingBin` for NaN.
   */
  binNumbers(values: number, count: number, thresholds: number, missingBin: number, column: number): void;
  /** Copies bytes from a column to every `width`-th byte from `target` on. */
  spreadColumn(column: number, count: number, target: number, width: number): void;
  /** Adds the cells of `count` rows to the histograms of the `width` features of a block (bins row by row). */
  addToHistogram(rows: number, count: number, bins: number, width: number, cells: number, histogram: number): void;
  /** Zeroes the cells in use; `cellCounts` lists them per feature (int32). */
  clearHistogram(histogram: number, cellCounts: number, featureCount: number): void;
  /** minuend -= subtrahend, for the cells in use. */
  subtractHistogram(minuend: number, subtrahend: number, cellCounts: number, featureCount: number): void;
  /** sum += addend, for the cells in use. */
  addHistogram(sum: number, addend: number, cellCounts: number, featureCount: number): void;
  /**
   * Moves the rows whose bin, at `column + row * stride`, has a 1 in `leftTable` (256 bytes) to the front and the others
   * to `scratch`, both in order; returns how many went to the front.
   */
  splitRows(rows: number, count: number, column: number, stride: number, leftTable: number, scratch: number): number;
  /** scores[row] += value, scores in double. */
  addToScores(rows: number, count: number, scores: number, value: number): void;
  /**
   * Adds leaf values to the scores of the rows at places `start` to `end` of the list. `leaves` has, in any order, the
   * int32 place and number of each leaf's rows and its double value.
   */
  addLeaves(rows: number, start: number, end: number, leaves: number, leafCount: number, scores: number): void;
  /**
   * Writes gradient and hessian of the squared loss as two doubles into each row's cell.
   * `weights` may be 0 for none. Writes the sums of |gradient| and hessian to `sums` (two doubles).
   */
  squaredGradients(
    rows: number,
    count: number,
    scores: number,
    targets: number,
    weights: number,
    cells: number,
    sums: number,
  ): void;
  /** Writes gradients of the logistic loss in the same way; scores are log odds, targets 0 to 1. */
  logisticGradients(
    rows: number,
    count: number,
    scores: number,
    targets: number,
    weights: number,
    cells: number,
    sums: number,
  ): void;
  /** Turns the two doubles of each row's cell into scaled integers, in place, and writes the cell of their sum to `total`. */
  quantiseGradients(
    rows: number,
    count: number,
    cells: number,
    gradientScale: number,
    hessianScale: number,
    countBits: number,
    total: number,
  ): void;
  /**
   * Finds the number feature, of the `featureCount` listed at `features` (int32), and its bin b for which "bins <= b go
   * left" scores best, where a side scores gradient^2 / (hessian + l2), all in scaled units. All cells of a feature's
   * histogram (`cellCounts`) except the last are scanned. The last one holds missing rows, which are tried on both
   * sides if there are any. Returns 1 and writes `out` if a split scores more than `bestScore`, else 0. `out`: double
   * score, left gradient, left hessian; int32 bin, left count, feature, missing left (0 or 1), missing rows.
   */
  findThreshold(
    histograms: number,
    features: number,
    featureCount: number,
    cellCounts: number,
    gradient: number,
    hessian: number,
    count: number,
    countBits: number,
    l2: number,
    minRows: number,
    minHessian: number,
    bestScore: number,
    out: number,
  ): number;
  /** Copies bytes from one place to another; they may overlap. */
  copyBytes(target: number, source: number, length: number): void;
}

/**
 * Bytes from one feature's histogram to the next: 256 cells and one cache line more, because a round 4096 would put the
 * same bin of all features into one set of the first-level cache.
 */
export const histogramStride = 256 * 16 + 64;
/** Thresholds in the padded table that `binNumbers` reads. */
export const thresholdSlots = 255;
/** Bytes written by `findThreshold`. */
export const thresholdBytes = 48;

/** Scoring loops over a compiled forest; engine/kernel/walk.wat and tile.wat describe its layout. */
export interface Scorer {
  /** Adds the leaf values of one row to `out`; `treeCount` is a multiple of four. */
  scoreRow(
    row: number,
    nodes: number,
    values: number,
    sets: number,
    binMask: number,
    roots: number,
    treeCount: number,
    outputs: number,
    out: number,
  ): void;
  /** Writes the intersection of lists of leaf sets, see engine/kernel/leaf-sets.wat. */
  intersectLeafSets(lists: number, listsEnd: number, bytes: number, to: number): void;
  /** Writes the scores of rows by leaf sets. */
  scoreLeafSets(rows: number, rowsEnd: number, start: number, end: number, values: number, initial: number): void;
  /** Writes the ranks of one number feature of 32 rows to its 32 bytes of a tile. */
  rankTile(values: number, rowBytes: number, thresholds: number, tile: number): void;
  /** Adds the leaf values of the 32 rows of a tile to `out`. */
  scoreTile(program: number, programEnd: number, tile: number, outputs: number, out: number, present: number): void;
}
