import { tokenize } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { type Passage, readPassages } from './passages.ts';
import { type WantedWord, wantedWords } from './wanted-words.ts';

/** A passage answers when it matches at least this well … */
const leastScore = 0.5;
/** … and better by this than the third: a question that many passages fit is answered by none for sure. */
const leastLead = 0.12;
/** A second passage that matches nearly as well is quoted, too. */
const nearly = 0.75;
const mostClosest = 3;
/** Below this even the closest passage is about something else. */
const leastToShow = 0.12;
const synonymWorth = 0.8;
const longestWindow = 2;

export interface Quoted {
  text: string;
  /** False for passages that are only the closest. */
  isAnswer: boolean;
}

/**
 * Quotes the passages that answer a question, with their sources, or the closest ones; undefined when none is close. The
 * sentences nearest to the question are in bold.
 */
export function answerFromPassages(question: string, content: unknown, vocabulary: Vocabulary): Quoted | undefined {
  const passages = readPassages(content);
  const wanted = wantedWords(question, passages, vocabulary);
  const [first, second, third] = passages;
  if (!first || first.score < leastToShow || !wanted.some(({ weight }) => weight > 0)) return undefined;
  const leads = first.score >= leastScore && first.score - (third?.score ?? 0) >= leastLead;
  const isAnswer = leads && isOnTopic(first, wanted, vocabulary);
  const answering = second && second.score >= nearly * first.score ? 2 : 1;
  const shown = passages.slice(0, isAnswer ? answering : mostClosest);
  return { text: shown.map((one) => quote(one, wanted, question, vocabulary)).join('\n\n'), isAnswer };
}

/** Returns whether a passage, its headings or its document mention the names that the question does. */
function isOnTopic(
  { heading, source, sentences }: Passage,
  wanted: readonly WantedWord[],
  vocabulary: Vocabulary,
): boolean {
  const held = stemsOf([source, heading, ...sentences].join(' '), vocabulary);
  return wanted.every(({ stem, isName }) => !isName || held.has(stem));
}

function stemsOf(text: string, vocabulary: Vocabulary): Set<string> {
  return new Set(tokenize(text).map((token) => vocabulary.stem(token.text.toLowerCase())));
}

/** Returns the passage with its nearest sentences in bold. */
function quote(passage: Passage, wanted: readonly WantedWord[], question: string, vocabulary: Vocabulary): string {
  const windows = windowsOf(passage).map((text) => ({ text, close: closeness(text, wanted, question, vocabulary) }));
  const [{ text }] = windows.sort((one, other) => other.close - one.close);
  const whole = passage.sentences.join(' ').replace(text, () => `**${text}**`);
  return `> ${whole}\n\n— ${[passage.source, passage.heading].filter(Boolean).join(', ')}`;
}

/** Returns each sentence, and each with the next one. */
function windowsOf({ sentences }: Passage): string[] {
  return sentences.flatMap((_, at) =>
    Array.from({ length: Math.min(longestWindow, sentences.length - at) }, (_, more) =>
      sentences.slice(at, at + more + 1).join(' '),
    ),
  );
}

/** How well sentences match: by rare words, by all words, densely, and with a figure where one is asked for. */
function closeness(text: string, wanted: readonly WantedWord[], question: string, vocabulary: Vocabulary): number {
  const held = stemsOf(text, vocabulary);
  const worth = ({ stem, synonyms }: WantedWord) => {
    if (held.has(stem)) return 1;
    return synonyms.some((synonym) => held.has(synonym)) ? synonymWorth : 0;
  };
  const share = (weight: (word: WantedWord) => number) =>
    sum(wanted.map((word) => worth(word) * weight(word))) / sum(wanted.map(weight));
  const density = wanted.filter(({ stem, weight }) => weight > 0 && held.has(stem)).length / (4 + held.size);
  const figure = asksForFigure(question, vocabulary) && /\d/.test(text) ? 0.25 : 0;
  return share(({ weight }) => weight) + 0.5 * share(() => 1) + density + figure;
}

function asksForFigure(question: string, { terms }: Vocabulary): boolean {
  const padded = ` ${question.toLowerCase()} `;
  return [...terms.howMuch, ...terms.count, ...terms.asksFigure].some((phrase) => padded.includes(` ${phrase} `));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
