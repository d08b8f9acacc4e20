import type { Token } from './tokens.ts';
import { isTypingErrorOf } from './typing-errors.ts';

/** A phrase found in a question, from token `from` to before `to`. A higher `cost` is less likely. */
export interface Edge<Reading> {
  from: number;
  to: number;
  reading: Reading;
  cost: number;
}

interface Entry<Reading> {
  words: readonly string[];
  reading: Reading;
  cost: number;
}

const costOfAccent = 0.05;

/** Finds phrases in a list of tokens, word by word, in the form that `reduce` gives words; "Zurich" is also Zürich. */
export class PhraseBook<Reading> {
  readonly #byFirstWord = new Map<string, Entry<Reading>[]>();
  readonly #reduce: (word: string) => string;

  constructor(reduce: (word: string) => string) {
    this.#reduce = reduce;
  }

  /** A name of signs only ("–", "#") has no words, and is no phrase. */
  add(words: readonly string[], reading: Reading, cost: number): void {
    if (words.length === 0) return;
    const reduced = words.map(this.#reduce);
    this.#keep({ words: reduced, reading, cost });
    const plain = reduced.map(withoutAccents);
    if (plain.some((word, at) => word !== reduced[at]))
      this.#keep({ words: plain, reading, cost: cost + costOfAccent });
  }

  #keep(entry: Entry<Reading>): void {
    const [first] = entry.words;
    const entries = this.#byFirstWord.get(first) ?? [];
    entries.push(entry);
    this.#byFirstWord.set(first, entries);
  }

  find(tokens: readonly Token[]): Edge<Reading>[] {
    const words = tokens.map((token) =>
      token.kind === 'quoted' ? token.text.toLowerCase() : this.#reduce(token.text),
    );
    return words.flatMap((first, from) =>
      (this.#byFirstWord.get(first) ?? [])
        .filter((entry) => entry.words.every((word, offset) => words[from + offset] === word))
        .map(({ words: { length }, reading, cost }) => ({ from, to: from + length, reading, cost })),
    );
  }

  /** Returns single words that `word` may misspell. */
  findSimilar(word: string, at: number): Edge<Reading>[] {
    const reduced = this.#reduce(word);
    return [...this.#byFirstWord].flatMap(([known, entries]) =>
      isTypingErrorOf(reduced, known)
        ? entries
            .filter((entry) => entry.words.length === 1)
            .map(({ reading, cost }) => ({ from: at, to: at + 1, reading, cost: cost + 0.6 }))
        : [],
    );
  }
}

const beyondAscii = /[\u0080-\uffff]/;

function withoutAccents(word: string): string {
  return beyondAscii.test(word) ? word.normalize('NFD').replaceAll(/\p{M}/gu, '') : word;
}
