/** The cells that rows may have, prepared for the kernel. */
export interface CellNames {
  /** Number of cells kept of each row; those of the other names share one place behind them. */
  keptCount: number;
  nameCount: number;
  /** Blocks of 16 bytes of the names, as JSON with the quote behind them, each followed by a mask of the bytes that count. */
  blocks: Uint8Array;
  /** Of each name: start of its blocks, length, number of its cell, 0. */
  entries: Int32Array;
}

const blockBytes = 16;

/** `kept` are the cells to read, in order; `others` may be there too. */
export function prepareNames(kept: readonly string[], others: readonly string[]): CellNames {
  const encoder = new TextEncoder();
  const names = [...kept, ...others].map((name) => encoder.encode(JSON.stringify(name).slice(1)));
  const blocksOf = (name: Uint8Array) => Math.ceil(name.length / blockBytes);
  const blocks = new Uint8Array(names.reduce((sum, name) => sum + blocksOf(name), 0) * 2 * blockBytes);
  const entries = new Int32Array(names.length * 4);
  let start = 0;
  for (const [index, name] of names.entries()) {
    entries.set([start, name.length, Math.min(index, kept.length), 0], index * 4);
    for (let at = 0; at < name.length; at += blockBytes, start += 2 * blockBytes) {
      const part = name.subarray(at, at + blockBytes);
      blocks.set(part, start);
      blocks.fill(255, start + blockBytes, start + blockBytes + part.length);
    }
  }
  return { keptCount: kept.length, nameCount: names.length, blocks, entries };
}
