import type { TensorWriter } from '../model-file/tensors.ts';
import { type CalendarPart, calendarPart } from './calendar.ts';
import type { Feature } from './feature.ts';

/** Turns one column's cell into slots of the row that models read. Fitted once, then fixed. */
export interface Encoder {
  /** In the words of `describe features`. */
  readonly label: string;
  readonly features: readonly Feature[];
  /** The texts that it tells apart; undefined where it reads words or numbers. */
  readonly categories?: readonly string[];
  /** Writes the slots from `slot` on. `value` for numeric columns (NaN: missing), `text` for the others. */
  encode(value: number, text: string | undefined, vector: Float64Array, slot: number): void;
  /** Encoders of categories: whether training saw it. */
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
    save: () => ({ kind: 'calendar', parts }),
  };
}

/** Categories by position; when `hasRest`, all others share one more code, else an unseen one is missing. */
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
    knows: (text) => hasRest || codes.has(text),
    save: () => ({ kind: 'category', categories, hasRest }),
  };
}
