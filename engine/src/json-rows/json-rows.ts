import type { RowPiece } from '../model.ts';
import type { CellNames } from './names.ts';
import { margin, placeBytes, type Scratch } from './scratch.ts';

/** Maximum bytes of a text that is read so. */
const mostTextBytes = 32 * 1024 * 1024;
/** Maximum cells of a piece. */
const mostCells = 1_000_000;
/** Bytes that JSON allows between its parts. */
const blanks = new Set([0x09, 0x0a, 0x0d, 0x20]);
/** In the place of a number: the text is not written as JavaScript writes it. */
const odd = Number.NEGATIVE_INFINITY;

/** A JSON array of flat objects, read where it lies in memory, on the scratch of this thread. */
export class JsonRows {
  readonly #scratch: Scratch;
  readonly #names: CellNames;
  readonly #namesAt: number;
  readonly #end: number;
  readonly #piecesFrom: number;
  #at: number;

  private constructor(scratch: Scratch, names: CellNames, text: Uint8Array, start: number) {
    const { arena } = scratch;
    this.#scratch = scratch;
    this.#names = names;
    const blocks = arena.allocate(names.blocks.length + margin);
    arena.bytes(blocks, names.blocks.length).set(names.blocks);
    this.#namesAt = arena.allocate(names.entries.byteLength);
    const entries = arena.integers(this.#namesAt, names.entries.length);
    entries.set(names.entries);
    for (let name = 0; name < names.count; name++) entries[name * 4] += blocks;
    const address = arena.allocate(text.length + margin);
    const bytes = arena.bytes(address, text.length + margin);
    bytes.set(text);
    bytes.fill(0, text.length);
    this.#at = address + start;
    this.#end = address + text.length;
    this.#piecesFrom = arena.mark();
  }

  /** Begins to read UTF-8 bytes; what is on the scratch stays. Undefined when they are no array or too long. */
  static open(scratch: Scratch, text: Uint8Array, names: CellNames): JsonRows | undefined {
    const start = text.findIndex((byte) => !blanks.has(byte)) + 1;
    if (start === 0 || text[start - 1] !== 0x5b || text.length > mostTextBytes) return undefined;
    return new JsonRows(scratch, names, text, start);
  }

  /** Reads up to `most` rows, at least one. Undefined when the array has other rows than flat ones of known names. */
  read(most: number): JsonPiece | undefined {
    const { arena, kernel, powers, report } = this.#scratch;
    arena.release(this.#piecesFrom);
    const width = this.#names.count;
    const rows = Math.min(most, Math.ceil((this.#end - this.#at) / 2));
    if (rows * width > mostCells || rows === 0) return undefined;
    const cells = arena.allocate(rows * width * 8);
    const numbersAt = arena.allocate(rows * width * 8);
    const count = kernel.readRows(this.#at, this.#namesAt, width, powers, cells, numbersAt, rows, report);
    const [next, isLast, oddCells] = arena.integers(report, 3);
    if (count < 0 || (isLast === 1 && next !== this.#end)) return undefined;
    this.#at = next;
    const piece = new JsonPiece(this.#scratch, { cells, numbers: numbersAt, count, width, isLast: isLast === 1 });
    return oddCells === 0 || piece.rewriteOddCells() ? piece : undefined;
  }
}
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Some rows of a JSON array; valid until the next piece is read. */
export class JsonPiece implements RowPiece {
  readonly #scratch: Scratch;
  readonly count: number;
  readonly width: number;
  /** Address of `spans`. */
  readonly cells: number;
  /** Start and end of the text of each cell, row by row; 0 where there is none. */
  readonly spans: Int32Array;
  readonly numbers: Float64Array;
  readonly isLast: boolean;

  constructor(scratch: Scratch, at: { cells: number; numbers: number; count: number; width: number; isLast: boolean }) {
    this.#scratch = scratch;
    this.count = at.count;
    this.width = at.width;
    this.isLast = at.isLast;
    this.cells = at.cells;
    this.spans = scratch.arena.integers(at.cells, at.count * at.width * 2);
    this.numbers = scratch.arena.doubles(at.numbers, at.count * at.width);
  }

  cellOf(cell: number): unknown {
    const start = this.spans[2 * cell];
    if (start === 0) return undefined;
    return JSON.parse(decoder.decode(this.#scratch.arena.bytes(start, this.spans[2 * cell + 1] - start).slice()));
  }

  numberTexts(column: number, meet: (number: number, cell: number) => void): Int32Array {
    const { arena, kernel } = this.#scratch;
    const { count, width } = this;
    const slots = 2 ** Math.ceil(Math.log2(2 * count));
    const mark = arena.mark();
    const table = arena.allocate((slots + 1) * 16);
    const codes = arena.allocate(count * 4);
    arena.bytes(table, (slots + 1) * 16).fill(0);
    const first = this.cells + column * 8;
    let met = 0;
    for (let row = 0; row < count; row++) {
      row = kernel.numberTexts(first, width * 8, row, count, table, slots - 1, codes);
      if (row < count) meet(met++, row * width + column);
    }
    arena.release(mark);
    return arena.integers(codes, count).slice();
  }

  /**
   * Gives numbers with exponents or many digits and texts with escapes the form in which JavaScript writes them. Returns
   * false where one is not allowed.
   */
  rewriteOddCells(): boolean {
    const { numbers, spans } = this;
    for (let cell = 0; cell < numbers.length; cell++) {
      if (numbers[cell] !== odd) continue;
      let value: unknown;
      try {
        value = this.cellOf(cell);
      } catch {
        return false;
      }
      if (typeof value === 'number' ? !Number.isFinite(value) : !isText(value)) return false;
      numbers[cell] = typeof value === 'number' ? value : Number.NaN;
      const bytes = encoder.encode(JSON.stringify(value));
      spans[2 * cell] = placeBytes(this.#scratch, bytes);
      spans[2 * cell + 1] = spans[2 * cell] + bytes.length;
    }
    return true;
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}
