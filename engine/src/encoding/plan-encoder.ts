import type { Field } from '../columns/fields.ts';
import { calendarPart, calendarParts } from './calendar.ts';
import { type Encoder, encodeCalendar, encodeCategory, encodeNumber } from './encoder.ts';

/** Most categories with a code of their own; forests give a bin to the most frequent of them. */
const mostCategories = 20_000;
/** Number of categories from which on those that training did not see count as rare, not as missing. */
const manyCategories = 250;

/** Chooses the encoder of a field without looking at the target. Undefined for fields that need the target. */
export function planEncoder(field: Field, input: number): Encoder | undefined {
  const { name, kind } = field.profile;
  if (field.type === 'numeric') {
    if (kind !== 'datetime') return encodeNumber(name, input);
    return encodeCalendar(
      name,
      input,
      calendarParts.filter((part) => varies(field.values, (value) => calendarPart(part, value))),
    );
  }
  if (kind !== 'category') return undefined;
  const hasRest = field.texts.length > manyCategories;
  return encodeCategory(name, input, field.texts.slice(0, mostCategories), hasRest);
}

function varies(values: Float64Array, part: (value: number) => number): boolean {
  let first = Number.NaN;
  for (const value of values) {
    const here = part(value);
    if (Number.isNaN(first)) first = here;
    else if (!Number.isNaN(here) && here !== first) return true;
  }
  return false;
}

/** Encodes all rows of a field: one column for each slot. */
export function encodeField(field: Field, encoder: Encoder): Float64Array[] {
  const rowCount = field.type === 'numeric' ? field.values.length : field.codes.length;
  const columns = encoder.features.map(() => new Float64Array(rowCount));
  const slots = new Float64Array(columns.length);
  for (let row = 0; row < rowCount; row++) {
    if (field.type === 'numeric') encoder.encode(field.values[row], undefined, slots, 0);
    else encoder.encode(Number.NaN, field.codes[row] < 0 ? undefined : field.texts[field.codes[row]], slots, 0);
    for (let slot = 0; slot < slots.length; slot++) columns[slot][row] = slots[slot];
  }
  return columns;
}
