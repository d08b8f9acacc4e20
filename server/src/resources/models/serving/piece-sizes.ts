import type { RowCost } from '@sibyl/engine/model.ts';

/** What a request may ask of `ServedModel.answerJson`. */
export interface JsonLimits {
  rows: number;
  /** Rows with unknown inputs. */
  incomplete: number;
  /** Bytes of the text times names of cells: a row that names its cells in any order looks through all of them. */
  compared: number;
}

/** Nanoseconds that answering on the main thread may cost, so that it blocks nobody. */
const quickCost = 10_000_000;
const mostQuickRows = 1000;
const mostQuickIncomplete = 10;
/** Compared at some nanoseconds each. */
const quickComparisons = 40_000_000;

/** Nanoseconds that a thread answers for without looking whether the caller is still there. */
const pieceCost = 500_000_000;
const mostPieceRows = 1000;
/** An explanation costs some hundred predictions. */
const [explanationCost, mostExplainedRows] = [1000, 10];

/** Returns what is answered on the main thread: the rows, and among them those with unknown inputs. */
export function quickLimitsOf({ row, incomplete, first }: RowCost): JsonLimits {
  return {
    rows: Math.min(mostQuickRows, Math.floor(quickCost / row)),
    incomplete: first > quickCost ? 0 : Math.min(mostQuickIncomplete, Math.floor(quickCost / (row + incomplete))),
    compared: quickComparisons,
  };
}

/** Returns the rows that are predicted at a time, in which every row may lack inputs. */
export function pieceRowsOf({ row, incomplete }: RowCost): number {
  return Math.max(1, Math.min(mostPieceRows, Math.floor(pieceCost / (row + incomplete))));
}

export function explainedRowsOf({ row, incomplete }: RowCost): number {
  return Math.max(1, Math.min(mostExplainedRows, Math.floor(pieceCost / (explanationCost * row + incomplete))));
}
