import { type ColumnValue, leastLengthForErrors, mostFound } from './column-values.ts';

/** Longer values are not names that a question would mention. */
const longestValue = 100;
/**
 * Values with a word in at most this many values are searched first, because a frequent word does not distinguish them.
 */
const mostTelling = 1000;

/** A distinct value with its number of rows. */
export interface CountedText {
  value: string;
  count: number;
}

/** The distinct values of a column in one text, which is searched faster than separate values. */
class ColumnIndex {
  readonly #column: string;
  readonly #values: readonly CountedText[];
  readonly #text: string;
  /** Offset of each value in the text. */
  readonly #starts: Uint32Array;

  constructor(column: string, all: readonly CountedText[]) {
    this.#column = column;
    this.#values = all.filter(({ value }) => value.length <= longestValue);
    const lower = this.#values.map(({ value }) => value.toLowerCase().replaceAll('\n', ' '));
    this.#text = lower.join('\n');
    this.#starts = new Uint32Array(lower.length);
    let start = 0;
    for (const [index, value] of lower.entries()) {
      this.#starts[index] = start;
      start += value.length + 1;
    }
  }

  /** Number of stored characters. */
  get size(): number {
    return this.#text.length * 2;
  }

  /**
   * Returns the values that contain one of the words: those with most words first, then shorter, then more frequent
   * ones.
   */
  find(words: readonly string[]): ColumnValue[] {
    const held = words.map((word) => [...this.#holding(word)]);
    const telling = held.filter((indexes) => indexes.length < mostTelling);
    const chosen = telling.some((indexes) => indexes.length > 0) ? telling : held;
    const ranked = [...new Set(chosen.flat())].map((index) => {
      const { value, count } = this.#values[index];
      const text = value.toLowerCase();
      return { value, count, hits: words.filter((word) => text.includes(word)).length };
    });
    ranked.sort((a, b) => b.hits - a.hits || a.value.length - b.value.length || b.count - a.count);
    return ranked.slice(0, mostFound).map(({ value, count }) => ({ column: this.#column, value, count }));
  }

  holds(word: string): boolean {
    return this.#text.includes(word);
  }

  /** Yields values with the word; for a very frequent word only the first ones. */
  *#holding(word: string): Generator<number> {
    let index = 0;
    let found = 0;
    for (let at = this.#text.indexOf(word); at >= 0; at = this.#text.indexOf(word, this.#starts[index])) {
      index = this.#valueAt(at);
      yield index;
      [index, found] = [index + 1, found + 1];
      if (index >= this.#starts.length || found === mostTelling) return;
    }
  }

  /** Returns the index of the value at an offset of the text. */
  #valueAt(place: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Returns values that start like one of the words and differ by one letter, the most frequent first. */
  similar(words: readonly string[]): ColumnValue[] {
    if (words.length === 0) return [];
    const near = this.#values.filter(({ value }) => words.some((word) => isNear(value, word)));
    near.sort((a, b) => b.count - a.count);
    return near.slice(0, mostFound).map(({ value, count }) => ({ column: this.#column, value, count }));
  }
}

/** The values of a table's columns that have many. */
export class ValueIndex {
  readonly #columns: ColumnIndex[];

  constructor(columns: ReadonlyMap<string, readonly CountedText[]>) {
    this.#columns = [...columns].map(([column, values]) => new ColumnIndex(column, values));
  }

  get size(): number {
    return this.#columns.reduce((sum, column) => sum + column.size, 0);
  }

  /** Finds the values that contain one of the words; for words without a match, values with similar spelling. */
  find(words: readonly string[]): ColumnValue[] {
    const found = this.#columns.flatMap((column) => column.find(words));
    const missing = words.filter(
      (word) =>
        word.length >= leastLengthForErrors && !/\d/.test(word) && !this.#columns.some((column) => column.holds(word)),
    );
    return [...found, ...this.#columns.flatMap((column) => column.similar(missing))];
  }
}

/** Returns whether they differ by one inserted, removed, swapped or replaced letter after the first. */
function isNear(value: string, word: string): boolean {
  if (Math.abs(value.length - word.length) > 1) return false;
  const text = value.toLowerCase();
  if (text[0] !== word[0]) return false;
  let from = 0;
  while (from < text.length && from < word.length && text[from] === word[from]) from += 1;
  const rest = (one: string, skip: number) => one.slice(from + skip);
  if (rest(text, 1) === rest(word, 1) || rest(text, 1) === rest(word, 0) || rest(text, 0) === rest(word, 1))
    return true;
  return text[from] === word[from + 1] && text[from + 1] === word[from] && rest(text, 2) === rest(word, 2);
}
