import type { PlacedEncoder } from '../encoding/frame.ts';
import type { TableSource } from '../table.ts';
import type { BinWriter } from '../trees/binning/bin-writer.ts';
import type { BinnedFeature, TreeFeature } from '../trees/state/binned-features.ts';
import { type ColumnReader, encoderOf } from './read-input.ts';

export interface Filling {
  source: TableSource;
  writer: BinWriter;
  plans: readonly BinnedFeature[];
  /** One for each input. */
  readers: readonly ColumnReader[];
  encoders: readonly PlacedEncoder[];
  /** 1 for each row of the source that is written. */
  isKept: Uint8Array;
  /** Called with the share of cells read; ends the reading by resolving with false. */
  goesOn(share: number): Promise<boolean>;
}

/** Columns read at a time: more take more memory, fewer read the table more often. */
const columnsAtOnce = 64;
const chunksBetweenReports = 16;

/** Reads the kept rows of all inputs into bins, from row 0 on. Returns false when it was ended. */
export async function fillBins(filling: Filling): Promise<boolean> {
  const { readers, source } = filling;
  for (let first = 0; first < readers.length; first += columnsAtOnce) {
    const inputs = [...readers.keys()].slice(first, first + columnsAtOnce);
    const columns = inputs.map((input) => openInput(filling, input));
    let [row, written, chunks] = [0, 0, 0];
    for await (const chunk of source.readChunks(inputs.map((input) => readers[input].reading))) {
      const picked = pickKept(filling.isKept, row, chunk.rowCount);
      for (const [place, write] of columns.entries()) write(chunk.columns[place], picked, written);
      row += chunk.rowCount;
      written += picked.length;
      if (++chunks % chunksBetweenReports !== 0) continue;
      const share = (first + inputs.length * (row / source.rowCount)) / readers.length;
      if (!(await filling.goesOn(share))) return false;
    }
  }
  return true;
}

/** Places of kept rows within the chunk that begins at `row`. */
export function pickKept(isKept: Uint8Array, row: number, count: number): Int32Array {
  const picked = new Int32Array(count);
  let found = 0;
  for (let index = 0; index < count; index++) if (isKept[row + index] === 1) picked[found++] = index;
  return picked.subarray(0, found);
}

function openInput({ writer, plans, readers, encoders }: Filling, input: number) {
  const own = encoders.filter((placed) => placed.input === input);
  const features = own.flatMap(({ slot, encoder }) => encoder.features.map((_, place) => slot + place));
  const encode = encoderOf(
    readers[input],
    own.map(({ encoder }) => encoder),
  );
  let slots: Float64Array[] = [];
  return (cells: Parameters<typeof encode>[0], picked: Int32Array, start: number): void => {
    if (!slots.every(({ length }) => length === picked.length) || slots.length === 0)
      slots = features.map(() => new Float64Array(picked.length));
    encode(cells, picked, slots);
    for (const [place, feature] of features.entries())
      writer.write(feature, start, cellsFor(plans[feature], slots[place]));
  };
}

/** Encoded cells in the form that is cut into bins. */
export function cellsFor(plan: BinnedFeature, values: Float64Array): TreeFeature {
  const { name } = plan;
  if (plan.kind === 'number') return { name, kind: 'number', values };
  const codes = Int32Array.from(values, (value) => (Number.isNaN(value) ? -1 : value));
  return { name, kind: 'category', codes, categoryCount: plan.bins.length };
}
