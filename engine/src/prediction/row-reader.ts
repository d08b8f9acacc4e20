import { CellError, readNumericCell, readTextCell } from '../columns/cells.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import { createSpeller } from '../columns/spellings.ts';
import type { Encoder } from '../encoding/encoder.ts';
import type { PlacedEncoder } from '../encoding/frame.ts';
import type { CellProblem } from '../model.ts';

export type Row = Readonly<Record<string, unknown>>;

/** One input column with all encoders that read it. */
interface InputReader {
  profile: ColumnProfile;
  isNumeric: boolean;
  /** Every object has a `constructor`; a row has it only when the caller gave it. */
  isInherited: boolean;
  spell(text: string): string;
  encoders: { encoder: Encoder; slot: number }[];
}

/** Reads rows as JSON gives them into encoded rows. */
export interface RowReader {
  /** Writes the slots of one row from `start`; cells that cannot be read are pushed to `problems` under number `index`. */
  read(row: Row, index: number, encoded: Float64Array, start: number, problems: CellProblem[]): void;
}

const numericKinds = new Set(['number', 'boolean', 'datetime']);

export function createRowReader(profiles: readonly ColumnProfile[], encoders: readonly PlacedEncoder[]): RowReader {
  const readers: InputReader[] = profiles.map((profile, input) => ({
    profile,
    isNumeric: numericKinds.has(profile.kind),
    isInherited: profile.name in Object.prototype,
    spell: createSpeller(profile.spellings),
    encoders: encoders.filter((placed) => placed.input === input),
  }));
  return {
    read(row, index, encoded, start, problems) {
      for (const reader of readers) {
        const { name } = reader.profile;
        const cell = reader.isInherited && !Object.hasOwn(row, name) ? undefined : row[name];
        const error = reader.isNumeric
          ? readNumber(reader, cell, encoded, start)
          : readText(reader, cell, encoded, start);
        if (error) problems.push({ row: index, column: name, detail: error.detail });
      }
    },
  };
}

function readNumber(reader: InputReader, cell: unknown, encoded: Float64Array, start: number): CellError | undefined {
  const value = readNumericCell(reader.profile, cell);
  if (value instanceof CellError) return value;
  for (const { encoder, slot } of reader.encoders) encoder.encode(value, undefined, encoded, start + slot);
  return undefined;
}

function readText(reader: InputReader, cell: unknown, encoded: Float64Array, start: number): CellError | undefined {
  const text = readTextCell(cell);
  if (text instanceof CellError) return text;
  const spelt = text === undefined ? undefined : reader.spell(text);
  for (const { encoder, slot } of reader.encoders) encoder.encode(Number.NaN, spelt, encoded, start + slot);
  return undefined;
}
