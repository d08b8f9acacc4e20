import type { JsonValue, TableColumn, WrittenRows } from './types.ts';

/** How rows are written: lists of cells, objects by column name, or each object in a line of its own. */
export type RowShape = 'lists' | 'objects' | 'lines';

export interface RowLimits {
  maxRows: number;
  /** Maximum bytes of all rows. */
  maxBytes: number;
}

/** Small enough that whoever passes a piece on, or parses it, needs a millisecond. */
const pieceLength = 128 * 1024;

/** Writes rows as JSON until a limit is reached. */
export class RowWriter {
  readonly #names: string[] | undefined;
  readonly #limits: RowLimits;
  readonly #between: string;
  readonly #pieces: Uint8Array[] = [];
  #texts: string[] = [];
  #length = 0;
  #bytes = 0;
  #rowCount = 0;
  #cutBy: WrittenRows['cutBy'];

  /** @param names of the columns, each once */
  constructor(names: readonly string[], shape: RowShape, limits: RowLimits) {
    this.#names = shape === 'lists' ? undefined : names.map((name) => JSON.stringify(name));
    this.#between = shape === 'lines' ? '\n' : ',';
    this.#limits = limits;
  }

  /** Returns false, and takes nothing, when a limit is reached. */
  add(cells: readonly (JsonValue | undefined)[]): boolean {
    if (this.#rowCount === this.#limits.maxRows) this.#cutBy = 'rows';
    if (this.#cutBy !== undefined) return false;
    const text = this.#write(cells);
    const bytes = Buffer.byteLength(text) + 1;
    if (this.#bytes + bytes > this.#limits.maxBytes) {
      this.#cutBy = 'bytes';
      return false;
    }
    this.#texts.push(text);
    this.#length += text.length;
    this.#bytes += bytes;
    this.#rowCount += 1;
    if (this.#length >= pieceLength) this.#finishPiece();
    return true;
  }

  /** Returns the finished pieces, each once. */
  takePieces(): Uint8Array[] {
    return this.#pieces.splice(0);
  }

  /** Finishes the last piece. */
  end(): Omit<WrittenRows, 'pieces'> {
    if (this.#texts.length > 0) this.#finishPiece();
    return { rowCount: this.#rowCount, cutBy: this.#cutBy };
  }

  #write(cells: readonly (JsonValue | undefined)[]): string {
    const names = this.#names;
    if (names === undefined) return JSON.stringify(cells);
    const fields = cells.map((cell, index) => `${names[index]}:${JSON.stringify(cell ?? null)}`);
    return `{${fields.join(',')}}`;
  }

  #finishPiece(): void {
    this.#pieces.push(Buffer.from(this.#texts.join(this.#between)));
    this.#texts = [];
    this.#length = 0;
  }
}

/** Parses written lists or objects, piece by piece, with turns of everybody else between. */
export async function parseRows<Row>(pieces: readonly Uint8Array[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const piece of pieces) {
    for (const row of JSON.parse(`[${Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString()}]`))
      rows.push(row);
    if (pieces.length > 1) await new Promise(setImmediate);
  }
  return rows;
}

/** Renames repeated column names, so that no value is lost: the second `a` becomes `a_2`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return names.map((name) => {
    let own = name;
    for (let count = next.get(name) ?? 2; taken.has(own); count += 1) {
      own = `${name}_${count}`;
      next.set(name, count + 1);
    }
    taken.add(own);
    return own;
  });
}

/** Names the columns of an answer: objects have each name once. */
export function nameColumns(columns: TableColumn[], shape: RowShape): TableColumn[] {
  if (shape === 'lists') return columns;
  const names = distinctNames(columns.map(({ name }) => name));
  return columns.map((column, index) => ({ ...column, name: names[index] }));
}
