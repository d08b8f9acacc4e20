import { abroad } from '../abroad.ts';
import { isTypingErrorOf } from '../typing-errors.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { fold, rootOf, type Tongue } from './language.ts';

/** A language with its phrases as folded words. */
export interface Compiled {
  markers: ReadonlySet<string>;
  /** Returns what a phrase is in English. */
  meaningOf(words: readonly string[]): string | undefined;
  /** Returns whether a noun is listed in this very form. */
  isNoun(word: string): boolean;
  /** Returns the English word for a noun that names columns. */
  nounOf(word: string): string | undefined;
  /** Returns what a word with a typing error is in English. */
  misspelt(word: string): string | undefined;
}

const longestEnding = 3;
const leastMisspelt = 7;
const known = new Map<Tongue, Compiled>();

export function compiled(tongue: Tongue, vocabulary: Vocabulary): Compiled {
  const made = known.get(tongue) ?? compile(tongue, vocabulary);
  known.set(tongue, made);
  return made;
}

function compile(tongue: Tongue, { months, weekdays }: Vocabulary): Compiled {
  const whole = new Map<string, string>();
  const open = new Map<string, string>();
  const add = (phrase: string, meaning: string) => {
    const words = phrase.split(' ').map(fold).join(' ');
    if (words.endsWith('*')) open.set(words.slice(0, -1), meaning);
    else whole.set(words, meaning);
  };
  tongue.numbers.split(' ').forEach((word, value) => {
    add(word, String(value));
  });
  tongue.months.split(' ').forEach((word, month) => {
    add(word, months[month]);
  });
  tongue.weekdays.split(' ').forEach((word, day) => {
    for (const ending of tongue.weekdayEndings) add(`${word}${ending}`, weekdays[day]);
  });
  for (const [meaning, phrases] of Object.entries(tongue.phrases))
    for (const phrase of phrases.split('|')) add(phrase, meaning);
  const nouns = nounsOf(tongue);
  return {
    markers: new Set(tongue.markers.split(' ').map(fold)),
    meaningOf(words) {
      const phrase = words.join(' ');
      const exact = whole.get(phrase);
      if (exact !== undefined) return exact;
      for (let cut = 0; cut <= longestEnding; cut += 1) {
        const meaning = open.get(phrase.slice(0, phrase.length - cut));
        if (meaning !== undefined) return meaning;
      }
      return undefined;
    },
    isNoun: (word) => listedNouns.has(word),
    nounOf: (word) => nouns.get(rootOf(word, tongue.endings)),
    misspelt(word) {
      const phrases = [...whole, ...open].filter(([phrase]) => phrase.length >= leastMisspelt && !phrase.includes(' '));
      return phrases.find(
        ([phrase]) => isTypingErrorOf(word.slice(0, phrase.length + 1), phrase) || isTypingErrorOf(word, phrase),
      )?.[1];
    },
  };
}

const listedNouns = new Set(Object.values(abroad).flatMap((nouns) => nouns.split('|').map(fold)));

function nounsOf({ endings }: Tongue): Map<string, string> {
  return new Map(
    Object.entries(abroad).flatMap(([meaning, nouns]) =>
      nouns.split('|').map((noun) => [rootOf(noun, endings), meaning] as const),
    ),
  );
}
