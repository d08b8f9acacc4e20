import { tokenize } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { type Paragraph, readParagraphs } from './passages.ts';
import { type WantedWord, wantedWords } from './wanted-words.ts';

/** One or two sentences of a paragraph, scored against a question. */
interface Extract {
  paragraph: Paragraph;
  text: string;
  /** Share of the question's topic that the sentences and their headings mention, at most 1. */
  support: number;
  /** Whether they mention the most telling words. */
  isOnTopic: boolean;
  /** Breaks ties of support: how well the sentences themselves match. */
  closeness: number;
}

/** Below this support the passages are about something else. */
const leastSupport = 0.75;
const synonymWorth = 0.8;
const nearlyHeaviest = 0.9;
const longestWindow = 2;
const longestQuote = 900;
/** The search, which knows how rare words are in all documents, ranks passages better than their sentences tell. */
const worthOfRank = 0.08;
const mostExtracts = 2;
const mostClosest = 3;
/** More documents than this that answer alike answer different questions. */
const mostSources = 2;
const asGood = 0.08;
const asClose = 1;

/** Below this support even the closest passage is unrelated to the question. */
const leastToShow = 0.2;

export interface Quoted {
  text: string;
  /** False for a passage that is only the closest. */
  isAnswer: boolean;
}

/**
 * Quotes the sentences that answer a question, with their sources, or the closest passage; undefined when none is
 * close.
 */
export function answerFromPassages(question: string, content: unknown, vocabulary: Vocabulary): Quoted | undefined {
  const paragraphs = readParagraphs(content);
  const wanted = wantedWords(question, paragraphs, vocabulary);
  if (!wanted.some(({ weight }) => weight > 0)) return undefined;
  const extracts = paragraphs
    .flatMap((paragraph) => windowsOf(paragraph).map((text) => judge(paragraph, text, wanted, question, vocabulary)))
    .filter(({ support }) => support > 0)
    .sort((left, right) => rankedSupport(right) - rankedSupport(left) || right.closeness - left.closeness);
  const answering = extracts.filter(({ support, isOnTopic }) => support >= leastSupport && isOnTopic);
  if (answering.length > 0 && !isOfManySources(answering))
    return { text: chooseBest(answering).map(quote).join('\n\n'), isAnswer: true };
  const closest = closestOf(paragraphs, extracts);
  return closest.length > 0 ? { text: closest.map(quote).join('\n\n'), isAnswer: false } : undefined;
}

/** "How do I run it in the background?" has an answer in each of several manuals. */
function isOfManySources([best, ...others]: readonly Extract[]): boolean {
  const rivals = others.filter(
    ({ support, closeness }) => support >= best.support - asGood && closeness >= asClose * best.closeness,
  );
  return new Set([best, ...rivals].map(({ paragraph }) => paragraph.source)).size > mostSources;
}

function rankedSupport({ support, paragraph }: Extract): number {
  return support - worthOfRank * paragraph.passage;
}

/**
 * Returns the best sentences of the first passages, which the search found to be closest: it weighs words by how rare
 * they are in all documents.
 */
function closestOf(paragraphs: readonly Paragraph[], extracts: readonly Extract[]): Extract[] {
  const passages = [...new Set(paragraphs.map(({ passage }) => passage))];
  const best = passages.flatMap((one) => extracts.find(({ paragraph }) => paragraph.passage === one) ?? []);
  if (Math.max(0, ...best.map(({ support }) => support)) < leastToShow) return [];
  return best.slice(0, mostClosest);
}

/** Returns each sentence, and each with the next one. */
function windowsOf({ sentences }: Paragraph): string[] {
  return sentences.flatMap((_, at) =>
    Array.from({ length: Math.min(longestWindow, sentences.length - at) }, (_, more) =>
      sentences.slice(at, at + more + 1).join(' '),
    ),
  );
}

function stemsOf(text: string, vocabulary: Vocabulary): Set<string> {
  return new Set(tokenize(text).map((token) => vocabulary.stem(token.text.toLowerCase())));
}

function judge(
  paragraph: Paragraph,
  text: string,
  wanted: readonly WantedWord[],
  question: string,
  vocabulary: Vocabulary,
): Extract {
  const inText = stemsOf(text, vocabulary);
  const inHeading = stemsOf(paragraph.heading, vocabulary);
  const worthIn = (stems: ReadonlySet<string>) => (word: WantedWord) => {
    if (stems.has(word.stem)) return 1;
    return word.synonyms.some((synonym) => stems.has(synonym)) ? synonymWorth : 0;
  };
  const share = (worth: (word: WantedWord) => number, weight: (word: WantedWord) => number) =>
    sum(wanted.map((word) => worth(word) * weight(word))) / sum(wanted.map(weight));
  const [byText, byHeading] = [worthIn(inText), worthIn(inHeading)];
  const support = share(
    (word) => Math.max(byText(word), byHeading(word)),
    ({ weight }) => weight,
  );
  const heaviest = Math.max(...wanted.map(({ weight }) => weight));
  const isOnTopic = wanted.every(
    (word) => word.weight < nearlyHeaviest * heaviest || Math.max(byText(word), byHeading(word)) > 0,
  );
  const words = share(byText, () => 1);
  const density = wanted.filter(({ stem, weight }) => weight > 0 && inText.has(stem)).length / (4 + inText.size);
  const figure = asksForFigure(question, vocabulary) && /\d/.test(text) ? 0.25 : 0;
  const closeness = share(byText, ({ weight }) => weight) + 0.5 * words + density + figure;
  return { paragraph, text, support, isOnTopic, closeness };
}

function asksForFigure(question: string, { terms }: Vocabulary): boolean {
  const padded = ` ${question.toLowerCase()} `;
  return [...terms.howMuch, ...terms.count, ...terms.asksFigure].some((phrase) => padded.includes(` ${phrase} `));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Returns the best extract, and another that supports the question equally: from the same section, or as close. */
function chooseBest(extracts: readonly Extract[]): Extract[] {
  const [best] = extracts;
  const { source, heading } = best.paragraph;
  const isNear = ({ paragraph, closeness }: Extract) =>
    (paragraph.source === source && paragraph.heading === heading) || closeness >= 0.8 * best.closeness;
  const others = extracts.filter(
    (one) => one.paragraph !== best.paragraph && one.support >= best.support && isNear(one),
  );
  return [best, ...others].slice(0, mostExtracts);
}

/** Returns the paragraph with the sentences in bold, for their context; a long one only in part. */
function quote({ paragraph, text }: Extract): string {
  const whole = paragraph.sentences.join(' ');
  const shown = whole.length <= longestQuote ? whole.replace(text, () => `**${text}**`) : text;
  return `> ${shown}\n\n— ${[paragraph.source, paragraph.heading].filter(Boolean).join(', ')}`;
}
