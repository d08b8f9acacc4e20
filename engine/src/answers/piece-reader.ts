import { CellError, clampFinite } from '../columns/cells.ts';
import type { RowPiece } from '../model.ts';
import { addGap, type Found, type InputReader, type RowGaps, type RowReader, readCell } from './row-reader.ts';

export interface EncodedRows {
  encoded: Float64Array;
  /** By row, ascending. */
  gaps: ReadonlyMap<number, RowGaps> | undefined;
}

/**
 * Reads rows as `RowReader.read` does: column by column, each distinct
 * text once. Undefined where a cell cannot be read.
 */
export function readPiece(reader: RowReader, piece: RowPiece, featureCount: number): EncodedRows | undefined {
  const encoded = new Float64Array(piece.count * featureCount);
  const gaps: (RowGaps | undefined)[] = [];
  const scratch = new Float64Array(featureCount);
  for (const input of reader.inputs)
    if (!readNumbers(input, piece, encoded, featureCount) && !readTexts(input, piece, encoded, scratch, gaps))
      return undefined;
  const found = [...gaps.entries()].filter((entry): entry is [number, RowGaps] => entry[1] !== undefined);
  return { encoded, gaps: found.length > 0 ? new Map(found) : undefined };
}

/** Returns whether all cells of the column are numbers, and taken as they are. */
function readNumbers(
  { input, takesNumbers, encoders }: InputReader,
  { numbers, count, width }: RowPiece,
  encoded: Float64Array,
  featureCount: number,
): boolean {
  if (!takesNumbers) return false;
  for (let row = 0; row < count; row++) {
    const value = numbers[row * width + input];
    if (Number.isNaN(value)) return false;
    for (const { encoder, slot } of encoders)
      encoder.encode(clampFinite(value), undefined, encoded, row * featureCount + slot);
  }
  return true;
}

/** Returns false where a cell cannot be read. `scratch` is as wide as an encoded row. */
function readTexts(
  reader: InputReader,
  piece: RowPiece,
  encoded: Float64Array,
  scratch: Float64Array,
  gaps: (RowGaps | undefined)[],
): boolean {
  const { slots } = reader;
  const read = (cell: unknown): { found: Found; values: Float64Array } => {
    for (const slot of slots) scratch[slot] = 0;
    const found = readCell(reader, cell, scratch, 0);
    return { found, values: Float64Array.from(slots, (slot) => scratch[slot]) };
  };
  const known: ReturnType<typeof read>[] = [];
  const texts = piece.numberTexts(reader.input, (text, cell) => {
    known[text] = read(piece.cellOf(cell));
  });
  const absent = read(undefined);
  if (known.some(({ found }) => found instanceof CellError)) return false;
  for (let row = 0; row < piece.count; row++) {
    const { found, values } = texts[row] < 0 ? absent : known[texts[row]];
    const start = row * scratch.length;
    for (let place = 0; place < slots.length; place++) encoded[start + slots[place]] = values[place];
    if (found === undefined || found instanceof CellError) continue;
    const sofar = gaps[row] ?? { missing: [], unseen: [] };
    gaps[row] = sofar;
    addGap(sofar, reader, found);
  }
  return true;
}
