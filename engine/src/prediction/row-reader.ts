import {
  CellError,
  createNumericReader,
  createTextReader,
  type NumericReader,
  type TextReader,
} from '../columns/cells.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import { createFinder } from '../columns/spellings.ts';
import type { Encoder } from '../encoding/encoder.ts';
import type { PlacedEncoder } from '../encoding/frame.ts';
import type { CellProblem } from '../model.ts';

export type Row = Readonly<Record<string, unknown>>;

/** One input column with all encoders that read it. */
interface InputReader {
  name: string;
  /** Undefined for categories and texts. */
  readNumber: NumericReader | undefined;
  readText: TextReader;
  /** Every object has a `constructor`; a row has it only when the caller gave it. */
  isInherited: boolean;
  find(text: string): string;
  encoders: { encoder: Encoder; slot: number }[];
}

/** Reads rows as JSON gives them into encoded rows. */
export interface RowReader {
  /** Writes the slots of one row from `start`; cells that cannot be read are pushed to `problems` under number `index`. */
  read(row: Row, index: number, encoded: Float64Array, start: number, problems: CellProblem[]): void;
}

const numericKinds = new Set(['number', 'boolean', 'datetime']);

export function createRowReader(profiles: readonly ColumnProfile[], encoders: readonly PlacedEncoder[]): RowReader {
  const readers = profiles.map((profile, input) =>
    readerOf(
      profile,
      encoders.filter((placed) => placed.input === input),
    ),
  );
  return {
    read(row, index, encoded, start, problems) {
      for (const reader of readers) {
        const { name } = reader;
        const cell = reader.isInherited && !Object.hasOwn(row, name) ? undefined : row[name];
        const error = reader.readNumber
          ? readNumber(reader, reader.readNumber, cell, encoded, start)
          : readText(reader, cell, encoded, start);
        if (error) problems.push({ row: index, column: name, detail: error.detail });
      }
    },
  };
}

function readerOf({ name, kind, reading, spellings }: ColumnProfile, encoders: InputReader['encoders']): InputReader {
  const categories = new Set(encoders.flatMap(({ encoder }) => encoder.categories ?? []));
  return {
    name,
    readNumber: numericKinds.has(kind) ? createNumericReader(reading) : undefined,
    readText: createTextReader(reading),
    isInherited: name in Object.prototype,
    find: kind === 'category' ? createFinder(spellings, categories) : (text) => text,
    encoders,
  };
}

function readNumber(
  { encoders }: InputReader,
  read: NumericReader,
  cell: unknown,
  encoded: Float64Array,
  start: number,
): CellError | undefined {
  const value = read(cell);
  if (value instanceof CellError) return value;
  for (const { encoder, slot } of encoders) encoder.encode(value, undefined, encoded, start + slot);
  return undefined;
}

function readText(reader: InputReader, cell: unknown, encoded: Float64Array, start: number): CellError | undefined {
  const text = reader.readText(cell);
  if (text instanceof CellError) return text;
  const spelt = text === undefined ? undefined : reader.find(text);
  for (const { encoder, slot } of reader.encoders) encoder.encode(Number.NaN, spelt, encoded, start + slot);
  return undefined;
}
