import type { Rewrite } from '../tokens.ts';

/** A language of questions: what its phrases are in English, which the planner reads. */
export interface Tongue {
  code: 'de' | 'fr' | 'es';
  /** Words by which the language is recognised. */
  markers: string;
  /** Letters and signs that English hardly has. */
  letters: RegExp;
  /** English phrase -> phrases of the language, split at `|`; a word may end with `*` for any short ending. */
  phrases: Readonly<Record<string, string>>;
  /** From 0 on. */
  numbers: string;
  /** From January on. */
  months: string;
  /** From Monday on. */
  weekdays: string;
  weekdayEndings: readonly string[];
  /** Compounds, numbers and idioms that phrases cannot tell. */
  rewrites: readonly Rewrite[];
  /** Endings of nouns that mean women only: "Kundinnen", "alumnas". */
  feminine: RegExp;
  /** Endings of number and case, longer ones first. */
  endings: readonly string[];
}

const leastLetters = 3;

/** Returns a word without accents, in small letters: "Größe" and "Groesse" are `grosse`. */
export function fold(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/([aou])e(?=\p{L}{2})/gu, '$1')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
}

/** Returns a folded word without its endings, the same for all its forms; no word of a dictionary. */
export function rootOf(word: string, endings: readonly string[]): string {
  let root = fold(word);
  for (;;) {
    const ending = endings.find((one) => root.endsWith(one) && root.length - one.length >= leastLetters);
    if (ending === undefined) return root;
    root = root.slice(0, -ending.length);
  }
}
