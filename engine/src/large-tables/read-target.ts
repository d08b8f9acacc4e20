import type { ClassLabel } from '../description.ts';
import type { ChunkCells, TableSource } from '../table.ts';
import type { Target } from '../target/target.ts';
import { pickKept } from './fill-bins.ts';
import type { ColumnReader } from './read-input.ts';

export interface TargetReading {
  source: TableSource;
  target: Pick<Target, 'classes' | 'profile'>;
  reader: ColumnReader;
  /** 1 for each wanted row; set to 0 where the target is missing or of a class that the sample lacks. */
  isKept: Uint8Array;
  /** Receives the targets of the kept rows one after another. */
  into: Float64Array;
  pause(): Promise<void>;
}

/** Reads the target of all rows; returns how many rows are kept. */
export async function readAllTargets({ source, target, reader, isKept, into, pause }: TargetReading): Promise<number> {
  const readTarget = targetReaderOf(target, reader);
  let [row, kept] = [0, 0];
  for await (const { rowCount, columns } of source.readChunks([reader.reading])) {
    const [cells] = columns;
    for (const index of pickKept(isKept, row, rowCount)) {
      const value = readTarget(cells, index);
      if (Number.isNaN(value)) isKept[row + index] = 0;
      else into[kept++] = value;
    }
    row += rowCount;
    await pause();
  }
  return kept;
}

/** Returns a function that reads a target: a number or a class, NaN where it is missing or unknown. */
export function targetReaderOf(
  { classes, profile }: TargetReading['target'],
  reader: ColumnReader,
): (cells: ChunkCells, index: number) => number {
  const indexOf = classes && new Map(classes.map((label, index) => [numberOf(label), index]));
  const readsText = reader.reading.as !== 'numbers' && profile.kind === 'category';
  return (cells, index) => {
    const cell = readsText ? (reader.textAt(cells, index) ?? Number.NaN) : reader.valueAt(cells, index);
    return indexOf ? (indexOf.get(cell) ?? Number.NaN) : Number(cell);
  };
}

/** Returns the number of a label; booleans become 0 and 1. */
function numberOf(label: ClassLabel): string | number {
  return typeof label === 'boolean' ? Number(label) : label;
}
