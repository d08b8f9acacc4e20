import { type InputReader, readCell } from '../answers/row-reader.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import { isMoment, isNumeric } from '../readings/reading.ts';

/** A cell as JSON has it: null where it is missing, undefined where none can be found. */
export type ShownCell = string | number | boolean | null | undefined;

/**
 * Returns a function that finds the cell of an input in an encoded row, and writes what that cell is encoded to: stored
 * numbers are rounded slot by slot, so the parts of a date need not fit each other. No cell is found for texts. `scratch` has the
 * length of a row.
 */
export function createDecoder(
  input: InputReader,
  profile: ColumnProfile,
  scratch: Float64Array,
): (encoded: Float64Array) => ShownCell {
  const { slots } = input;
  // Plain numbers are encoded as they are.
  if (input.takesNumbers && slots.length === 1)
    return (encoded) => (Number.isNaN(encoded[slots[0]]) ? null : encoded[slots[0]]);
  const known = new Map<string, { cell: ShownCell; values: Float64Array }>();
  return (encoded) => {
    const key = slots.map((slot) => encoded[slot]).join();
    const found = known.get(key) ?? findCell(input, profile, encoded, scratch);
    known.set(key, found);
    for (const [place, slot] of slots.entries()) encoded[slot] = found.values[place];
    return found.cell;
  };
}

function findCell(input: InputReader, profile: ColumnProfile, encoded: Float64Array, scratch: Float64Array) {
  const values = valuesOf(input, encoded);
  if (values.every(Number.isNaN)) return { cell: null, values };
  // The rarest categories share a code, and are told apart by the statistics that follow it.
  const coded = input.encoders.length > 1 ? (input.encoders[0].encoder.categories?.length ?? 0) : 0;
  for (const { encoder, slot } of input.encoders) {
    const value = encoder.decode?.(encoded, slot, coded);
    if (value === undefined) continue;
    const cell = typeof value === 'string' ? value : showNumber(value, profile);
    if (readCell(input, cell, scratch, 0) === undefined) return { cell, values: valuesOf(input, scratch) };
  }
  return { cell: undefined, values };
}

function valuesOf({ slots }: InputReader, encoded: Float64Array): Float64Array {
  return Float64Array.from(slots, (slot) => encoded[slot]);
}

/** Writes a number, a boolean or a moment (milliseconds since 1970 UTC) as a cell of its column. */
function showNumber(value: number, { kind, reading, words }: ColumnProfile): ShownCell {
  if (isNumeric(reading)) return value;
  if (kind === 'boolean') return words ? words[value] : value === 1;
  if (!isMoment(reading) || !(Math.abs(value) <= 8.64e15)) return undefined;
  const moment = new Date(value).toISOString();
  return reading.type === 'date' ? moment.slice(0, 10) : moment;
}
