import type { Rewrite } from './tokens.ts';

/** The answerer's knowledge of a language. `english.ts` is one; another language is another object of this shape. */
export interface Vocabulary {
  /** Phrases of lower-case words. */
  terms: Readonly<Record<Term, readonly string[]>>;
  /** Contractions. */
  rewrites: readonly Rewrite[];
  numbers: Readonly<Record<string, number>>;
  months: readonly string[];
  /** Concept -> words with nearly the same meaning in a table: a column `salary` matches "pay". */
  concepts: Readonly<Record<string, readonly string[]>>;
  /** Nouns for rows, by the topics of columns. */
  rowKinds: readonly { traits: readonly string[]; anybody: readonly string[]; nouns: readonly string[] }[];
  weekdays: readonly string[];
  /** Words of a question that a passage need not contain. */
  lightWords: readonly string[];
  /** Reduces a lower-case word to a form without number, or without number and tense. */
  singular(word: string): string;
  stem(word: string): string;
}

/** Kinds of phrases, of talk and of what is asked for. */
export type Term = 'count' | 'which' | 'what' | 'howMuch' | 'asksFigure' | 'greeting' | 'help' | 'thanks';
