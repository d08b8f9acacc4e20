import type { JsonPiece } from '@sibyl/engine/json-rows/json-rows.ts';
import type { Predictions } from '@sibyl/engine/model.ts';
import { type DrawnRow, type Picks, shortCell } from './picks.ts';
import type { AskedCells } from './predict-request.ts';

/** Notes rows that came as objects. */
export function noteRows(picks: Picks, rows: readonly AskedCells[], predictions: Predictions): void {
  picks.note(rows.length, (row) => {
    const asked = rows[row];
    const cells = picks.columns.map((column) => (Object.hasOwn(asked, column) ? shortCell(asked[column]) : undefined));
    return drawn(cells, predictions, row);
  });
}

interface PieceAnswers {
  predictions: Predictions;
  /** Place of each column in a row of the piece. */
  places: ReadonlyMap<string, number>;
}

/** Notes rows that are read where they lie; only those that are drawn become values. */
export function notePiece(picks: Picks, piece: JsonPiece, { predictions, places }: PieceAnswers): void {
  picks.note(piece.count, (row) => {
    const cells = picks.columns.map((column) => {
      const place = places.get(column);
      return place === undefined ? undefined : cellOf(piece, row * piece.width + place);
    });
    return drawn(cells, predictions, row);
  });
}

function cellOf(piece: JsonPiece, cell: number): unknown {
  const number = piece.numbers[cell];
  return Number.isNaN(number) ? shortCell(piece.cellOf(cell)) : number;
}

function drawn(cells: unknown[], predictions: Predictions, row: number): Omit<DrawnRow, 'key'> {
  const { values, confidence, lower, upper } = predictions;
  const bounds = { lower: lower?.[row] ?? Number.NaN, upper: upper?.[row] ?? Number.NaN };
  return { cells, value: values[row], confidence: confidence[row], ...bounds };
}
