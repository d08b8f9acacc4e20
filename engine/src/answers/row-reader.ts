import {
  CellError,
  createNumericReader,
  createTextReader,
  type NumericReader,
  type TextReader,
} from '../columns/cells.ts';
import { numericKinds } from '../columns/fields.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import { createFinder } from '../columns/spellings.ts';
import type { Encoder } from '../encoding/encoder.ts';
import type { PlacedEncoder } from '../encoding/frame.ts';
import type { CellProblem } from '../model.ts';
import { isNumeric } from '../readings/reading.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Inputs of a row that have no cell, and categories that training never saw. */
export interface RowGaps {
  missing: number[];
  unseen: { input: number; text: string }[];
}

/** One input column with all encoders that read it. */
export interface InputReader {
  input: number;
  name: string;
  /** Undefined for categories and texts. */
  readNumber: NumericReader | undefined;
  /** Whether JSON numbers are taken as they are. */
  takesNumbers: boolean;
  readText: TextReader;
  /** Every object has a `constructor`; a row has it only when the caller gave it. */
  isInherited: boolean;
  find(text: string): string;
  /** Whether training saw a category; true of all texts. */
  knows(text: string): boolean;
  /** The column is a boolean written as words, so another word is one that training never saw. */
  isOfTwoWords: boolean;
  encoders: { encoder: Encoder; slot: number }[];
  /** All slots that they write. */
  slots: number[];
}

/** Reads rows as JSON gives them into encoded rows. */
export interface RowReader {
  readonly inputs: readonly InputReader[];
  /**
   * Writes the slots of one row from `start`. Pushes cells that cannot be read to `problems` under row `index`. Returns
   * the missing and unseen inputs, if any.
   */
  read(row: Row, index: number, encoded: Float64Array, start: number, problems: CellProblem[]): RowGaps | undefined;
}

export function createRowReader(profiles: readonly ColumnProfile[], encoders: readonly PlacedEncoder[]): RowReader {
  const byInput: InputReader['encoders'][] = profiles.map(() => []);
  for (const { input, encoder, slot } of encoders) byInput[input].push({ encoder, slot });
  const readers = profiles.map((profile, input) => readerOf(profile, input, byInput[input]));
  return {
    inputs: readers,
    read(row, index, encoded, start, problems) {
      let gaps: RowGaps | undefined;
      for (const reader of readers) {
        const { name } = reader;
        const cell = reader.isInherited && !Object.hasOwn(row, name) ? undefined : row[name];
        const found = readCell(reader, cell, encoded, start);
        if (found === undefined) continue;
        if (found instanceof CellError) problems.push({ row: index, column: name, detail: found.detail });
        else {
          gaps ??= { missing: [], unseen: [] };
          addGap(gaps, reader, found);
        }
      }
      return gaps;
    },
  };
}

/** Writes the slots of one cell; tells what is wrong or unknown about it. */
export function readCell(reader: InputReader, cell: unknown, encoded: Float64Array, start: number): Found {
  return reader.readNumber
    ? readNumber(reader, reader.readNumber, cell, encoded, start)
    : readText(reader, cell, encoded, start);
}

export function addGap(gaps: RowGaps, { input }: InputReader, found: Gap): void {
  if (found === missing) gaps.missing.push(input);
  else gaps.unseen.push({ input, text: found.unseen });
}

function readerOf(
  { name, kind, reading, spellings }: ColumnProfile,
  input: number,
  encoders: InputReader['encoders'],
): InputReader {
  const categories = new Set(encoders.flatMap(({ encoder }) => encoder.categories ?? []));
  const knowing = encoders.flatMap(({ encoder }) => (encoder.knows ? [encoder.knows] : []));
  return {
    input,
    name,
    readNumber: numericKinds.has(kind) ? createNumericReader(reading) : undefined,
    takesNumbers: numericKinds.has(kind) && isNumeric(reading) && reading.blanks.length === 0,
    readText: createTextReader(reading),
    isInherited: name in Object.prototype,
    knows: (text) => knowing.every((knows) => knows(text)),
    find: kind === 'category' ? createFinder(spellings, categories) : (text) => text,
    isOfTwoWords: kind === 'boolean' && reading.type === 'text',
    encoders,
    slots: encoders.flatMap(({ slot, encoder }) => encoder.features.map((_, index) => slot + index)),
  };
}

const missing = Symbol('missing');
type Gap = typeof missing | { unseen: string };
export type Found = CellError | Gap | undefined;

function readNumber(
  { encoders, isOfTwoWords, readText }: InputReader,
  read: NumericReader,
  cell: unknown,
  encoded: Float64Array,
  start: number,
): Found {
  const value = read(cell);
  if (value instanceof CellError) return value;
  for (const { encoder, slot } of encoders) encoder.encode(value, undefined, encoded, start + slot);
  if (!Number.isNaN(value)) return undefined;
  const word = isOfTwoWords ? readText(cell) : undefined;
  return typeof word === 'string' ? { unseen: word } : missing;
}

function readText(reader: InputReader, cell: unknown, encoded: Float64Array, start: number): Found {
  const text = reader.readText(cell);
  if (text instanceof CellError) return text;
  const spelt = text === undefined ? undefined : reader.find(text);
  for (const { encoder, slot } of reader.encoders) encoder.encode(Number.NaN, spelt, encoded, start + slot);
  if (spelt === undefined) return missing;
  return reader.knows(spelt) ? undefined : { unseen: spelt };
}
