import type { Passage } from './passages.ts';
import { stemsOf, type WantedWord } from './wanted-words.ts';

const synonymWorth = 0.8;
const longestWindow = 2;
const figureWorth = 0.25;

/** What a question asks for. */
export interface Asked {
  wanted: readonly WantedWord[];
  /** Whether the answer is a figure: "how many", "how long". */
  asksFigure: boolean;
}

interface Window {
  text: string;
  /** Share of the question's weight that it holds. */
  held: number;
  close: number;
}

/** Returns the sentence, or two, of a passage that is nearest to the question. */
export function closestWindow(passage: Passage, asked: Asked): Window {
  const windows = windowsOf(passage).map((text) => weigh(text, asked));
  return windows.reduce((best, one) => (one.close > best.close ? one : best));
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
function weigh(text: string, { wanted, asksFigure }: Asked): Window {
  const stems = stemsOf(text);
  const worth = ({ stem, synonyms }: WantedWord) => {
    if (stems.has(stem)) return 1;
    return synonyms.some((synonym) => stems.has(synonym)) ? synonymWorth : 0;
  };
  const share = (weight: (word: WantedWord) => number) =>
    sum(wanted.map((word) => worth(word) * weight(word))) / sum(wanted.map(weight));
  const density = wanted.filter(({ stem, weight }) => weight > 0 && stems.has(stem)).length / (4 + stems.size);
  const held = share(({ weight }) => weight);
  const figure = asksFigure && /\d/.test(text) ? figureWorth : 0;
  return { text, held, close: held + 0.5 * share(() => 1) + density + figure };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
