import { clampFinite, createCleaner, createNumericReader } from '../columns/cells.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import { createSpeller } from '../columns/spellings.ts';
import type { Encoder } from '../encoding/encoder.ts';
import type { ChunkCells, ColumnReading } from '../table.ts';
import type { LargeTable } from './large-table.ts';

/** How a column is read from the whole table. */
export interface ColumnReader {
  reading: ColumnReading;
  /** The number or the text (undefined: missing) of a cell. */
  valueAt(cells: ChunkCells, index: number): number;
  textAt(cells: ChunkCells, index: number): string | undefined;
}

/** A text that no table contains; it represents all texts that the sample lacks. */
const unseen = '\u0000 unseen';

/** Categories are read as codes into the sample's dictionary, parsed columns and free text as texts. */
export function readerOf({ dictionaries }: LargeTable, profile: ColumnProfile): ColumnReader {
  const { name } = profile;
  const clean = createCleaner(profile.reading);
  const none = { valueAt: () => Number.NaN, textAt: () => undefined };
  const dictionary = dictionaries.get(name);
  if (!dictionary)
    return { ...none, reading: { name, as: 'numbers' }, valueAt: (cells, index) => clampFinite(Number(cells[index])) };
  if (profile.kind === 'category') {
    const spell = createSpeller(profile.spellings);
    const texts = [...dictionary.map((cell) => spellKnown(clean(cell), spell)), unseen];
    return {
      ...none,
      reading: { name, as: 'codes', dictionary },
      textAt: (cells, index) => texts[Number(cells[index])],
    };
  }
  const textAt = (cells: ChunkCells, index: number) => {
    const cell = cells[index];
    return typeof cell === 'string' ? clean(cell) : undefined;
  };
  const isParsed = profile.kind === 'number' || profile.kind === 'boolean' || profile.kind === 'datetime';
  if (!isParsed) return { ...none, reading: { name, as: 'texts' }, textAt };
  const read = createNumericReader(profile.reading);
  return {
    ...none,
    reading: { name, as: 'texts' },
    valueAt(cells, index) {
      const value = read(cells[index]);
      return typeof value === 'number' ? value : Number.NaN;
    },
  };
}

function spellKnown(text: string | undefined, spell: (text: string) => string): string | undefined {
  return text === undefined ? undefined : spell(text);
}

/** Writes the slots of all encoders of one input for the picked rows of a chunk, one column for each slot. */
export type InputEncoder = (cells: ChunkCells, picked: Int32Array, out: readonly Float64Array[]) => void;

export function encoderOf(column: ColumnReader, encoders: readonly Encoder[]): InputEncoder {
  const width = encoders.reduce((sum, { features }) => sum + features.length, 0);
  const slots = new Float64Array(width);
  const encode = (value: number, text: string | undefined) => {
    let slot = 0;
    for (const encoder of encoders) {
      encoder.encode(value, text, slots, slot);
      slot += encoder.features.length;
    }
  };
  const { reading, valueAt, textAt } = column;
  if (reading.as === 'numbers' && encoders.length === 1 && encoders[0].label === 'number') return copyNumbers;
  if (reading.as === 'codes') return encodeCodes(reading.dictionary.length, width, column, encode, slots);
  return (cells, picked, out) => {
    for (let place = 0; place < picked.length; place++) {
      const index = picked[place];
      encode(valueAt(cells, index), reading.as === 'texts' ? textAt(cells, index) : undefined);
      for (let slot = 0; slot < width; slot++) out[slot][place] = slots[slot];
    }
  };
}

/** Copies numbers, as the encoder of a number does. */
function copyNumbers(cells: ChunkCells, picked: Int32Array, [out]: readonly Float64Array[]): void {
  for (let place = 0; place < picked.length; place++) out[place] = clampFinite(Number(cells[picked[place]]));
}

/** Encodes each text of the dictionary once; cells then look up the result. */
function encodeCodes(
  textCount: number,
  width: number,
  { textAt }: ColumnReader,
  encode: (value: number, text: string | undefined) => void,
  slots: Float64Array,
): InputEncoder {
  const [other, missing] = [textCount, textCount + 1];
  const known = new Float64Array((missing + 1) * width);
  const codes = Float64Array.from({ length: missing }, (_, code) => code);
  for (let code = 0; code <= missing; code++) {
    encode(Number.NaN, code <= other ? textAt(codes, code) : undefined);
    known.set(slots, code * width);
  }
  return (cells, picked, out) => {
    for (let place = 0; place < picked.length; place++) {
      const code = Number(cells[picked[place]]);
      const at = (Number.isNaN(code) ? missing : code) * width;
      for (let slot = 0; slot < width; slot++) out[slot][place] = known[at + slot];
    }
  };
}
