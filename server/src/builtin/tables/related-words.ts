import type { TableSummary } from '../grounding.ts';
import type { Edge } from '../words/phrases.ts';
import type { Token } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { relatedWords } from '../words/wordnet.ts';
import { type Mention, namesOf } from './table-names.ts';

const leastLetters = 3;
const costOfRelation = 0.3;
const mostCost = 0.8;
/** Whole names are meant, no synonyms or parts of them: two steps lead anywhere. */
const mostIndirect = 0.1;
const mostTried = 40;

/** Finds what a word of related meaning names: "rainy" the value "rain", "luggage" a column of baggage. */
export function relatedMentions(
  tokens: readonly Token[],
  at: number,
  table: TableSummary,
  vocabulary: Vocabulary,
): Edge<Mention>[] {
  const { kind, text } = tokens[at];
  if (kind !== 'word' || text.length < leastLetters || vocabulary.lightWords.includes(text)) return [];
  const { book } = namesOf(table, vocabulary);
  const related = [...nounsOf(text).map((words) => ({ words, cost: 0 })), ...relatedWords(text)].slice(0, mostTried);
  return related.flatMap(({ words, cost }) => {
    const own = words.split(/[ -]/).map((word): Token => ({ kind: 'word', text: word }));
    return book
      .find(own)
      .filter(({ from, to, cost: named }) => from === 0 && to === own.length && named <= mostIndirect)
      .map((edge) => ({ from: at, to: at + 1, reading: edge.reading, cost: edge.cost + cost + costOfRelation }))
      .filter((edge) => edge.cost <= mostCost);
  });
}

/** "Sunny" is of the sun, "foggy" of fog. */
function nounsOf(word: string): string[] {
  const noun = /^(\p{L}{3,})y$/u.exec(word)?.[1];
  if (noun === undefined) return [];
  const single = noun.replace(/(.)\1$/, '$1');
  return single === noun ? [noun, `${noun}e`] : [single, noun];
}
