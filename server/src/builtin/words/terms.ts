import { PhraseBook } from './phrases.ts';
import { tokenize } from './tokens.ts';
import type { Adjective, Term, Vocabulary } from './vocabulary.ts';

export type AdjectiveForm = 'plain' | 'comparative' | 'superlative';

/** The meaning of a phrase of the language, independent of the tables. */
export type TermReading =
  | { kind: 'term'; term: Term }
  | { kind: 'adjective'; concept: string; more: boolean; form: AdjectiveForm; farFetched?: boolean }
  | { kind: 'number'; value: number }
  | { kind: 'month'; month: number }
  /** Days of the week, from 0 for Monday: "weekends" are 5 and 6. */
  | { kind: 'weekday'; days: readonly number[] };

const books = new WeakMap<Vocabulary, PhraseBook<TermReading>>();

/** Returns the phrases of a vocabulary, built once. */
export function termsOf(vocabulary: Vocabulary): PhraseBook<TermReading> {
  const known = books.get(vocabulary);
  if (known) return known;
  const book = new PhraseBook<TermReading>((word) => word);
  for (const [term, phrases] of Object.entries(vocabulary.terms) as [Term, readonly string[]][]) {
    for (const phrase of phrases) addPhrase(book, phrase, { kind: 'term', term }, 0);
  }
  for (const adjective of vocabulary.adjectives) addAdjective(book, adjective);
  for (const [word, value] of Object.entries(vocabulary.numbers)) addPhrase(book, word, { kind: 'number', value }, 0);
  vocabulary.months.forEach((name, month) => {
    addPhrase(book, name, { kind: 'month', month }, 0);
    if (name.length > 4) addPhrase(book, name.slice(0, 3), { kind: 'month', month }, 0.1);
  });
  vocabulary.weekdays.forEach((name, day) => {
    for (const form of [name, `${name}s`]) addPhrase(book, form, { kind: 'weekday', days: [day] }, 0);
  });
  for (const [phrase, days] of Object.entries(vocabulary.partsOfWeek))
    addPhrase(book, phrase, { kind: 'weekday', days }, 0);
  books.set(vocabulary, book);
  return book;
}

function addAdjective(book: PhraseBook<TermReading>, adjective: Adjective): void {
  const { concept, more, farFetched } = adjective;
  for (const form of ['plain', 'comparative', 'superlative'] as const) {
    const phrase = adjective[form];
    if (phrase) addPhrase(book, phrase, { kind: 'adjective', concept, more, form, farFetched }, farFetched ? 0.3 : 0);
  }
}

function addPhrase(book: PhraseBook<TermReading>, phrase: string, reading: TermReading, cost: number): void {
  const words = tokenize(phrase).map((token) => token.text);
  book.add(words.length > 0 ? words : [phrase], reading, cost);
}

const structural = new WeakMap<Vocabulary, Set<string>>();

/** Returns whether a word occurs in questions about anything, so that it is hardly a value. */
export function isStructural(word: string, vocabulary: Vocabulary): boolean {
  const known = structural.get(vocabulary);
  const words =
    known ??
    new Set(
      Object.values(vocabulary.terms)
        .flat()
        .filter((phrase) => !phrase.includes(' ')),
    );
  if (!known) structural.set(vocabulary, words);
  return words.has(word);
}
