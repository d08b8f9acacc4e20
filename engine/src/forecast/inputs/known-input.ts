import { CellError, createNumericReader, createTextReader } from '../../columns/cells.ts';
import { readField } from '../../columns/fields.ts';
import { type ColumnProfile, profileColumn } from '../../columns/profile.ts';
import { createFinder } from '../../columns/spellings.ts';
import { TrainingError } from '../../errors.ts';
import { rowNumbers } from '../../random.ts';
import type { Column } from '../../table.ts';

/** A column whose future values the caller knows, such as a price, and how its cells become numbers. */
export interface KnownInput {
  profile: ColumnProfile;
  /** Each has a number of its own, 1 where the cell is it; the most frequent one has none. Null for numbers. */
  categories: readonly string[] | null;
  /** The most frequent word; null for numbers, and in older files. */
  usual: string | null;
  /** Numbers count from their mean, in units of their spread. */
  centre: number;
  spread: number;
  /** Numbers above the mean have an effect of their own beside that of all: demand rises with cold and with heat. */
  isBent: boolean;
}

/** One number for each row, of words their number from 0, the most frequent one; NaN where the cell is missing. */
export type EncodedInput = KnownInput & { values: Float64Array };

const mostCategories = 30;
/** Letters of an unknown word that are shown. */
const mostShown = 60;

/** Whether a column of this kind may be a known input. */
export function mayBeKnown({ kind, distinct }: Pick<ColumnProfile, 'kind' | 'distinct'>): boolean {
  return kind === 'number' || kind === 'boolean' || (kind === 'category' && distinct <= mostCategories);
}

export function widthOf({ categories, isBent }: KnownInput): number {
  if (categories) return categories.length;
  return isBent ? 2 : 1;
}

/** Whether more and less than usual may act differently: of two values a line tells all. */
export function canBend({ categories, profile }: KnownInput): boolean {
  return categories === null && profile.kind !== 'boolean' && profile.distinct > 2;
}

/** Returns the numbers of one that counts from the mean. */
export function bend(value: number): readonly [number, number] {
  return [value, Math.max(0, value)];
}

export function totalWidth(inputs: readonly KnownInput[]): number {
  return inputs.reduce((sum, input) => sum + widthOf(input), 0);
}

/** Reads a column of the training table. Throws a TrainingError for one that cannot be an input of a forecast. */
export function encodeInput(column: Column, rowCount: number): EncodedInput {
  const profile = profileColumn(column);
  if (column.type === 'time' || profile.kind === 'datetime')
    throw unfit(column.name, 'holds times: known inputs are numbers, true or false, or a few words');
  const field = readField(column, profile, rowNumbers(rowCount));
  if (field.type === 'numeric') return encodeNumbers(profile, field.values);
  if (field.texts.length > mostCategories)
    throw unfit(column.name, `has ${field.texts.length} different words: at most ${mostCategories} can be told apart`);
  // The most frequent word is the usual case, which the past of the series tells.
  const [usual = null, ...categories] = field.texts;
  const values = Float64Array.from(field.codes, (code) => (code < 0 ? Number.NaN : code));
  return { profile, categories, usual, centre: 0, spread: 1, isBent: false, values };
}

function encodeNumbers(profile: ColumnProfile, values: Float64Array): EncodedInput {
  const known = values.filter((value) => !Number.isNaN(value));
  const centre = profile.kind === 'boolean' ? 0 : known.reduce((sum, value) => sum + value / known.length, 0);
  const squares = known.reduce((sum, value) => sum + (value - centre) ** 2 / known.length, 0);
  const spread = profile.kind === 'boolean' ? 1 : Math.sqrt(squares) || 1;
  const scaled = values.map((value) => (value - centre) / spread);
  return { profile, categories: null, usual: null, centre, spread, isBent: false, values: scaled };
}

/** Returns a reader of asked cells; undefined for a missing one. */
export function createInputReader({ profile, categories, usual, centre, spread, isBent }: KnownInput) {
  if (categories === null) {
    const read = createNumericReader(profile.reading);
    return (cell: unknown): readonly number[] | undefined | CellError => {
      const value = read(cell);
      if (value instanceof CellError) return value;
      if (Number.isNaN(value)) return undefined;
      const scaled = (value - centre) / spread;
      return isBent ? bend(scaled) : [scaled];
    };
  }
  const read = createTextReader(profile.reading);
  const words = usual === null ? categories : [usual, ...categories];
  const find = createFinder(profile.spellings, words);
  return (cell: unknown): readonly number[] | undefined | CellError => {
    const text = read(cell);
    if (text === undefined || text instanceof CellError) return text;
    const word = find(text);
    if (usual !== null && !words.includes(word)) return new CellError(describeWords(words, text));
    return categories.map((category) => Number(category === word));
  };
}

function describeWords(words: readonly string[], text: string): string {
  const known = words.map((word) => `\`${word}\``).join(', ');
  return `must be one of ${known}, whose effect the training saw, got \`${text.slice(0, mostShown)}\``;
}

function unfit(column: string, why: string): TrainingError {
  return new TrainingError('bad_input', `column \`${column}\` ${why}; leave it out of known_inputs`, column);
}
