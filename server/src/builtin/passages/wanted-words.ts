import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stemmer } from 'stemmer';
import { numberWords } from '../../questions/words/number-words.ts';
import { wordsOf } from '../../questions/words/tokens.ts';
import type { Passage } from './passages.ts';

/** A word of a question that an answer should mention. */
export interface WantedWord {
  stem: string;
  synonyms: string[];
  /** 0 for words that an answer need not contain. */
  weight: number;
  /** Whether it is written as a name. */
  isName: boolean;
}

/** Words that an answer need not contain, and groups of words with nearly the same meaning. */
const written: { light: string; synonyms: string[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'words.json'), 'utf8'),
);
const light = new Set(written.light.split(' '));
const groups = written.synonyms.map((words) => words.split(' ').map(stemmer));

/**
 * Weighs the words: those in few passages, or none, weigh most, because passages without them are about something
 * else.
 */
export function wantedWords(question: string, passages: readonly Passage[]): WantedWord[] {
  const words = wordsIn(question);
  const names = wordsIn((question.match(/(?<=[^\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*/gu) ?? []).join(' '));
  // "Which neighborhoods have …": the answer names some, often without the word
  const kind = words.findIndex((_, at) => /^(which|what)$/.test(words[at - 1] ?? ''));
  const stems = passages.map(({ heading, sentences }) => stemsOf(`${heading} ${sentences.join(' ')}`));
  const wanted = words.map((word, at): WantedWord => {
    const stem = stemmer(word);
    const holding = stems.filter((one) => one.has(stem)).length;
    const rarity = 1 + Math.log((passages.length + 1) / (holding + 1));
    const weight = saysNoTopic(word) ? 0 : at === kind ? rarity / 3 : rarity;
    const synonyms = groups.filter((group) => group.includes(stem)).flat();
    return { stem, synonyms, weight, isName: weight > 0 && names.includes(word) };
  });
  return [...new Map(wanted.map((word) => [word.stem, word])).values()];
}

/** Numbers and words such as "have" occur in passages about anything. */
function saysNoTopic(word: string): boolean {
  const number = numberWords.get(word);
  return /^\d/.test(word) || light.has(word) || (number !== undefined && !number.isOrdinal);
}

export function stemsOf(text: string): Set<string> {
  return new Set(wordsIn(text).map(stemmer));
}

/** The words of a text, of `peerDependencies` two. */
function wordsIn(text: string): string[] {
  return wordsOf(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
}
