import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayNames, monthNames } from '../../questions/words/number-words.ts';
import { isTypingErrorOf } from '../words/typing-errors.ts';
import { fold, rootOf } from './fold.ts';
import { nouns } from './nouns.ts';
import { type Code, type Rewrite, rewrites } from './rewrites.ts';

/** What a language is in English: `de.json` and its like. */
interface Written {
  /** Words by which the language is recognised, and letters and signs that English hardly has. */
  markers: string;
  letters: string;
  /** From 0 on, from January on, from Monday on. */
  numbers: string;
  months: string;
  weekdays: string;
  weekdayEndings: readonly string[];
  /** Endings of nouns that mean women only: "Kundinnen", "alumnas". */
  feminine: string;
  /** Endings of number and case, longer ones first. */
  endings: readonly string[];
  /** English phrase -> phrases of the language, split at `|`; a word may end with `*` for any short ending. */
  phrases: Readonly<Record<string, string>>;
}

/** A language of questions, its words folded. */
export interface Tongue {
  code: Code;
  markers: ReadonlySet<string>;
  letters: RegExp;
  feminine: RegExp;
  endings: readonly string[];
  rewrites: readonly Rewrite[];
  /** English phrases by those of the language, and by those of which the last word may have an ending. */
  whole: ReadonlyMap<string, string>;
  open: ReadonlyMap<string, string>;
  /** English nouns by the roots of those that name columns. */
  byRoot: ReadonlyMap<string, string>;
}

export const tongues: readonly Tongue[] = (['de', 'fr', 'es'] as const).map(openTongue);

function openTongue(code: Code): Tongue {
  const written: Written = JSON.parse(readFileSync(join(import.meta.dirname, `${code}.json`), 'utf8'));
  const { markers, letters, feminine, endings } = written;
  const phrases = phrasesOf(written).map(([said, meaning]) => [said.split(' ').map(fold).join(' '), meaning] as const);
  const isOpen = ([said]: readonly [string, string]) => said.endsWith('*');
  return {
    code,
    markers: new Set(markers.split(' ').map(fold)),
    letters: new RegExp(letters, 'i'),
    feminine: new RegExp(feminine, 'u'),
    endings,
    rewrites: rewrites[code],
    whole: new Map(phrases.filter((one) => !isOpen(one))),
    open: new Map(phrases.filter(isOpen).map(([said, meaning]) => [said.slice(0, -1), meaning])),
    byRoot: new Map(nouns.map(([noun, meaning]) => [rootOf(noun, endings), meaning])),
  };
}

function phrasesOf({ numbers, months, weekdays, weekdayEndings, phrases }: Written): [string, string][] {
  const days = weekdays
    .split(' ')
    .flatMap((word, day) =>
      weekdayEndings.map((ending): [string, string] => [`${word}${ending}`, dayNames[day].toLowerCase()]),
    );
  return [
    ...numbers.split(' ').map((word, value): [string, string] => [word, String(value)]),
    ...months.split(' ').map((word, month): [string, string] => [word, monthNames[month].toLowerCase()]),
    ...days,
    ...Object.entries(phrases).flatMap(([meaning, all]) =>
      all.split('|').map((phrase): [string, string] => [phrase, meaning]),
    ),
  ];
}

const longestEnding = 3;

/** Returns what a phrase of folded words is in English. */
export function meaningOf(words: readonly string[], { whole, open }: Tongue): string | undefined {
  const phrase = words.join(' ');
  const cuts = Array.from({ length: longestEnding + 1 }, (_, cut) => phrase.slice(0, phrase.length - cut));
  return whole.get(phrase) ?? cuts.map((cut) => open.get(cut)).find((meaning) => meaning !== undefined);
}

/** Returns the English word for a noun that names columns, in any of its forms. */
export function nounOf(word: string, { byRoot, endings }: Tongue): string | undefined {
  return byRoot.get(rootOf(word, endings));
}

const leastMisspelt = 7;

/** Returns what a word with a typing error is in English. */
export function misspelt(word: string, { whole, open }: Tongue): string | undefined {
  const long = [...whole, ...open].filter(([phrase]) => phrase.length >= leastMisspelt && !phrase.includes(' '));
  return long.find(
    ([phrase]) => isTypingErrorOf(word.slice(0, phrase.length + 1), phrase) || isTypingErrorOf(word, phrase),
  )?.[1];
}
