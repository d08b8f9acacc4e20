import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncodedRows } from '@sibyl/engine/elsewhere/encode-rows.ts';

/** Cells of a file: 32 MB in single precision, which a worker of the cluster holds at a time. */
const mostCells = 8_000_000;
/** A table becomes about this many files, so that many workers have something to do. */
const wantedParts = 16;
/** As many rows as may be added at once. */
const fewestRows = 4096;
/** Columns before the features. */
const leading = 2;
/** A multiple of 64 that holds any shape. */
const headerBytes = 128;

/** Writes encoded rows into files of NumPy (`.npy`, format 1.0), row-major in single precision. */
export class PartWriter {
  readonly #folder: string;
  readonly #width: number;
  readonly #rowsOfPart: number;
  /** Room for two files, so that the last one is never shorter than the others. */
  readonly #cells: Float32Array;
  #rows = 0;
  #parts = 0;

  constructor(folder: string, { features, rowCount }: { features: number; rowCount: number }) {
    this.#folder = folder;
    this.#width = features + leading;
    const most = Math.floor(mostCells / this.#width);
    this.#rowsOfPart = Math.max(fewestRows, Math.min(most, Math.ceil(rowCount / wantedParts)));
    this.#cells = new Float32Array(2 * this.#rowsOfPart * this.#width);
  }

  /** Returns the path of a file that is full; at most 4,096 rows are added at once. */
  async add({ rowCount, cells }: EncodedRows): Promise<string | undefined> {
    const full = this.#rows + rowCount > 2 * this.#rowsOfPart ? await this.#write(this.#rowsOfPart) : undefined;
    this.#cells.set(cells, this.#rows * this.#width);
    this.#rows += rowCount;
    return full;
  }

  /** Returns the path of the last file; undefined when there are no rows. */
  async end(): Promise<string | undefined> {
    return this.#rows > 0 ? this.#write(this.#rows) : undefined;
  }

  async #write(rows: number): Promise<string> {
    const path = join(this.#folder, `rows-${String(this.#parts).padStart(5, '0')}.npy`);
    const count = rows * this.#width;
    await using file = await open(path, 'w');
    await file.write(headerOf(rows, this.#width));
    const { buffer, byteOffset } = this.#cells;
    await file.writeFile(new Uint8Array(buffer, byteOffset, count * Float32Array.BYTES_PER_ELEMENT));
    this.#cells.copyWithin(0, count, this.#rows * this.#width);
    this.#rows -= rows;
    this.#parts += 1;
    return path;
  }
}

/** The header of NumPy's format 1.0 (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html). */
function headerOf(rows: number, columns: number): Buffer {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`;
  const header = Buffer.alloc(headerBytes, ' ');
  header.write('\x93NUMPY\x01\x00', 'latin1');
  header.writeUInt16LE(headerBytes - 10, 8);
  header.write(text, 10, 'latin1');
  header.write('\n', headerBytes - 1, 'latin1');
  return header;
}
