import type { Vocabulary } from '../words/vocabulary.ts';

/** Returns phrases that share a concept with the word, without the word itself. */
export function synonymsOf(
  word: string,
  vocabulary: Vocabulary,
  fits: (concept: string, vocabulary: Vocabulary) => boolean = () => true,
): string[][] {
  return Object.entries(vocabulary.concepts)
    .flatMap(([concept, words]) => (words.includes(word) && fits(concept, vocabulary) ? [words] : []))
    .flatMap((words) => words.filter((other) => other !== word).map((other) => other.split(' ')));
}
