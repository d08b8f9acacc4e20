import type { TensorWriter } from '../model-file/tensors.ts';
import { type CalendarPart, calendarPart, momentOfDays } from './calendar.ts';
import type { Feature } from './feature.ts';

/** Turns a cell of one column into slots of the encoded row. Fitted once, then fixed. */
export interface Encoder {
  /** Shown by `describe features`. */
  readonly label: string;
  readonly features: readonly Feature[];
  /** The categories it distinguishes; undefined for words and numbers. */
  readonly categories?: readonly string[];
  /** Writes the slots from `slot` on. `value` for numeric columns (NaN: missing), `text` for the others. */
  encode(value: number, text: string | undefined, vector: Float64Array, slot: number): void;
  /**
   * Returns a value or text that is encoded to these slots; undefined where there is none. Statistics look only at
   * categories from `first` on.
   */
  decode?(vector: Float64Array, slot: number, first: number): number | string | undefined;
  /** For categories: whether training saw the text. */
  knows?(text: string): boolean;
  save(tensors: TensorWriter): unknown;
}

export function encodeNumber(name: string, input: number): Encoder {
  return {
    label: 'number',
    features: [{ name, input, categories: 0 }],
    encode(value, _text, vector, slot) {
      vector[slot] = value;
    },
    decode: (vector, slot) => vector[slot],
    save: () => ({ kind: 'number' }),
  };
}

export function encodeCalendar(name: string, input: number, parts: readonly CalendarPart[]): Encoder {
  return {
    label: 'calendar parts',
    features: parts.map((part) => ({ name: `${name} (${part})`, input, categories: 0 })),
    encode(value, _text, vector, slot) {
      for (let index = 0; index < parts.length; index++) vector[slot + index] = calendarPart(parts[index], value);
    },
    decode: (vector, slot) => (parts.includes('days') ? momentOfDays(vector[slot + parts.indexOf('days')]) : undefined),
    save: () => ({ kind: 'calendar', parts }),
  };
}

/**
 * Encodes categories by position. With `hasRest` all others share one more code; otherwise an unseen one counts as
 * missing.
 */
export function encodeCategory(name: string, input: number, categories: readonly string[], hasRest: boolean): Encoder {
  const codes = new Map(categories.map((category, code) => [category, code]));
  const rest = hasRest ? categories.length : Number.NaN;
  return {
    label: 'category',
    categories,
    features: [{ name, input, categories: categories.length + (hasRest ? 1 : 0) }],
    encode(_value, text, vector, slot) {
      vector[slot] = text === undefined ? Number.NaN : (codes.get(text) ?? rest);
    },
    decode: (vector, slot) => categories[vector[slot]],
    knows: (text) => hasRest || codes.has(text),
    save: () => ({ kind: 'category', categories, hasRest }),
  };
}
