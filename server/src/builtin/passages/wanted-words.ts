import { type Token, tokenize } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
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

/**
 * Weighs the words: those in few passages, or none, weigh most, because passages without them are about something
 * else.
 */
export function wantedWords(question: string, passages: readonly Passage[], vocabulary: Vocabulary): WantedWord[] {
  const tokens = tokenize(question, vocabulary.rewrites).filter(({ kind }) => kind !== 'sign');
  const kind = kindAskedFor(tokens, vocabulary);
  const stems = passages.map(({ heading, sentences }) => stemsIn(`${heading} ${sentences.join(' ')}`, vocabulary));
  const words = tokens.map((token): WantedWord => {
    const stem = vocabulary.stem(token.text.toLowerCase());
    const holding = stems.filter((one) => one.has(stem)).length;
    const rarity = 1 + Math.log((passages.length + 1) / (holding + 1));
    const weight = saysNoTopic(token, vocabulary) ? 0 : token === kind ? rarity / 3 : rarity;
    const isName = weight > 0 && token.kind === 'word' && token.capital === true;
    return { stem, synonyms: synonymsOf(token.text, vocabulary), weight, isName };
  });
  return [...new Map(words.map((word) => [word.stem, word])).values()];
}

/** Numbers and words such as "have" occur in passages about anything. */
function saysNoTopic({ kind, text }: Token, { lightWords, numbers }: Vocabulary): boolean {
  return kind === 'number' || lightWords.includes(text) || text in numbers;
}

/** "Which neighborhoods have …": the answer names some, often without the word. */
function kindAskedFor(tokens: readonly Token[], { terms }: Vocabulary): Token | undefined {
  const asking = [...terms.which, ...terms.what];
  return tokens.find((_, at) => asking.includes(tokens[at - 1]?.text));
}

function stemsIn(text: string, vocabulary: Vocabulary): Set<string> {
  return new Set(tokenize(text).map((token) => vocabulary.stem(token.text.toLowerCase())));
}

function synonymsOf(word: string, { concepts, singular, stem }: Vocabulary): string[] {
  const one = singular(word.toLowerCase());
  const groups = Object.values(concepts).filter((words) => words.includes(one));
  return groups.flat().flatMap((other) => (other === one || /[ -]/.test(other) ? [] : [stem(other)]));
}
