/** The cells that rows may have, in order, prepared for the kernel. */
export interface CellNames {
  count: number;
  /** Blocks of 16 bytes of the names, as JSON with the quote behind them, each followed by a mask of the bytes that count. */
  blocks: Uint8Array;
  /** Of each name: start of its blocks, length, number of its cell, 0. */
  entries: Int32Array;
}

const blockBytes = 16;

/** The cells are called differently. */
export function prepareNames(cells: readonly string[]): CellNames {
  const encoder = new TextEncoder();
  const names = cells.map((name) => encoder.encode(JSON.stringify(name).slice(1)));
  const blocksOf = (name: Uint8Array) => Math.ceil(name.length / blockBytes);
  const blocks = new Uint8Array(names.reduce((sum, name) => sum + blocksOf(name), 0) * 2 * blockBytes);
  const entries = new Int32Array(names.length * 4);
  let start = 0;
  for (const [index, name] of names.entries()) {
    entries.set([start, name.length, index, 0], index * 4);
    for (let at = 0; at < name.length; at += blockBytes, start += 2 * blockBytes) {
      const part = name.subarray(at, at + blockBytes);
      blocks.set(part, start);
      blocks.fill(255, start + blockBytes, start + blockBytes + part.length);
    }
  }
  return { count: names.length, blocks, entries };
}
